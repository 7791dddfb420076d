import { expect, test } from "vitest";
import type { AnalyticsEvent } from "./analytics.ts";

let pages = 0;

/** A page of its own: the bus belongs to one. Another query is another instance of the module. */
async function openPage() {
  const address = `./analytics.ts?page=${pages++}`;
  const { track, listen } = (await import(address)) as typeof import("./analytics.ts");
  const heard: AnalyticsEvent[] = [];
  return {
    track,
    listen,
    heard,
    names: () => heard.map((event) => event.name),
    hear: (e: AnalyticsEvent) => heard.push(e),
  };
}

test("a consent sends what waits of the page on show, not of those before", async () => {
  const page = await openPage();
  page.track("page_view", null);
  page.track("search", { term: "jeans" });
  page.track("page_view", null);
  page.track("search", { term: "lino" });
  page.listen(page.hear);
  expect(page.names()).toEqual(["page_view", "search"]);
  expect(page.heard[1]!.about).toEqual({ term: "lino" });
  page.track("page_view", null);
  expect(page.names()).toEqual(["page_view", "search", "page_view"]);
});

test("no more than the last twenty wait", async () => {
  const page = await openPage();
  for (let n = 0; n < 30; n++) page.track("search", { term: String(n) });
  page.listen(page.hear);
  expect(page.heard).toHaveLength(20);
  expect(page.heard[0]!.about).toEqual({ term: "10" });
});

test("a provider that breaks is nobody else's error", async () => {
  const page = await openPage();
  page.listen(() => {
    throw new Error("blocked");
  });
  expect(() => page.track("page_view", null)).not.toThrow();
});
