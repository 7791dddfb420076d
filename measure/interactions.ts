import type { Page } from "@playwright/test";

/** A press of a button or key by a visitor. */
interface Interaction {
  name: string;
  /** Prepares the page for the interaction. It is not measured. */
  prepare?: (page: Page) => Promise<unknown>;
  act: (page: Page) => Promise<unknown>;
}

interface Visit {
  path: string;
  interactions: Interaction[];
}

const closeDialog = (page: Page): Promise<void> => page.keyboard.press("Escape");

/** Frequent interactions of customers on a phone. */
function listVisits(productPath: string): Visit[] {
  return [
    {
      path: "/?category=mujer",
      interactions: [
        { name: "menu opened", act: (page) => page.getByLabel("Menú", { exact: true }).tap() },
        {
          name: "menu closed",
          act: (page) => page.getByLabel("Menú", { exact: true }).tap(),
        },
        { name: "filters opened", act: (page) => page.getByRole("button", { name: "Filtrar" }).tap() },
        {
          name: "size ticked in the filters",
          act: (page) =>
            page
              .getByRole("dialog", { name: "Filtrar" })
              .getByRole("checkbox", { name: /^CH \d/ })
              .tap(),
        },
        {
          name: "sizes of a card opened",
          prepare: closeDialog,
          act: (page) =>
            page
              .getByRole("button", { name: /^Agregar .* al carrito/ })
              .first()
              .tap(),
        },
      ],
    },
    {
      path: productPath,
      interactions: [
        { name: "size sheet opened", act: (page) => page.getByRole("button", { name: /^Elige talla/ }).tap() },
        {
          name: "size chosen",
          act: (page) => page.getByRole("dialog").getByRole("radio", { disabled: false }).first().tap(),
        },
        {
          name: "piece added to the cart",
          act: (page) => page.getByRole("dialog").getByRole("button", { name: "Agregar al carrito" }).tap(),
        },
        {
          name: "picture enlarged",
          prepare: async (page) => {
            await closeDialog(page);
            await page.evaluate(() => scrollTo(0, 0));
          },
          act: (page) => page.getByRole("button", { name: /^Ampliar foto 1/ }).tap(),
        },
      ],
    },
    {
      path: "/",
      interactions: [
        {
          name: "search field focused",
          act: (page) => page.getByRole("combobox", { name: "Buscar en la tienda" }).tap(),
        },
        { name: "character typed in the search", act: (page) => page.keyboard.press("v") },
      ],
    },
  ];
}

/** The wait after an interaction. Its frame is shown within this time, even on the slow processor. */
const FRAME_WAIT_MS = 1_200;

/**
 * The milliseconds from the press to the next frame, by the name of the interaction. Browsers report them for INP in
 * multiples of eight (Event Timing). `throttle` is how many times slower the processor is.
 */
export async function measureInteractions(
  page: Page,
  productPath: string,
  throttle: number,
): Promise<Map<string, number>> {
  const client = await page.context().newCDPSession(page);
  const durations = new Map<string, number>();
  for (const { path, interactions } of listVisits(productPath)) {
    await client.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    await page.goto(path);
    await page.waitForFunction(() => "__ready" in window);
    await page.waitForTimeout(FRAME_WAIT_MS);
    await client.send("Emulation.setCPUThrottlingRate", { rate: throttle });
    for (const { name, prepare, act } of interactions) {
      await prepare?.(page);
      await page.waitForTimeout(FRAME_WAIT_MS);
      await page.evaluate(watchInteractions);
      await act(page);
      await page.waitForTimeout(FRAME_WAIT_MS);
      const longestMs = await page.evaluate(() => window.longestInteractionMs);
      if (longestMs === undefined) throw new Error(`${name}: another page was loaded`);
      durations.set(name, longestMs);
    }
  }
  await client.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  return durations;
}

declare global {
  interface Window {
    longestInteractionMs?: number;
  }
}

/** Runs in the browser. Interactions shorter than 16 ms are not reported and count as 0. */
function watchInteractions(): void {
  window.longestInteractionMs = 0;
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      if (entry.interactionId === 0) continue;
      window.longestInteractionMs = Math.max(window.longestInteractionMs ?? 0, entry.duration);
    }
  });
  observer.observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
}
