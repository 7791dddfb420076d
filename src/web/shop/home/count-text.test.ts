import { expect, test } from "vitest";
import { countText } from "./count-text.server.ts";

const garment = { isDigital: false };
const ticket = { isDigital: true };

test.each([
  [0, [], "0 productos"],
  [1, [garment], "1 producto"],
  [1234, [garment, ticket], "1,234 productos"],
  [1, [ticket], "1 evento"],
  [10, [ticket, ticket], "10 eventos"],
])("%i of %j are «%s»", (total, shown, text) => expect(countText(total, shown)).toBe(text));
