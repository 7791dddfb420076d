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

const write = async (pages: TermsPage[]) => {
  const norte = await testApp.findShop("norte");
  return changeTerms(testApp.app, norte, { pages, seen: versionOfParts(norte, ["terms"]) }, CONSOLE_ACTOR);
};
const terms = async () => (await testApp.findShop("norte")).terms;

test("a changed text is a new version, an unchanged one is not, and pictures stay until they are removed", async () => {
  const before = await terms();
  const same = before.pages.map(({ title, text }) => ({ title, text }));
  await write(same);
  expect(await terms()).toEqual(before);

  await write([{ title: "Otra", text: "Regla" }, same[1]!]);
  const after = await terms();
  expect(after.version).not.toBe(before.version);
  expect(after.pages.map(({ picture }) => picture)).toEqual(before.pages.map(({ picture }) => picture));

  await write([
    { title: "Otra", text: "Regla", picture: null },
    { title: "", text: "" },
  ]);
  expect((await terms()).pages).toEqual([{ picture: null, title: "Otra", text: "Regla" }]);
});

test("a page without text and a file that is not a picture change nothing", async () => {
  const before = await terms();
  expect(await write([{ title: "Sola", text: "" }])).toMatchObject({ refused: "bad_value" });
  const script = readFileSync(import.meta.filename);
  expect(isRefusal(await write([{ title: "A", text: "B", picture: script }]))).toBe(true);
  expect(await terms()).toEqual(before);
});

test("an uploaded picture has its own URL", async () => {
  const picture = readFileSync("docs/shop.webp");
  expect(isRefusal(await write([{ title: "A", text: "B", picture }]))).toBe(false);
  expect((await terms()).pages[0]!.picture).toMatch(/^\/pictures\/[\w-]+\.\d+\.webp$/);
});

test("the URL of an uploaded banner cannot be mistaken for that of a demo banner", async () => {
  const url = await storeBannerPicture(testApp.app, readFileSync("docs/shop.webp"), "Rebajas");
  expect(url).toMatch(/^\/pictures\//);
  expect(url).not.toMatch(/\.1600\.webp$/);
});
