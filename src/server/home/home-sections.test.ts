import { expect, test } from "vitest";
import { DEFAULT_HOME_SECTIONS, HomeSections } from "../../contract/home-sections.ts";
import { ShopSettings } from "../../contract/shop.ts";
import { DEFAULT_SETTINGS } from "../shops/create-empty-head-office.ts";

const LIST = { kind: "list", shown: true };
const makeRowSection = (more: object = {}) => ({
  kind: "row",
  shown: true,
  title: "Lo nuevo",
  source: "new",
  slug: "",
  ...more,
});

test("settings without a storefront get the default front page", () => {
  const { storefront: _storefront, ...storedSettings } = DEFAULT_SETTINGS;
  expect(ShopSettings.parse(storedSettings).storefront).toEqual({
    messages: "line",
    typeface: "editorial",
    home: DEFAULT_HOME_SECTIONS,
  });
  const earlierSettings = { ...storedSettings, storefront: { messages: "marquee" } };
  expect(ShopSettings.parse(earlierSettings).storefront).toEqual({
    messages: "marquee",
    typeface: "editorial",
    home: DEFAULT_HOME_SECTIONS,
  });
});

test.each([
  [[LIST]],
  [[LIST, makeRowSection(), makeRowSection(), makeRowSection(), makeRowSection()]],
  [[LIST, makeRowSection({ source: "brand", slug: "nopal" })]],
])("%j is a valid front page", (sections) => {
  expect(HomeSections.safeParse(sections).success).toBe(true);
});

test.each([
  [[], "La lista de todos los productos siempre se ve: en ella se filtra y se busca"],
  [[{ ...LIST, shown: false }], "La lista de todos los productos siempre se ve: en ella se filtra y se busca"],
  [[LIST, LIST], "Cada sección va una sola vez"],
  [
    [LIST, makeRowSection(), makeRowSection(), makeRowSection(), makeRowSection(), makeRowSection()],
    "Caben 4 filas de productos",
  ],
  [[LIST, makeRowSection({ title: " " })], "Escribe un título"],
  [[LIST, makeRowSection({ source: "category" })], "Elige la categoría o la marca de la fila"],
])("%j is refused: %s", (sections, error) => {
  expect(HomeSections.safeParse(sections).error?.issues[0]?.message).toBe(error);
});
