import { describe, expect, test } from "vitest";
import { feedItem, type FeedProduct, type FeedSize } from "./feed-item.ts";

const product: FeedProduct = {
  id: "p1",
  name: "Vestido midi",
  description: "De lino.",
  brand: "Nopal",
  color: "Rojo",
  styleCode: null,
  gender: null,
  ageGroup: null,
  googleCategory: null,
  categoryPath: ["Mujer", "Vestidos"],
  composition: [],
  link: "https://tienda.mx/products/p1/details",
  pictures: ["https://tienda.mx/1.webp"],
};
const size: FeedSize = {
  id: "s1",
  name: "M",
  isInStock: true,
  priceCents: 1_299_00,
  offer: null,
  sku: null,
  gtin: null,
  weightGrams: null,
};
const attributesOf = (changes: Partial<FeedProduct> = {}, sizeChanges: Partial<FeedSize> = {}) =>
  feedItem({ ...product, ...changes }, { ...size, ...sizeChanges }, []).attributes;

describe("an item of a feed (rule FEED-2)", () => {
  test("has the facts of the product, and null for those that the product lacks", () => {
    expect(attributesOf()).toEqual({
      id: "s1",
      item_group_id: "p1",
      title: "Vestido midi Rojo, talla M",
      description: "De lino.",
      link: "https://tienda.mx/products/p1/details",
      image_link: "https://tienda.mx/1.webp",
      availability: "in stock",
      price: "1299.00 MXN",
      sale_price: null,
      sale_price_effective_date: null,
      condition: "new",
      brand: "Nopal",
      gtin: null,
      mpn: null,
      identifier_exists: "no",
      color: "Rojo",
      size: "M",
      size_system: "MEX",
      gender: null,
      age_group: null,
      google_product_category: null,
      product_type: "Mujer > Vestidos",
      material: null,
      shipping_weight: null,
    });
  });

  test.each([
    [{ gtin: "7501031311309", sku: "V-1" }, {}, { gtin: "7501031311309", mpn: null, identifier_exists: null }],
    [{ sku: "V-1" }, {}, { gtin: null, mpn: "V-1", identifier_exists: null }],
    [{ sku: "V-1" }, { brand: null }, { mpn: "V-1", identifier_exists: "no" }],
    [{ gtin: "2001234567893", sku: "V-1" }, {}, { gtin: null, mpn: "V-1", identifier_exists: null }],
    [{ gtin: "7501031311309" }, { brand: null }, { gtin: "7501031311309", identifier_exists: null }],
  ])(
    "with the codes %j it has at most one of them, and declares whether it is identified",
    (codes, changes, expected) => {
      expect(attributesOf(changes, codes)).toMatchObject(expected);
    },
  );

  test.each([
    [0, "0.00 MXN"],
    [5, "0.05 MXN"],
    [1_299_50, "1299.50 MXN"],
    [123_456_789, "1234567.89 MXN"],
  ])("%i centavos are %s", (priceCents, price) => expect(attributesOf({}, { priceCents }).price).toBe(price));

  test("an offer is the sale price, with its period if it has an end", () => {
    const offer = { formerPriceCents: 1_599_00, from: new Date("2026-11-20T06:00:00Z"), until: null };
    expect(attributesOf({}, { offer })).toMatchObject({
      price: "1599.00 MXN",
      sale_price: "1299.00 MXN",
      sale_price_effective_date: null,
    });
    const until = new Date("2026-12-01T05:59:59Z");
    expect(attributesOf({}, { offer: { ...offer, until } }).sale_price_effective_date).toBe(
      "2026-11-20T06:00Z/2026-12-01T05:59Z",
    );
  });

  test("a sold-out size has an item that is out of stock, as Meta requires, and a style groups its colours", () => {
    expect(attributesOf({ styleCode: "MIDI-1" }, { isInStock: false })).toMatchObject({
      availability: "out of stock",
      item_group_id: "MIDI-1",
    });
  });

  test("the three main fibres are its material, and the weight of the size is its shipping weight", () => {
    const composition = [
      { fiber: "Elastano", percent: 2 },
      { fiber: "Algodón", percent: 60 },
      { fiber: "Lino", percent: 8 },
      { fiber: "Poliéster", percent: 30 },
    ];
    expect(attributesOf({ composition }, { weightGrams: 350 })).toMatchObject({
      material: "Algodón/Poliéster/Lino",
      shipping_weight: "350 g",
    });
  });

  test("the title of a one-size product has no 'talla' before the size", () => {
    expect(attributesOf({}, { name: "Unitalla" }).title).toBe("Vestido midi Rojo, unitalla");
  });

  test("long texts are cut to Google's limits, and the title keeps colour and size", () => {
    const longAttributes = attributesOf({
      name: "Ñ😀".repeat(400),
      description: "é".repeat(9_000),
      brand: "B".repeat(200),
    });
    expect(Array.from(longAttributes.title!).length).toBe(150);
    expect(longAttributes.title).toMatch(/… Rojo, talla M$/);
    expect(Array.from(longAttributes.description!).length).toBe(5_000);
    expect(longAttributes.brand).toHaveLength(70);
    expect(attributesOf({ color: "Rojo".repeat(60) }, { name: "M".repeat(90) }).title!.length).toBeLessThan(151);
  });

  test("an item has at most ten additional pictures", () => {
    const pictures = Array.from({ length: 15 }, (_, n) => `https://tienda.mx/${n}.webp`);
    const item = feedItem({ ...product, pictures }, size, []);
    expect(item.attributes.image_link).toBe(pictures[0]);
    expect(item.additionalPictures).toEqual(pictures.slice(1, 11));
  });
});
