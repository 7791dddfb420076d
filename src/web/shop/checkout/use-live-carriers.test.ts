import { parseHTML } from "linkedom";
import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Cart } from "../../../contract/carts.ts";
import type { Carrier } from "../../../contract/orders.ts";
import { useLiveCarriers } from "./use-live-carriers.ts";

beforeEach(() => {
  const { window, document } = parseHTML("<html><body></body></html>");
  vi.stubGlobal("window", window);
  vi.stubGlobal("document", document);
});
afterEach(() => vi.unstubAllGlobals());

const CART = { _id: "cart", summary: { pieces: 1 } } as Cart;
const LOADED_CARRIERS = [{ _id: "live", isLive: true, price: 150 } as Carrier];

/** Opens a page that lists the prices of the carriers for a postal code. */
function openPage() {
  let prices: number[] = [];
  function Page({ postalCode }: { postalCode: string }) {
    prices = useLiveCarriers(CART, LOADED_CARRIERS, postalCode).map(({ price }) => price);
    return null;
  }
  const root = createRoot(document.createElement("main"));
  return {
    prices: () => prices,
    show: (postalCode: string) => root.render(createElement(Page, { postalCode })),
    close: () => root.unmount(),
  };
}

test("after a failed request, the prices for the previous postal code are no longer shown", async () => {
  const answers = [Response.json({ docs: [{ ...LOADED_CARRIERS[0], price: 99 }] }), Response.error()];
  vi.stubGlobal("fetch", async () => answers.shift());
  const page = openPage();
  page.show("06700");
  await vi.waitFor(() => expect(page.prices()).toEqual([99]));
  page.show("97000");
  await vi.waitFor(() => expect(page.prices()).toEqual([150]));
  page.close();
});
