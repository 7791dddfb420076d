import { afterAll, beforeAll, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { formatLegalSections, parseLegalSections } from "../../domain/legal-text.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { changeLegalText, listLegalVersions, versionOfLegalText } from "./legal-texts.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.stop());

const sectionsOf = (text: string) => [{ title: "Quién vende", paragraphs: [text, ["uno", "dos"]] }];
const MARTA = { memberId: null, name: "Marta", ip: null };

test("every change is stored as a version, also the return to the standard text, and an old version can be restored", async () => {
  const norte = await testApp.findShop("norte");
  const saveTerms = (sections: ReturnType<typeof sectionsOf> | null) =>
    changeLegalText(testApp.app, norte, { page: "terms", sections }, MARTA);
  expect(await saveTerms(sectionsOf("A"))).toBe(true);
  expect(await saveTerms(sectionsOf("A"))).toBe(false);
  expect(await saveTerms(null)).toBe(true);
  expect(await saveTerms(sectionsOf("B"))).toBe(true);
  const versions = await listLegalVersions(testApp.app.genericPlanDb, norte.id, "terms");
  expect(versions.map(({ actor, sections }) => [actor, sections?.[0]?.paragraphs[0]])).toEqual([
    ["Marta", "B"],
    ["Marta", undefined],
    ["Marta", "A"],
  ]);
  expect(await saveTerms(versions[2]!.sections as ReturnType<typeof sectionsOf>)).toBe(true);
});

test("the second of two concurrent changes is refused", async () => {
  const norte = await testApp.findShop("norte");
  const seen = await versionOfLegalText(testApp.app.genericPlanDb, norte.id, "returns");
  const results = await Promise.all(
    ["C", "D"].map((text) =>
      changeLegalText(testApp.app, norte, { page: "returns", sections: sectionsOf(text), seen }, MARTA),
    ),
  );
  expect(results.filter(isRefusal)).toEqual([{ refused: "edit_conflict" }]);
});

test("a text that is opened and saved unchanged stays the same", () => {
  expect(parseLegalSections(formatLegalSections(sectionsOf("Uno.")))).toEqual(sectionsOf("Uno."));
});
