/** The reviews of the demo shop: title, category, text, stars, days ago, author. Some are anonymous. */
export const DEMO_REVIEWS: [
  title: string,
  category: string,
  body: string,
  rating: number,
  daysAgo: number,
  author: string | null,
][] = [
  [
    "Justo como en la foto",
    "Vestidos",
    "La tela es fresca y el color es idéntico. Pedí M y me quedó perfecta.",
    5,
    2,
    "Ana",
  ],
  [
    "Llegó antes de lo prometido",
    "Envíos",
    "Pedí el lunes y el miércoles ya lo tenía en la casa, muy bien empacado.",
    5,
    4,
    "Jorge",
  ],
  ["Buena calidad", "Playeras", "No encogió con la primera lavada. Volvería a comprar.", 5, 6, "Lucía"],
  [
    "Talla un poco justa",
    "Jeans",
    "Muy bonitos, pero recomiendo pedir una talla más si están entre dos.",
    4,
    9,
    "Paola",
  ],
  [
    "Excelente para mayoreo",
    "Mayoreo",
    "Surtí mi local con 40 piezas de varios modelos y el precio bajó en todas.",
    5,
    12,
    "Claudia",
  ],
  [
    "El apartado sí es real",
    "Tienda",
    "Me encantó ver el reloj: nadie me ganó la última talla mientras pagaba.",
    5,
    15,
    "Rodrigo",
  ],
  ["Bonita, con detalles", "Blusas", "Venía un hilo suelto en el puño. Lo demás, impecable.", 4, 18, null],
  ["Cómodos", "Tenis", "Los uso diario para el trabajo y no cansan.", 5, 21, "Fernanda"],
  [
    "Tardó la paquetería",
    "Envíos",
    "La prenda muy bien, pero la paquetería lo tuvo detenido tres días.",
    3,
    25,
    "Iván",
  ],
  ["Mi favorita", "Sudaderas", "Calientita y no pesa. La quiero en todos los colores.", 5, 30, "Andrea"],
  ["Buen regalo", "Accesorios", "La bolsa se ve más cara de lo que cuesta.", 5, 34, "Sofía"],
  ["Cumple", "Pantalones", "Corte recto, tela firme. Nada que reprochar.", 4, 38, null],
  ["Muy buena atención", "Tienda", "Me equivoqué de talla y el cambio fue muy sencillo.", 5, 45, "Gabriela"],
  ["El boleto llegó al momento", "Boletos", "Pagué y en minutos tenía el boleto en mi correo.", 5, 52, "Emilio"],
  ["Esperaba otro tono", "Suéteres", "En persona es más oscuro que en mi pantalla, pero me gustó.", 3, 60, "Ana"],
  ["Resistente", "Chamarras", "Aguantó lluvia y viento en la sierra.", 5, 71, "Héctor"],
];

/**
 * Reviews of the products in Ana's shipped orders of the head office, the demo's first and third order: the index of
 * the product among these, text, stars, fit, days ago. They have no author, as if their customers had been erased, so
 * that Ana may still review each product.
 */
export const DEMO_PRODUCT_REVIEWS: [
  productIndex: number,
  body: string,
  rating: number,
  fit: "SMALL" | "RIGHT" | "LARGE" | null,
  daysAgo: number,
][] = [
  [0, "La tela es suave y no se transparenta. Me quedó como la pedí.", 5, "RIGHT", 1],
  [0, "Bonita, pero viene un poco corta de largo.", 4, "SMALL", 2],
  [0, "La uso para el trabajo y se lava muy bien.", 5, "RIGHT", 3],
  [0, "El color es igual al de las fotos.", 5, "RIGHT", 5],
  [1, "Talla grande: pidan una menos.", 3, "LARGE", 2],
  [1, "Muy cómoda, aunque me quedó holgada.", 4, "LARGE", 4],
  [1, "La regalé y le encantó: abriga sin pesar.", 5, null, 6],
  [2, "Vale lo que cuesta: la tela aguanta las lavadas.", 4, "RIGHT", 3],
  [3, "Ligera y bien terminada. La llevo en la moto y no entra el aire.", 5, "RIGHT", 2],
];
