import { expect, test } from "vitest";
import { isListedProductKey, isUnitKey } from "../../src/domain/sat-keys.ts";
import { nameOfProductKey } from "../../src/domain/sat-product-keys.ts";
import { readDemoCatalog } from "./demo-catalog.ts";
import { satKeysOfCategory, satKeysOfProduct } from "./demo-sat-keys.ts";

const { products, categories } = readDemoCatalog();

/** The keys as an invoice resolves them: the product's own key, or its category's. */
function keysOf(product: (typeof products)[number]) {
  const categorySatKeys = satKeysOfCategory(product.categories[0]!);
  return {
    productKey: satKeysOfProduct(product).sat_product_key ?? categorySatKeys.sat_product_key,
    unitKey: categorySatKeys.sat_unit_key ?? "H87",
  };
}

test("every product of the demo, events included, has a product key and a unit key of our lists", () => {
  const productsWithKeys = products.map((product) => ({ name: product.name, ...keysOf(product) }));
  expect(productsWithKeys.filter(({ productKey }) => productKey === null || !isListedProductKey(productKey))).toEqual(
    [],
  );
  expect(productsWithKeys.filter(({ unitKey }) => !isUnitKey(unitKey))).toEqual([]);
});

test("no key is for a category that does not exist", () => {
  expect(categories.filter(({ slug }) => satKeysOfCategory(slug).sat_product_key !== null)).toHaveLength(19);
});

test.each([
  ["Tenis de lona bajos", "Calzado deportivo", "PR"],
  ["Falda plisada midi", "Vestidos o faldas o saris o kimonos para mujer", "H87"],
  ["Short de mezclilla tiro alto", "Pantalones largos o cortos o pantalonetas para mujer", "H87"],
  ["Bolsa tote de lona", "Bolsas para compras", "H87"],
  ["Concierto de Marea Lenta", "Conciertos", "E48"],
  ["Taller de bordado a mano", "Servicios de formación profesional en artesanías", "E48"],
  ["Bazar de diseño La Lagunita", "Carnavales y ferias", "E48"],
])("%s has the product key of '%s' and the unit %s", (name, keyName, unit) => {
  const keys = keysOf(products.find((product) => product.name === name)!);
  expect([nameOfProductKey(keys.productKey!), keys.unitKey]).toEqual([keyName, unit]);
});
