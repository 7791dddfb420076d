/** A key of SAT's c_ClaveProdServ with SAT's text. */
export interface SatProductKey {
  key: string;
  name: string;
  /** Whether staff of the shop confirmed the key, which is not in the list below. */
  isConfirmed?: boolean;
}

/**
 * The keys that a shop for clothes and tickets needs: about 340 of the 52,513 in SAT's c_ClaveProdServ. Keys that end
 * in 00 are classes, which are precise enough (filling guide 4.0, p. 21). Families, which end in 0000, are not keys.
 *
 * Source: SAT's c_ClaveProdServ, looked up key by key on 2026-11-22 in three public copies (Odoo's
 * l10n_mx_edi.product.sat.code.csv for the text, and product.unspsc.code.csv of Odoo 13 and 17). SAT's text is kept,
 * except for double blanks and one doubled word. The third column has words that people in Mexico search for and SAT's
 * text does not use.
 */
const ROWS: readonly (readonly [key: string, name: string, synonyms?: string])[] = [
  ["01010101", "No existe en el catálogo", "otro"],
  [
    "53101500",
    "Pantalones de deporte, pantalones y pantalones cortos",
    "pantalon jeans mezclilla short bermuda legging jogger pants",
  ],
  ["53101501", "Pantalones largos o cortos o pantalonetas para niño"],
  ["53101502", "Pantalones largos o cortos o pantalonetas para hombre"],
  ["53101503", "Pantalones largos o cortos o pantalonetas para niña"],
  ["53101504", "Pantalones largos o cortos o pantalonetas para mujer"],
  ["53101505", "Pantalones largos o cortos o pantalonetas para bebés"],
  ["53101600", "Faldas y blusas", "camisa top guayabera"],
  ["53101601", "Camisas para niño"],
  ["53101602", "Camisas para hombre"],
  ["53101603", "Camisas o blusas para niña"],
  ["53101604", "Camisas o blusas para mujer"],
  ["53101605", "Camisas o blusas para bebé"],
  ["53101700", "Suéteres", "sudadera cardigan tejido"],
  ["53101701", "Sweaters para niño"],
  ["53101702", "Sweaters para hombre"],
  ["53101703", "Sweaters para niña"],
  ["53101704", "Sweaters para mujer"],
  ["53101705", "Sweaters para bebé"],
  ["53101800", "Abrigos y chaquetas", "chamarra saco blazer gabardina parka"],
  ["53101801", "Abrigos o chaquetas para niño"],
  ["53101802", "Abrigos o chaquetas para hombre"],
  ["53101803", "Abrigos o chaquetas para niña"],
  ["53101804", "Abrigos o chaquetas para mujer"],
  ["53101805", "Abrigos o chaquetas para bebé"],
  ["53101900", "Trajes", "saco conjunto esmoquin"],
  ["53101901", "Trajes para niño"],
  ["53101902", "Trajes para hombre"],
  ["53101903", "Trajes para niña"],
  ["53101904", "Trajes para mujer"],
  ["53101905", "Trajes para bebé"],
  ["53102000", "Vestidos, faldas, saris y kimonos", "vestido falda minifalda"],
  ["53102001", "Vestidos o faldas o saris o kimonos para niña"],
  ["53102002", "Vestidos o faldas o saris o kimonos para mujer"],
  ["53102003", "Vestidos o faldas o saris o kimonos para bebé"],
  ["53102100", "Batas y monos", "overol enterizo mameluco jumpsuit"],
  ["53102101", "Overoles o monos para niño"],
  ["53102102", "Overoles o monos para hombre"],
  ["53102103", "Overoles o monos para niña"],
  ["53102104", "Overoles o monos para mujer"],
  ["53102105", "Overoles o monos para bebé"],
  ["53102200", "Ropa folclórica", "tipico regional bordado huipil"],
  ["53102201", "Vestidos folclóricos para niño"],
  ["53102202", "Vestidos folclóricos para hombre"],
  ["53102203", "Vestidos folclóricos para niña"],
  ["53102204", "Vestidos folclóricos para mujer"],
  ["53102205", "Vestidos folclóricos para bebé"],
  ["53102300", "Ropa interior", "lenceria"],
  ["53102301", "Camisetas interiores"],
  ["53102302", "Combinaciones"],
  ["53102303", "Calzoncillos", "boxer calzon trusa pantaleta tanga"],
  ["53102304", "Brassieres", "bra brasier sosten"],
  ["53102305", "Pañales para bebé"],
  ["53102307", "Prendas para dar forma al cuerpo", "faja"],
  ["53102309", "Rellenos para busto"],
  ["53102400", "Medias y calcetines", "calceta tines mallas pantimedia"],
  ["53102401", "Medias largas"],
  ["53102402", "Calcetines"],
  ["53102403", "Medias veladas"],
  ["53102404", "Medias veladas gruesas (“tights”)"],
  ["53102500", "Accesorios de vestir"],
  ["53102501", "Cinturones o tirantes"],
  ["53102502", "Corbatas o pañoletas o bufandas", "mascada chal rebozo pashmina moño"],
  ["53102503", "Sombreros", "gorro boina"],
  ["53102504", "Guantes o mitones"],
  ["53102505", "Sombrillas", "paraguas"],
  ["53102506", "Bandas para el sudor"],
  ["53102509", "Ligas"],
  ["53102511", "Badanas"],
  ["53102512", "Pañuelos"],
  ["53102513", "Bandas para la cabeza", "diadema turbante"],
  ["53102516", "Gorras", "cachucha"],
  ["53102517", "Sujeta corbatas"],
  ["53102600", "Ropa de dormir", "pijama camison"],
  ["53102601", "Pijamas o camisas de dormir o batas para niño"],
  ["53102602", "Pijamas o camisas de dormir o batas para hombre"],
  ["53102603", "Pijamas o camisas de dormir o batas para niña"],
  ["53102604", "Pijamas o camisas de dormir o batas para mujer"],
  ["53102605", "Pijamas o camisas de dormir o batas para bebé"],
  ["53102606", "Batas de baño"],
  ["53102700", "Uniformes"],
  ["53102704", "Uniformes institucionales para preparación de alimentos o servicio"],
  ["53102705", "Uniformes de colegio", "escolar"],
  ["53102706", "Uniformes de personal de seguridad"],
  ["53102707", "Batas de doctor"],
  ["53102708", "Uniformes de enfermera"],
  ["53102710", "Uniformes corporativos"],
  ["53102800", "Trajes de baño", "bikini bañador"],
  ["53102801", "Vestidos de baño para hombre"],
  ["53102802", "Vestidos de baño para mujer"],
  ["53102803", "Vestidos de baño para niño"],
  ["53102804", "Vestidos de baño para niña"],
  ["53102805", "Vestidos de baño para bebé"],
  ["53102900", "Prendas de deporte", "deportiva gimnasio yoga licra pants"],
  ["53102901", "Ropa atlética para mujer"],
  ["53102902", "Ropa atlética para hombre"],
  ["53102903", "Ropa atlética para niño"],
  ["53102904", "Ropa atlética para niña"],
  ["53103000", "Camisetas", "playera polo"],
  ["53103001", "Camisetas (t-shirts) para hombre"],
  ["53103100", "Chalecos"],
  ["53103101", "Chalecos para hombre"],
  ["46181500", "Ropa de seguridad", "lluvia seguridad"],
  ["46181504", "Guantes de protección"],
  ["46181505", "Rodilleras de protección"],
  ["46181507", "Chalecos de seguridad"],
  ["46181543", "Chaqueta o gabardina impermeable", "impermeable chamarra"],
  ["46181544", "Pantalones impermeable"],
  ["46181546", "Capa impermeable"],
  ["60141400", "Equipo de representación teatral y accesorios"],
  ["60141401", "Disfraces o accesorios", "halloween"],
  ["53111500", "Botas", "botin bota"],
  ["53111501", "Botas para hombre"],
  ["53111502", "Botas para mujer"],
  ["53111503", "Botas para niño"],
  ["53111504", "Botas para niña"],
  ["53111505", "Botas para bebé"],
  ["53111600", "Zapatos", "mocasin tacon zapatilla flat balerina"],
  ["53111601", "Zapatos para hombre"],
  ["53111602", "Zapatos para mujer"],
  ["53111603", "Zapatos para niño"],
  ["53111604", "Zapatos para niña"],
  ["53111605", "Zapatos para bebé"],
  ["53111700", "Zapatillas", "pantufla"],
  ["53111701", "Pantuflas para hombre"],
  ["53111702", "Pantuflas para mujer"],
  ["53111703", "Pantuflas para niño"],
  ["53111704", "Pantuflas para niña"],
  ["53111705", "Pantuflas para bebé"],
  ["53111800", "Sandalias", "huarache chancla"],
  ["53111801", "Sandalias para hombre"],
  ["53111802", "Sandalias para mujer"],
  ["53111803", "Sandalias para niño"],
  ["53111804", "Sandalias para niña"],
  ["53111805", "Sandalias para bebé"],
  ["53111900", "Calzado deportivo", "tenis"],
  ["53111901", "Calzado atlético para hombre"],
  ["53111902", "Calzado atlético para mujer"],
  ["53111903", "Calzado atlético para niño"],
  ["53111904", "Calzado atlético para niña"],
  ["53111905", "Calzado atlético para bebé"],
  ["53112000", "Accesorios para el calzado"],
  ["53112001", "Calzadores"],
  ["53112002", "Cordones para zapatos", "agujetas"],
  ["53112003", "Almohadillas para talones", "plantillas"],
  ["53112100", "Chanclos"],
  ["53112101", "Zapatones para hombre"],
  ["53112102", "Zapatones para mujer"],
  ["53112103", "Zapatones para niño"],
  ["53112104", "Zapatones para niña"],
  ["53112105", "Zapatones para bebé"],
  ["46181600", "Calzado de protección", "calzado seguridad"],
  ["46181604", "Botas de seguridad"],
  ["46181605", "Zapatos de seguridad"],
  ["46181611", "Botas impermeables", "lluvia"],
  ["53121500", "Maletas", "equipaje"],
  ["53121501", "Porta trajes"],
  ["53121502", "Sets de maletas"],
  ["53121503", "Piezas individuales de maletas"],
  ["53121600", "Monederos, bolsos de mano y bolsas", "bolso mochila"],
  ["53121601", "Bolsos o carteras", "bolsa de mano"],
  ["53121602", "Tulas"],
  ["53121603", "Morrales", "mochila cangurera backpack"],
  ["53121605", "Monederos", "cartera"],
  ["53121606", "Estuches para labiales"],
  ["53121607", "Cigarrilleras"],
  ["53121608", "Bolsas para compras", "tote"],
  ["53121700", "Carteras", "billetera"],
  ["53121701", "Maletines"],
  ["53121702", "Maletines (“attaches”)"],
  ["53121704", "Portafolios"],
  ["53121705", "Estuches para equipos"],
  ["53121706", "Maletines para computador", "laptop"],
  ["53121800", "Juegos y accesorios de viaje", "viaje"],
  ["53121801", "Kits de viaje"],
  ["53121802", "Carritos de viaje"],
  ["53121803", "Cepillos de ropa"],
  ["53121804", "Estuches de maquillaje o manicure", "cosmetiquera"],
  ["54101500", "Joyería fina", "joyas"],
  ["54101501", "Cadenas de oro o plata o platino"],
  ["54101502", "Collares de joyería fina"],
  ["54101503", "Anillos de joyería fina"],
  ["54101504", "Aretes de joyería fina", "arracadas"],
  ["54101505", "Joyas finas para el cuerpo"],
  ["54101506", "Brazaletes de joyería fina", "pulsera"],
  ["54101507", "Tiaras"],
  ["54101509", "Mancornas de joyería fina", "mancuernillas"],
  ["54101511", "Prendedores de joyería fina", "broche"],
  ["54101513", "Pisacorbatas"],
  ["54101600", "Bisutería", "fantasia joyas"],
  ["54101601", "Brazaletes", "pulsera"],
  ["54101602", "Collares"],
  ["54101603", "Anillos"],
  ["54101604", "Aretes", "arracadas"],
  ["54101605", "Joyas para el cuerpo"],
  ["54111500", "Relojes de pulsera o bolsillo", "reloj"],
  ["54111501", "Relojes de pulso"],
  ["54111502", "Relojes de bolsillo"],
  ["54111503", "Relojes cronómetros"],
  ["54111700", "Piezas de relojes de pulsera o de pared o pie o accesorios"],
  ["54111704", "Correas o bandas o pulseras para relojes", "correa reloj"],
  ["54111705", "Estuches para relojes"],
  ["42142900", "Corrección de la visión o gafas cosméticas y productos relacionados"],
  ["42142901", "Anteojos", "lentes"],
  ["42142903", "Monturas para anteojos", "armazon lentes"],
  ["42142905", "Anteojos de sol", "lentes de sol gafas"],
  ["42142906", "Estuches para anteojos", "lentes"],
  ["53131600", "Baño y cuerpo", "belleza"],
  ["53131602", "Artículos para el cuidado del cabello"],
  ["53131604", "Cepillos o peinillas para el cabello"],
  ["53131605", "Kits de tocador"],
  ["53131606", "Desodorantes"],
  ["53131607", "Lociones o aceites para manos o cuerpo"],
  ["53131608", "Jabones"],
  ["53131609", "Productos de protección solar", "bloqueador"],
  ["53131612", "Geles de baño"],
  ["53131613", "Productos para el cuidado de la piel"],
  ["53131617", "Implementos para la manicure"],
  ["53131619", "Cosméticos", "maquillaje labial rubor"],
  ["53131620", "Perfumes o colonias o fragancias", "loción"],
  ["53131626", "Desinfectante de manos"],
  ["53131628", "Champús"],
  ["53131629", "Kits de maquillaje"],
  ["53131630", "Bálsamo labial"],
  ["53131631", "Tatuajes"],
  ["53131633", "Hebillas para el pelo", "broche prendedor liga"],
  ["53131638", "Esmalte para uñas"],
  ["53131640", "Removedor de esmalte"],
  ["53131644", "Aceites esenciales de aromaterapia"],
  ["53141600", "Suministros de costura variados", "mercería"],
  ["53141602", "Kits de costura"],
  ["53141604", "Patrones de costura"],
  ["53141605", "Agujas de costura"],
  ["11161500", "Tejidos de seda", "tela"],
  ["11161600", "Tejidos de lana", "tela"],
  ["11161700", "Tejidos de algodón", "tela manta"],
  ["11161701", "Textiles de algodón de tejido simple"],
  ["11161704", "Textiles de algodón tejido"],
  ["11161800", "Tejidos sintéticos", "tela poliester"],
  ["11161804", "Textil sintético tejido"],
  ["11162100", "Tejidos o telas especiales"],
  ["11162109", "Encaje"],
  ["11162300", "Cueros", "piel"],
  ["11162307", "Cuero sintético o de imitación"],
  ["52121700", "Toallas"],
  ["52121701", "Toallas de baño"],
  ["52121702", "Toallas playeras"],
  ["52121500", "Ropa de cama", "blancos"],
  ["52121501", "Colchas"],
  ["52121502", "Edredones"],
  ["52121508", "Cobijas"],
  ["14111600", "Papel fantasía"],
  ["14111601", "Papel o bolsas o cajas de regalo", "envoltura"],
  ["14111608", "Certificados de regalo", "tarjeta de regalo vale"],
  ["14111605", "Tarjetas postales, de saludo o de notas"],
  ["90131500", "Actuaciones en vivo", "boleto entrada espectaculo show funcion evento pasarela"],
  ["90131501", "Actuaciones u obras teatrales", "teatro"],
  ["90131502", "Actuaciones de danza"],
  ["90131503", "Ópera"],
  ["90131504", "Conciertos", "festival musica"],
  ["90131600", "Actuaciones grabadas o películas", "boleto entrada cine"],
  ["90131601", "Películas cinematográficas"],
  ["90131602", "Entretenimiento grabado en video"],
  ["90141500", "Eventos profesionales deportivos", "boleto entrada partido"],
  ["90141501", "Juego de liga"],
  ["90141502", "Eventos competitivos"],
  ["90141503", "Exposiciones"],
  ["90141600", "Promoción y patrocinio de eventos deportivos"],
  ["90141603", "Servicios de promoción de eventos deportivos"],
  ["90141700", "Deportes aficionados y recreacionales", "carrera inscripcion"],
  ["90141701", "Ligas deportivas juveniles de competencias"],
  ["90141702", "Ligas deportivas de adultos"],
  ["90151500", "Atracciones turísticas", "boleto entrada"],
  ["90151501", "Museos"],
  ["90151502", "Lugares históricos o culturales"],
  ["90151503", "Parques zoológicos"],
  ["90151600", "Shows viajeros", "boleto entrada"],
  ["90151601", "Circos"],
  ["90151602", "Empresas de excursiones turísticas"],
  ["90151603", "Exposiciones de arte"],
  ["90151700", "Parques de diversiones", "boleto entrada"],
  ["90151701", "Parques temáticos"],
  ["90151702", "Parques acuáticos"],
  ["90151800", "Carnavales y ferias", "boleto entrada bazar feria"],
  ["90151801", "Carnavales ambulantes"],
  ["90151802", "Servicios de organización o administración de ferias"],
  ["90152000", "Clubes nocturnos y salones de baile", "boleto entrada cover"],
  ["90152001", "Clubes nocturnos"],
  ["90152002", "Salones de baile"],
  ["93141700", "Cultura", "boleto entrada"],
  ["93141701", "Organizaciones de eventos culturales"],
  ["93141702", "Servicios de promoción cultural"],
  ["93141703", "Servicios relacionados con el arte"],
  ["80141900", "Exhibiciones y ferias comerciales", "boleto entrada expo bazar"],
  ["80141902", "Reuniones y eventos"],
  ["80141903", "Talento o entretenimiento"],
  ["86101700", "Servicios de capacitación vocacional no - científica", "curso taller"],
  ["86101707", "Servicios de formación profesional sobre cuidado personal"],
  ["86101712", "Servicios de formación profesional en artesanías", "bordado teñido"],
  ["86111600", "Educación de adultos", "curso taller"],
  ["86111601", "Cursos nocturnos"],
  ["78101800", "Transporte de carga por carretera", "flete"],
  ["78101801", "Servicios de transporte de carga por carretera (en camión) en área local"],
  ["78101802", "Servicios transporte de carga por carretera (en camión) a nivel regional y nacional"],
  ["78102200", "Servicios postales de paqueteo y courrier", "envio paqueteria mensajeria"],
  ["78102201", "Servicios de entrega postal nacional"],
  ["78102202", "Servicios de apartado postal"],
  ["78102203", "Servicios de envío, recogida o entrega de correo"],
  ["78102204", "Servicios de entrega a nivel mundial de cartas o paquetes pequeños"],
  ["78102205", "Servicios de entrega local de cartas o paquetes pequeños"],
  ["78102206", "Servicios de mensajería en bicicleta o motocicleta"],
  ["78121500", "Empaque", "embalaje caja"],
  ["78121502", "Servicios de embalaje", "empaque"],
  ["78121600", "Servicios de manejo de materiales"],
  ["78121603", "Tarifa de los fletes", "flete"],
  ["84131500", "Servicios de seguros para estructuras y propiedades y posesiones"],
  ["84131504", "Seguros de carga", "seguro de envio"],
  ["84131517", "Seguro de viaje"],
  ["84121500", "Instituciones bancarias"],
  ["84121600", "Servicios de transferencia de fondos y canje y cambios", "comision pago en linea transferencia"],
  ["84121601", "Servicios de compensación de fondos"],
  ["84141600", "Agencias de crédito personal"],
  ["84141602", "Proveedores de servicios de tarjetas de crédito", "comision tarjeta pago"],
  ["80141600", "Actividades de ventas y promoción de negocios", "comision ventas"],
  ["80141601", "Servicios de promoción de ventas"],
  ["80141605", "Mercancía promocional"],
  ["80141607", "Gestión de eventos", "evento"],
  ["80141611", "Servicios de personalización de obsequios o productos", "bordado personalizado"],
  ["80141612", "Programas de venta o de mercadeo"],
  ["80141623", "Servicio de comercialización"],
  ["80141628", "Servicio de distribuidores por comisión", "comision"],
  ["80141700", "Distribución"],
  ["80141706", "Servicio de intermediación de productos", "comision"],
  ["84111500", "Servicios contables"],
  ["84111506", "Servicios de facturación", "anticipo nota de credito"],
  ["91101800", "Alquiler de ropa", "renta ropa"],
  ["91101801", "Alquiler de esmóquines o trajes de etiqueta"],
  ["91101802", "Alquiler de vestidos o trajes de noche o de novia"],
  ["91101803", "Alquiler de disfraces"],
  ["91101900", "Consultores de modas"],
  ["91101903", "Asesor de vestuario"],
  ["91101904", "Servicio de sastrería", "arreglo compostura costura"],
];

