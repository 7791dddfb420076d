import { expect, test } from "vitest";
import { cardRowsOf } from "./card-rows.ts";

const [BLOUSE, SKIRT, BELT] = [{ id: "blouse" }, { id: "skirt" }, { id: "belt" }];
const [LOOK, RELATED, NONE] = ["Completa el look", "También te puede gustar", "Sigue mirando"];

test.each([
  {
    name: "related products that are in the look are shown once",
    look: [BLOUSE],
    related: [BLOUSE, SKIRT],
    rows: [
      [LOOK, [BLOUSE]],
      [RELATED, [SKIRT]],
    ],
  },
  {
    name: "if all are in the look, the last row has only its select",
    look: [BLOUSE, SKIRT],
    related: [SKIRT, BLOUSE],
    rows: [
      [LOOK, [BLOUSE, SKIRT]],
      [NONE, []],
    ],
  },
  { name: "without a look there is one row", look: [], related: [BELT], rows: [[RELATED, [BELT]]] },
  { name: "a product without related ones keeps the row with the select", look: [], related: [], rows: [[NONE, []]] },
])("$name", ({ look, related, rows }) => {
  const shown = cardRowsOf(look, related);
  expect(shown.map(({ title, cards }) => [title, cards])).toEqual(rows);
  expect(shown.map(({ isLast }) => isLast)).toEqual(rows.map((_, index) => index === rows.length - 1));
});
