import type { Insertable } from "kysely";
import type { CareCode } from "../../src/domain/care.ts";
import { gtinCheckDigit } from "../../src/domain/gtin.ts";
import { plainText } from "../../src/domain/plain-text.ts";
import type { Schema } from "../../src/server/db/schema.ts";
import type { DemoCatalog } from "./demo-catalog.ts";

type DemoProduct = DemoCatalog["products"][number];

/** A brand whose products lack all facts, so that the panel's lists of missing facts and of styles have rows. */
const BRAND_WITHOUT_FACTS = "tejamanil";

const RESPONSIBLE_FIRM = "Casa Maguey, S.A. de C.V., Ciudad de México";

/** Fibres with their percentages: those of the first pattern that matches a product's name and description. */
const COMPOSITIONS: [texts: RegExp, fibers: [fiber: string, percent: number][]][] = [
  [
    /mezclilla.*elastano|entallad/,
    [
      ["Algodón", 98],
      ["Elastano", 2],
    ],
  ],
  [/mezclilla|gabardina|lona|pana/, [["Algodón", 100]]],
  [
    /\blino\b/,
    [
      ["Lino", 55],
      ["Algodón", 45],
    ],
  ],
  [
    /satin|lencero|plisad/,
    [
      ["Poliéster", 97],
      ["Elastano", 3],
    ],
  ],
  [
    /crepé|sarga|sastre|raya marcada/,
    [
      ["Poliéster", 63],
      ["Viscosa", 33],
      ["Elastano", 4],
    ],
  ],
  [/acolchad|nylon|relleno/, [["Poliamida", 100]]],
  [
    /ochos|suéter|cárdigan|tejid|gorro/,
    [
      ["Acrílico", 60],
      ["Algodón", 40],
    ],
  ],
  [
    /felpa|sudadera/,
    [
      ["Algodón", 80],
      ["Poliéster", 20],
    ],
  ],
  [
    /calcetas/,
    [
      ["Algodón", 78],
      ["Poliamida", 20],
      ["Elastano", 2],
    ],
  ],
  [/algodón|popelina|manta|jersey|punto|franela|piqué/, [["Algodón", 100]]],
  [/vestido|falda|blusa/, [["Viscosa", 100]]],
];

/** Care symbols: those of the first pattern that matches a product's name and description. */
const CARE: [texts: RegExp, codes: CareCode[]][] = [
  [/cepillo|paño húmedo/, ["wash-no", "bleach-no", "tumble-no", "iron-no", "dryclean-no"]],
  [/limpieza en seco|tintorería/, ["wash-no", "bleach-no", "tumble-no", "iron-110", "dryclean-p"]],
  [/a mano.*plano/, ["wash-hand", "bleach-no", "tumble-no", "dry-flat", "iron-110"]],
  [/a mano.*sombra/, ["wash-hand", "bleach-no", "tumble-no", "dry-line-shade", "iron-150"]],
  [/a mano/, ["wash-hand", "bleach-no", "tumble-no", "dry-line", "iron-110"]],
  [/delicado/, ["wash-30-mild", "bleach-no", "tumble-no", "dry-line", "iron-110"]],
  [/./, ["wash-30", "bleach-no", "tumble-low", "dry-line", "iron-150"]],
];

const GENDERS: [categories: RegExp, gender: "female" | "male"][] = [
  [/mujer|vestidos|blusas|faldas|ninas/, "female"],
  [/hombre|polos|camisas|sacos|sudaderas-y-sueteres/, "male"],
];

const FIT_NOTES: [texts: RegExp, note: string][] = [
  [/entallad|ajustad/, "Queda ajustada: si estás entre dos tallas, elige la grande."],
  [/ampli|holgad|oversize/, "Queda amplia: si estás entre dos tallas, elige la chica."],
];