const NAME_OF_KEY = new Map(ROWS.map(([key, name]) => [key, name]));

/** SAT's text of a key in this list, or undefined. */
export function nameOfProductKey(key: string): string | undefined {
  return NAME_OF_KEY.get(key);
}

/** UNSPSC segments: the first two digits of every key but 01010101. */
const SEGMENTS = new Set(
  (
    "10 11 12 13 14 15 20 21 22 23 24 25 26 27 30 31 32 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 60 " +
    "64 70 71 72 73 76 77 78 80 81 82 83 84 85 86 90 91 92 93 94 95"
  ).split(" "),
);

/**
 * What is certain about a key without SAT's whole catalogue: "listed" here, "possible" (well-formed, perhaps a key that
 * this list does not have), a "family" (a family or a segment: the class is missing), or "impossible" (not eight
 * digits, in no segment, or a product without a class).
 */
export function classifyProductKey(key: string): "listed" | "possible" | "family" | "impossible" {
  if (NAME_OF_KEY.has(key)) return "listed";
  if (!/^\d{8}$/.test(key) || !SEGMENTS.has(key.slice(0, 2))) return "impossible";
  if (key.endsWith("0000")) return "family";
  return key.slice(4, 6) === "00" ? "impossible" : "possible";
}

interface SearchableKey extends SatProductKey {
  /** Words of its name and synonyms. */
  ownWords: string[];
  /** Words of its class. */
  classWords: string[];
}

