import { expect, test } from "vitest";
import type { HomeSection } from "../../../../contract/home-sections.ts";
import { arrangeSections } from "./home-form.server.ts";

const HOME: HomeSection[] = (["hero", "categories", "list", "story"] as const).map((kind) => ({ kind, shown: true }));

test.each([
  ["up 1", "categories hero list story"],
  ["up 0", "hero categories list story"],
  ["down 2", "hero categories story list"],
  ["down 3", "hero categories list story"],
  ["drop 1", "hero list story"],
  ["add row", "hero categories row list story"],
  ["add look", "hero categories look list story"],
  ["up 9", "hero categories list story"],
  ["add nothing", "hero categories list story"],
  ["", "hero categories list story"],
])("after «%s» the sections are %s", (intent, kinds) => {
  expect(arrangeSections(HOME, intent).map(({ kind }) => kind)).toEqual(kinds.split(" "));
});