/** The weight of a piece: that of the first pattern that matches the slugs of its product's categories. */
const WEIGHTS: [categories: RegExp, grams: number][] = [
  [/tenis/, 800],
  [/chamarras|tejidos|sacos/, 650],
  [/jeans|pantalones|sudaderas/, 500],
  [/bolsas/, 450],
  [/vestidos|faldas|camisas/, 300],
  [/calcetas/, 60],
  [/./, 200],
];

function firstMatch<Value>(rules: readonly [RegExp, Value][], texts: string): Value | undefined {
  return rules.find(([pattern]) => pattern.test(texts))?.[1];
}

/** A style code of initials and a number, such as "VML-003", by the name and the brands of a product. */
function styleCodes({ products }: DemoCatalog): Map<string, string> {
  const codes = new Map<string, string>();
  for (const { name, brands } of products) {
    const initials = plainText(name)
      .split(" ")
      .filter((word) => word.length > 2)
      .map(([initial]) => initial)
      .join("")
      .slice(0, 3);
    const style = `${name} ${brands.join()}`;
    if (!codes.has(style)) codes.set(style, `${initials.toUpperCase()}-${String(codes.size + 1).padStart(3, "0")}`);
  }
  return codes;
}

const hasFacts = ({ type, brands }: DemoProduct): boolean =>
  type === "ORDINARY" && !brands.includes(BRAND_WITHOUT_FACTS);

const NO_CODES = { sku: null, gtin: null, weight_grams: null };

/** The facts of each demo product, and the codes of its sizes by their names. */
export function demoFacts(catalog: DemoCatalog) {
  const codesByStyle = styleCodes(catalog);
  const styleCodeOf = ({ name, brands }: DemoProduct): string => codesByStyle.get(`${name} ${brands.join()}`) ?? "";
  let sizeCount = 0;
  const sizeCodes = new Map(
    catalog.products.filter(hasFacts).flatMap((product) =>
      product.sizes.map(({ name }) => {
        const sku = [styleCodeOf(product), abbreviateColor(product.color), name.replaceAll(" ", "")]
          .filter(Boolean)
          .join("-");
        const digits = `200${String((sizeCount += 1)).padStart(9, "0")}`;
        return [
          `${product.slug} ${name}`,
          {
            sku: sku.toUpperCase(),
            // GTINs that begin with 2 are for use inside a company, so this is not the GTIN of a product on the market.
            gtin: `${digits}${gtinCheckDigit(digits)}`,
            weight_grams: firstMatch(WEIGHTS, product.categories.join(" ")) ?? null,
          },
        ] as const;
      }),
    ),
  );
  return {
    ofProduct: (product: DemoProduct) => (hasFacts(product) ? factsOf(product, styleCodeOf(product)) : {}),
    ofSize: (product: DemoProduct, sizeName: string) => sizeCodes.get(`${product.slug} ${sizeName}`) ?? NO_CODES,
  };
}

function abbreviateColor(color: string | null): string {
  return plainText(color ?? "")
    .split(" ")
    .filter((word) => word.length > 1)
    .map((word) => word.slice(0, 3))
    .join("");
}

function factsOf(product: DemoProduct, styleCode: string): Partial<Insertable<Schema["products"]>> {
  const texts = `${product.name} ${product.description}`.toLocaleLowerCase("es-MX");
  const categories = product.categories.join(" ");
  const isForChildren = /nin[oa]s/.test(categories);
  const fibers = firstMatch(COMPOSITIONS, texts);
  return {
    style_code: styleCode,
    composition: fibers ? JSON.stringify(fibers.map(([fiber, percent]) => ({ fiber, percent }))) : null,
    care: firstMatch(CARE, texts) ?? [],
    origin_country: "MEX",
    responsible_firm: RESPONSIBLE_FIRM,
    gender: firstMatch(GENDERS, categories) ?? "unisex",
    age_group: isForChildren ? "kids" : "adult",
    fit_note: isForChildren ? null : (firstMatch(FIT_NOTES, texts) ?? null),
  };
}
