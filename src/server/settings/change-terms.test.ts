import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isRefusal } from "../../domain/refusal.ts";
import { CONSOLE_ACTOR } from "../change-log/change-log.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { storeBannerPicture } from "./banner-picture.ts";
import { versionOfParts } from "../shops/change-shop.ts";
import { changeTerms, type TermsPage } from "./change-terms.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.stop());

const saveTerms = async (pages: TermsPage[]) => {
  const norte = await testApp.findShop("norte");
  return changeTerms(testApp.app, norte, { pages, seen: versionOfParts(norte, ["terms"]) }, CONSOLE_ACTOR);
};
const readTerms = async () => (await testApp.findShop("norte")).terms;

test("a changed text is a new version, an unchanged one is not, and pictures stay until they are removed", async () => {
  const termsBefore = await readTerms();
  const samePages = termsBefore.pages.map(({ title, text }) => ({ title, text }));
  await saveTerms(samePages);
  expect(await readTerms()).toEqual(termsBefore);

  await saveTerms([{ title: "Otra", text: "Regla" }, samePages[1]!]);
  const termsAfter = await readTerms();
  expect(termsAfter.version).not.toBe(termsBefore.version);
  expect(termsAfter.pages.map(({ picture }) => picture)).toEqual(termsBefore.pages.map(({ picture }) => picture));

  await saveTerms([
    { title: "Otra", text: "Regla", picture: null },
    { title: "", text: "" },
  ]);
  expect((await readTerms()).pages).toEqual([{ picture: null, title: "Otra", text: "Regla" }]);
});

test("a page without text and a file that is not a picture change nothing", async () => {
  const termsBefore = await readTerms();
  expect(await saveTerms([{ title: "Sola", text: "" }])).toMatchObject({ refused: "bad_value" });
  const script = readFileSync(import.meta.filename);
  expect(isRefusal(await saveTerms([{ title: "A", text: "B", picture: script }]))).toBe(true);
  expect(await readTerms()).toEqual(termsBefore);
});

test("an uploaded picture has its own URL", async () => {
  const picture = readFileSync("docs/shop.webp");
  expect(isRefusal(await saveTerms([{ title: "A", text: "B", picture }]))).toBe(false);
  expect((await readTerms()).pages[0]!.picture).toMatch(/^\/pictures\/[\w-]+\.\d+\.webp$/);
});

test("the URL of an uploaded banner cannot be mistaken for that of a demo banner", async () => {
  const url = await storeBannerPicture(testApp.app, readFileSync("docs/shop.webp"), "Rebajas");
  expect(url).toMatch(/^\/pictures\//);
  expect(url).not.toMatch(/\.1600\.webp$/);
});
