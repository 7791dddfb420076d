import { expect, test } from "vitest";
import { countText } from "./count-text.server.ts";

const garment = { isDigital: false };
const ticket = { isDigital: true };

test.each([
  [0, [], false, "No hay productos para mostrar en esta categoría o búsqueda"],
  [1, [garment], false, "1 producto"],
  [1234, [garment, ticket], true, "1,234 productos"],
  [1, [ticket], false, "1 evento"],
  [10, [ticket, ticket], true, "10 eventos"],
  // A search may find garments on the next page.
  [10, [ticket, ticket], false, "10 productos"],
])("a list of %i products that shows %j (category: %s) has the text «%s»", (total, products, isCategory, text) => {
  expect(countText({ total, products, isCategory })).toBe(text);
});