const wordsOf = (text: string): string[] =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);

const STOP_WORDS = new Set([
  "a",
  "al",
  "con",
  "de",
  "del",
  "e",
  "el",
  "en",
  "la",
  "las",
  "los",
  "o",
  "para",
  "por",
  "u",
  "y",
]);

/**
 * The beginning that singular and plural, masculine and feminine of a word share: "vestid" of "vestido", "traje" of
 * "traje". A word of up to four letters does not change.
 */
const stem = (word: string): string => (word.length > 4 ? word.replace(/(es|s|a|o)$/, "") : word);

let cachedKeys: readonly SearchableKey[] | undefined;

function getSearchableKeys(): readonly SearchableKey[] {
  cachedKeys ??= ROWS.map(([key, name, keySynonyms = ""]) => {
    const [, className = "", classSynonyms = ""] = ROWS.find(([other]) => other === `${key.slice(0, 6)}00`) ?? [];
    return {
      key,
      name,
      ownWords: wordsOf(`${name} ${keySynonyms}`),
      classWords: wordsOf(`${className} ${classSynonyms}`),
    };
  });
  return cachedKeys;
}

/**
 * Finds at most `limit` keys by words in any order, without accents and in singular or plural, or by their first
 * digits. `confirmedKeys` are the keys that the shop confirmed. Keys whose own text has all words come first.
 */
