export interface CategoryPlan {
  slug: string;
  name: string;
  description: string;
  parent: string | null;
  color: string;
}

const defineTopCategory = (slug: string, name: string, color: string, description: string): CategoryPlan => ({
  slug,
  name,
  description,
  parent: null,
  color,
});
const defineSubcategory = (
  parent: string,
  slug: string,
  name: string,
  color: string,
  description: string,
): CategoryPlan => ({
  slug,
  name,
  description,
  parent,
  color,
});

export const CATEGORIES: CategoryPlan[] = [
  defineTopCategory("mujer", "Mujer", "#a43a4a", "Vestidos, blusas, mezclilla y tejidos para todos los días."),
  defineSubcategory("mujer", "vestidos", "Vestidos", "#b3202c", "Midis, de tirantes, lenceros y cruzados."),
  defineSubcategory(
    "mujer",
    "blusas-y-playeras",
    "Blusas y playeras",
    "#c46a7c",
    "Blusas bordadas, satinadas y playeras básicas.",
  ),
  defineSubcategory(
    "mujer",
    "tejidos-y-chamarras-mujer",
    "Tejidos y chamarras",
    "#7a4a5e",
    "Suéteres de ochos y chamarras de mezclilla.",
  ),
  defineSubcategory(
    "mujer",
    "jeans-y-pantalones-mujer",
    "Jeans y pantalones",
    "#3f5f8c",
    "Mezclilla, pinzas y cortes amplios.",
  ),
  defineSubcategory(
    "mujer",
    "faldas-y-shorts",
    "Faldas y shorts",
    "#b8593c",
    "Faldas plisadas, satinadas y shorts de mezclilla.",
  ),
  defineTopCategory("hombre", "Hombre", "#24324f", "Camisas, playeras, pantalones y abrigo con buen corte."),
  defineSubcategory("hombre", "playeras-y-polos", "Playeras y polos", "#2f4fae", "Básicas con bolsa y polos de piqué."),
  defineSubcategory("hombre", "camisas", "Camisas", "#5c7893", "De lino, de franela y de manga corta."),
  defineSubcategory(
    "hombre",
    "sudaderas-y-sueteres",
    "Sudaderas y suéteres",
    "#616545",
    "Felpa, punto y tejidos gruesos.",
  ),
  defineSubcategory("hombre", "chamarras-y-sacos", "Chamarras y sacos", "#3a3d43", "Bomber ligeras y sacos de sarga."),
  defineSubcategory("hombre", "jeans-y-pantalones-hombre", "Jeans y pantalones", "#27395c", "Jeans y chinos."),
  defineTopCategory("ninos", "Niños", "#de7530", "Ropa cómoda que aguanta el recreo y muchas lavadas."),
  defineSubcategory("ninos", "playeras-ninos", "Playeras", "#edca52", "Algodón suave con dibujos alegres."),
  defineSubcategory(
    "ninos",
    "sudaderas-y-chamarras-ninos",
    "Sudaderas y chamarras",
    "#2f9ba1",
    "Para el frío de la mañana.",
  ),
  defineSubcategory("ninos", "pantalones-y-shorts-ninos", "Pantalones y shorts", "#4a6c9c", "Felpa para jugar."),
  defineTopCategory("calzado", "Calzado", "#6f4a33", "Tenis en tallas mexicanas, con medios números."),
  defineSubcategory("calzado", "tenis", "Tenis", "#5c7893", "Lona para caminar la ciudad."),
  defineTopCategory("accesorios", "Accesorios", "#c9962f", "Bolsas de lona, gorros tejidos y calcetas."),
  defineSubcategory("accesorios", "gorros", "Gorros", "#616545", "Gorros tejidos con doblez."),
  defineSubcategory("accesorios", "bolsas", "Bolsas", "#b98a55", "Lona resistente para cargar con todo."),
  defineSubcategory("accesorios", "calcetas", "Calcetas", "#b5222d", "Algodón acanalado con talón reforzado."),
  defineTopCategory("boletos", "Boletos", "#5e3b75", "Conciertos, pasarelas, talleres y bazares. Llegan a tu correo."),
  defineSubcategory("boletos", "conciertos", "Conciertos", "#5e3b75", "Música en vivo en foros pequeños."),
  defineSubcategory(
    "boletos",
    "moda-y-talleres",
    "Moda y talleres",
    "#a62565",
    "Pasarelas, talleres de oficio y bazares.",
  ),
];
