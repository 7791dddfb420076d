/**
 * SAT's product key and unit key of a demo category or product. Null: it has no key of its own. Without a unit key the
 * unit is the piece (H87).
 */
interface DemoSatKeys {
  sat_product_key: string | null;
  sat_unit_key: string | null;
}

/** The keys of categories, by slug. Products of another kind have their own key below. */
const CATEGORY_KEYS: Record<string, [productKey: string, unitKey?: string]> = {
  vestidos: ["53102002"],
  "blusas-y-playeras": ["53101604"],
  "tejidos-y-chamarras-mujer": ["53101704"],
  "jeans-y-pantalones-mujer": ["53101504"],
  "faldas-y-shorts": ["53102002"],
  "playeras-y-polos": ["53103001"],
  camisas: ["53101602"],
  "sudaderas-y-sueteres": ["53101702"],
  "chamarras-y-sacos": ["53101802"],
  "jeans-y-pantalones-hombre": ["53101502"],
  "playeras-ninos": ["53103000"],
  "sudaderas-y-chamarras-ninos": ["53101700"],
  "pantalones-y-shorts-ninos": ["53101500"],
  tenis: ["53111900", "PR"],
  gorros: ["53102503"],
  bolsas: ["53121601"],
  calcetas: ["53102402", "PR"],
  conciertos: ["90131504", "E48"],
  "moda-y-talleres": ["90131500", "E48"],
};

/** Products of another kind than the rest of their category, by the first words of their name. */
const PRODUCT_KEYS: [category: string, name: RegExp, productKey: string][] = [
  ["blusas-y-playeras", /^Playera/, "53103000"],
  ["tejidos-y-chamarras-mujer", /^(Abrigo|Chamarra|Saco)/, "53101804"],
  ["faldas-y-shorts", /^Short/, "53101504"],
  ["bolsas", /^Bolsa tote/, "53121608"],
  ["moda-y-talleres", /^Taller/, "86101712"],
  ["moda-y-talleres", /^Bazar/, "90151800"],
];

export function satKeysOfCategory(slug: string): DemoSatKeys {
  const [productKey = null, unitKey = null] = CATEGORY_KEYS[slug] ?? [];
  return { sat_product_key: productKey, sat_unit_key: unitKey };
}

export function satKeysOfProduct({ name, categories }: { name: string; categories: readonly string[] }): DemoSatKeys {
  const rule = PRODUCT_KEYS.find(([category, pattern]) => categories.includes(category) && pattern.test(name));
  return { sat_product_key: rule?.[2] ?? null, sat_unit_key: null };
}
