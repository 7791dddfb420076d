import { expect, test } from "vitest";
import { isRefusal } from "../../src/domain/refusal.ts";
import { checkFacts } from "../../src/domain/product-facts.ts";
import { readSizeCodes } from "../../src/domain/size-codes.ts";
import { readDemoCatalog } from "./demo-catalog.ts";
import { demoFacts } from "./demo-facts.ts";

const catalog = readDemoCatalog();
const facts = demoFacts(catalog);
const clothes = catalog.products.filter(({ type }) => type === "ORDINARY");

test("the facts of every demo garment are valid", () => {
  const refusedFacts = clothes.flatMap((product) => {
    const { style_code: styleCode, composition, care } = facts.ofProduct(product);
    const checked = checkFacts({
      styleCode: styleCode ?? null,
      composition: composition ? JSON.parse(composition as string) : [],
      care: (care as string[] | undefined) ?? [],
    });
    return isRefusal(checked) ? [{ slug: product.slug, checked }] : [];
  });
  expect(refusedFacts).toEqual([]);
});

test("the codes of a demo garment's sizes are valid and unique", () => {
  const codes = clothes.flatMap((product) => product.sizes.map(({ name }) => facts.ofSize(product, name)));
  const sizesWithCodes = codes.filter(({ sku }) => sku);
  expect(sizesWithCodes.length).toBeGreaterThan(1_000);
  expect(
    sizesWithCodes.filter(({ sku, gtin, weight_grams: weight }) =>
      isRefusal(readSizeCodes({ sku: sku!, gtin: gtin!, weightGrams: String(weight) })),
    ),
  ).toEqual([]);
  expect(new Set(sizesWithCodes.map(({ sku }) => sku)).size).toBe(sizesWithCodes.length);
  expect(new Set(sizesWithCodes.map(({ gtin }) => gtin)).size).toBe(sizesWithCodes.length);
});

test("garments of one style have one name, and the garments of one brand have no facts", () => {
  const styles = Map.groupBy(
    clothes.filter((product) => facts.ofProduct(product).style_code),
    (product) => facts.ofProduct(product).style_code,
  );
  for (const products of styles.values()) expect(new Set(products.map(({ name }) => name)).size).toBe(1);
  const productsWithoutFacts = clothes.filter((product) => !facts.ofProduct(product).style_code);
  expect(new Set(productsWithoutFacts.flatMap(({ brands }) => brands))).toEqual(new Set(["tejamanil"]));
});

test.each([
  ["jeans-entallados-con-elastano-mezclilla-oscuro", "98 Algodón, 2 Elastano", "Queda ajustada"],
  ["falda-plisada-midi-negro", "97 Poliéster, 3 Elastano", null],
  ["camisa-manga-corta-a-cuadritos-blanco-y-azul-rey", "100 Algodón", null],
])("%s is made of %s and has the fit note %s", (slug, composition, fitNote) => {
  const product = clothes.find((each) => each.slug === slug)!;
  const productFacts = facts.ofProduct(product);
  const fibers = JSON.parse(productFacts.composition as string) as { fiber: string; percent: number }[];
  expect(fibers.map(({ fiber, percent }) => `${percent} ${fiber}`).join(", ")).toBe(composition);
  expect(productFacts.fit_note ?? null).toEqual(fitNote === null ? null : expect.stringContaining(fitNote));
});
