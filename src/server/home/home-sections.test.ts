import { expect, test } from "vitest";
import { DEFAULT_HOME, HomeSections } from "../../contract/home-sections.ts";
import { ShopSettings } from "../../contract/shop.ts";
import { DEFAULT_SETTINGS } from "../shops/create-empty-head-office.ts";

const LIST = { kind: "list", shown: true };
const makeRow = (more: object = {}) => ({
  kind: "row",
  shown: true,
  title: "Lo nuevo",
  source: "new",
  slug: "",
  ...more,
});

test("settings without a storefront get the default front page", () => {
  const { storefront: _storefront, ...stored } = DEFAULT_SETTINGS;
  expect(ShopSettings.parse(stored).storefront).toEqual({
    messages: "line",
    typeface: "editorial",
    home: DEFAULT_HOME,
  });
  const earlier = { ...stored, storefront: { messages: "marquee" } };
  expect(ShopSettings.parse(earlier).storefront).toEqual({
    messages: "marquee",
    typeface: "editorial",
    home: DEFAULT_HOME,
  });
});

test.each([
  [[LIST]],
  [[LIST, makeRow(), makeRow(), makeRow(), makeRow()]],
  [[LIST, makeRow({ source: "brand", slug: "nopal" })]],
])("%j is a valid front page", (sections) => {
  expect(HomeSections.safeParse(sections).success).toBe(true);
});

test.each([
  [[], "La lista de todos los productos siempre se ve: en ella se filtra y se busca"],
  [[{ ...LIST, shown: false }], "La lista de todos los productos siempre se ve: en ella se filtra y se busca"],
  [[LIST, LIST], "Cada sección va una sola vez"],
  [[LIST, makeRow(), makeRow(), makeRow(), makeRow(), makeRow()], "Caben 4 filas de productos"],
  [[LIST, makeRow({ title: " " })], "Escribe un título"],
  [[LIST, makeRow({ source: "category" })], "Elige la categoría o la marca de la fila"],
])("%j is refused: %s", (sections, error) => {
  expect(HomeSections.safeParse(sections).error?.issues[0]?.message).toBe(error);
});