export function findProductKeys(
  typed: string,
  confirmedKeys: readonly SatProductKey[] = [],
  limit = 20,
): readonly SatProductKey[] {
  const soughtWords = wordsOf(typed).filter((word) => !STOP_WORDS.has(word));
  if (soughtWords.length === 0) return [];
  const searchableConfirmedKeys = confirmedKeys.map((key): SearchableKey => ({
    ...key,
    ownWords: wordsOf(key.name),
    classWords: [],
  }));
  const ranked = [...getSearchableKeys(), ...searchableConfirmedKeys].flatMap((searchableKey) => {
    const rank = rankOf(searchableKey, soughtWords);
    return rank === null ? [] : [{ searchableKey, rank }];
  });
  return ranked
    .sort((a, b) => a.rank - b.rank || a.searchableKey.key.localeCompare(b.searchableKey.key))
    .slice(0, limit)
    .map(({ searchableKey: { key, name, isConfirmed } }) => ({ key, name, ...(isConfirmed && { isConfirmed }) }));
}

/** 0: the key's own text or digits have all words. 1: only its class has some of them. Null: a word is missing. */
function rankOf({ key, ownWords, classWords }: SearchableKey, soughtWords: readonly string[]): 0 | 1 | null {
  let rank: 0 | 1 = 0;
  for (const word of soughtWords) {
    const wordStem = stem(word);
    if (key.startsWith(word) || ownWords.some((candidate) => candidate.startsWith(wordStem))) continue;
    if (!classWords.some((candidate) => candidate.startsWith(wordStem))) return null;
    rank = 1;
  }
  return rank;
}

/** All keys of the list, with SAT's texts. */
export function listProductKeys(): readonly SatProductKey[] {
  return ROWS.map(([key, name]) => ({ key, name }));
}
