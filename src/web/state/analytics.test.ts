import { expect, test } from "vitest";
import type { AnalyticsEvent } from "./analytics.ts";

let pageCount = 0;

/** Imports a new instance of the module, as a new page does: each new query string creates another instance. */
async function openPage() {
  const moduleUrl = `./analytics.ts?page=${pageCount++}`;
  const { track, listen } = (await import(moduleUrl)) as typeof import("./analytics.ts");
  const events: AnalyticsEvent[] = [];
  return {
    track,
    listen,
    events,
    names: () => events.map((event) => event.name),
    listener: (event: AnalyticsEvent) => events.push(event),
  };
}

test("a consent sends the unsent events of the current page, not of earlier pages", async () => {
  const page = await openPage();
  page.track("page_view", null);
  page.track("search", { term: "jeans" });
  page.track("page_view", null);
  page.track("search", { term: "lino" });
  page.listen(page.listener);
  expect(page.names()).toEqual(["page_view", "search"]);
  expect(page.events[1]!.data).toEqual({ term: "lino" });
  page.track("page_view", null);
  expect(page.names()).toEqual(["page_view", "search", "page_view"]);
});

test("only the last twenty events are kept until the consent", async () => {
  const page = await openPage();
  for (let index = 0; index < 30; index++) page.track("search", { term: String(index) });
  page.listen(page.listener);
  expect(page.events).toHaveLength(20);
  expect(page.events[0]!.data).toEqual({ term: "10" });
});

test("an error of the provider is not thrown by track()", async () => {
  const page = await openPage();
  page.listen(() => {
    throw new Error("blocked");
  });
  expect(() => page.track("page_view", null)).not.toThrow();
});
