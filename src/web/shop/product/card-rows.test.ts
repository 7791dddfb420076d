import { expect, test } from "vitest";
import { cardRowsOf } from "./card-rows.ts";

const [BLOUSE, SKIRT, BELT] = [{ id: "blouse" }, { id: "skirt" }, { id: "belt" }];
const [LOOK_TITLE, RELATED_TITLE, NO_RELATED_TITLE] = ["Completa el look", "También te puede gustar", "Sigue mirando"];

test.each([
  {
    name: "related products that are in the look are shown once",
    look: [BLOUSE],
    related: [BLOUSE, SKIRT],
    rows: [
      [LOOK_TITLE, [BLOUSE]],
      [RELATED_TITLE, [SKIRT]],
    ],
  },
  {
    name: "if all related products are in the look, the last row has only its select",
    look: [BLOUSE, SKIRT],
    related: [SKIRT, BLOUSE],
    rows: [
      [LOOK_TITLE, [BLOUSE, SKIRT]],
      [NO_RELATED_TITLE, []],
    ],
  },
  { name: "without a look there is only the last row", look: [], related: [BELT], rows: [[RELATED_TITLE, [BELT]]] },
  {
    name: "a product without related ones keeps the row with the select",
    look: [],
    related: [],
    rows: [[NO_RELATED_TITLE, []]],
  },
])("$name", ({ look, related, rows }) => {
  const actualRows = cardRowsOf(look, related);
  expect(actualRows.map(({ title, cards }) => [title, cards])).toEqual(rows);
  expect(actualRows.map(({ isLast }) => isLast)).toEqual(rows.map((_, index) => index === rows.length - 1));
});
