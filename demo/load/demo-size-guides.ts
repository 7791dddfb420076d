import type { Insertable } from "kysely";
import type { Measure } from "../../src/domain/size-guide.ts";
import type { Schema } from "../../src/server/db/schema.ts";
import type { DemoCatalog } from "./demo-catalog.ts";
import { demoId } from "./demo-id.ts";

interface DemoGuide {
  measures: Measure[];
  /** By the name of the size: centimetres, in the order of the measures. */
  rows: Record<string, number[]>;
}

const WOMENS_GUIDE: DemoGuide = {
  measures: ["chest", "waist", "hip"],
  rows: {
    XCH: [80, 62, 88],
    CH: [86, 68, 94],
    M: [92, 74, 100],
    G: [98, 80, 106],
    XG: [106, 88, 114],
    XXG: [114, 96, 122],
  },
};
const WOMENS_JEANS_GUIDE: DemoGuide = {
  measures: ["waist", "hip", "rise", "inseam"],
  rows: {
    24: [62, 88, 24.5, 74],
    26: [67, 93, 25, 74],
    28: [72, 98, 25.5, 75],
    30: [77, 103, 26, 75],
    32: [82, 108, 26.5, 76],
    34: [87, 113, 27, 76],
  },
};
const MENS_GUIDE: DemoGuide = {
  measures: ["chest", "waist", "shoulders", "sleeve"],
  rows: {
    XCH: [88, 74, 42, 60],
    CH: [94, 80, 43.5, 61],
    M: [100, 86, 45, 62],
    G: [106, 92, 46.5, 63],
    XG: [114, 100, 48.5, 64.5],
    XXG: [122, 108, 50.5, 66],
  },
};

/** The guides of categories, by the slug of the category. */
const CATEGORY_GUIDES: Record<string, DemoGuide> = {
  mujer: WOMENS_GUIDE,
  vestidos: {
    measures: ["chest", "waist", "hip", "length"],
    rows: {
      XCH: [80, 62, 88, 96],
      CH: [86, 68, 94, 98],
      M: [92, 74, 100, 100],
      G: [98, 80, 106, 102],
      XG: [106, 88, 114, 104],
      XXG: [114, 96, 122, 106],
    },
  },
  "faldas-y-shorts": {
    measures: ["waist", "hip"],
    rows: { XCH: [62, 88], CH: [68, 94], M: [74, 100], G: [80, 106], XG: [88, 114], XXG: [96, 122] },
  },
  "jeans-y-pantalones-mujer": WOMENS_JEANS_GUIDE,
  hombre: MENS_GUIDE,
  "jeans-y-pantalones-hombre": {
    measures: ["waist", "hip", "inseam"],
    rows: {
      28: [71, 90, 78],
      30: [76, 95, 79],
      32: [81, 100, 80],
      34: [86, 105, 81],
      36: [91, 110, 82],
      38: [97, 115, 82],
      40: [102, 120, 83],
    },
  },
  ninos: {
    measures: ["chest", "waist", "hip", "length"],
    rows: { 4: [56, 53, 59, 41], 6: [60, 55, 63, 45], 8: [65, 58, 68, 49], 10: [70, 61, 73, 53], 12: [75, 64, 79, 57] },
  },
  calzado: {
    measures: ["foot"],
    rows: Object.fromEntries(Array.from({ length: 13 }, (_, n) => [String(23 + n / 2), [23 + n / 2]])),
  },
};

/** Jeans of this brand are cut wider. */
const BRAND_GUIDE = { brand: "nortena-mezclilla", category: "jeans-y-pantalones-mujer", widerCm: 2 };

/** The guide of a garment of the demo, for the drawing of its measures. */
export function demoGuideOf(
  category: string,
  topCategory: string | null,
  brands: readonly string[],
  sizes: readonly string[],
): DemoGuide | null {
  const isSkirtOrShortsInJeansSizes = category === "faldas-y-shorts" && sizes.includes("26");
  const guide = isSkirtOrShortsInJeansSizes
    ? WOMENS_JEANS_GUIDE
    : (CATEGORY_GUIDES[category] ?? CATEGORY_GUIDES[topCategory ?? ""]);
  if (!guide) return null;
  return category === BRAND_GUIDE.category && brands.includes(BRAND_GUIDE.brand)
    ? widen(guide, BRAND_GUIDE.widerCm)
    : guide;
}

/** The guides of the demo: of categories, of one brand in a category, and of skirts and shorts in sizes of jeans. */
export function demoSizeGuides(catalog: DemoCatalog) {
  const categoryGuides = Object.entries(CATEGORY_GUIDES).map(([slug, guide]) => ({
    owner: { category_id: demoId("category", slug) },
    name: slug,
    guide,
  }));
  const brand = catalog.brands.find(({ slug }) => slug === BRAND_GUIDE.brand) ?? catalog.brands[0];
  const brandGuides = brand
    ? [
        {
          owner: { category_id: demoId("category", BRAND_GUIDE.category), brand_id: demoId("brand", brand.slug) },
          name: `${BRAND_GUIDE.category} ${brand.slug}`,
          guide: widen(WOMENS_JEANS_GUIDE, BRAND_GUIDE.widerCm),
        },
      ]
    : [];
  const productGuides = catalog.products
    .filter(
      ({ categories: slugs, sizes }) => slugs.includes("faldas-y-shorts") && sizes.some(({ name }) => name === "26"),
    )
    .map(({ slug }) => ({ owner: { product_id: demoId("product", slug) }, name: slug, guide: WOMENS_JEANS_GUIDE }));
  const soldSizes = new Set(catalog.products.flatMap(({ sizes }) => sizes.map(({ name }) => name)));
  return toRows([...categoryGuides, ...brandGuides, ...productGuides], soldSizes);
}

/** Adds to the first two measures, which in guides of jeans are around the body: waist and hip. */
function widen({ measures, rows }: DemoGuide, centimeters: number): DemoGuide {
  const widenValues = (values: number[]) => values.map((value, n) => (n < 2 ? value + centimeters : value));
  return {
    measures,
    rows: Object.fromEntries(Object.entries(rows).map(([size, values]) => [size, widenValues(values)])),
  };
}

interface OwnedGuide {
  owner: Pick<Insertable<Schema["size_guides"]>, "category_id" | "brand_id" | "product_id">;
  name: string;
  guide: DemoGuide;
}

/**
 * The rows of `size_guides` and `size_guide_rows`. Sizes that no product has are skipped, because they have no row in
 * `size_names`.
 */
function toRows(ownedGuides: OwnedGuide[], soldSizes: ReadonlySet<string>) {
  return {
    guides: ownedGuides.map(({ owner, name, guide }) => ({
      id: demoId("size guide", name),
      product_id: null,
      brand_id: null,
      category_id: null,
      ...owner,
      measures: guide.measures,
    })),
    rows: ownedGuides.flatMap(({ name, guide }) =>
      Object.entries(guide.rows)
        .filter(([size]) => soldSizes.has(size))
        .map(([size, centimeters]) => ({
          guide_id: demoId("size guide", name),
          size_name_id: demoId("size name", size),
          millimeters: centimeters.map((value) => Math.round(value * 10)),
        })),
    ),
  };
}
