import { setTimeout as sleep } from "node:timers/promises";
import type { BenchShop } from "../bench-shop.ts";
import { readAndResetEventLoopDelayMs, OfficeClient } from "../office-client.ts";
import { signInNewMember } from "../office-pages.ts";
import type { Row } from "../table.ts";
import type { Measurement } from "./measurement.ts";

const PRODUCT_COUNT = 12_500;
const SIZE_NAMES = ["CH", "M", "G", "XG"];
/** The lines of the file without its header: one for each size of each product. */
const FILE_LINE_COUNT = PRODUCT_COUNT * SIZE_NAMES.length;
const READ_AND_IMPORT_BUDGET_S = 60;
const BUDGET_DELAY_MS = 50;
const TIMEOUT_MS = 600_000;

/** Reads and imports a catalogue from a file that staff upload, and measures the event loop delay meanwhile. */
export const imports: Measurement = {
  name: "import",
  async measure(shop) {
    const cookie = await signInNewMember(shop, { role: "owner", shopId: null });
    const office = new OfficeClient(shop.port, cookie);
    const form = new FormData();
    form.set("file", new File([makeCsv()], "catalogo.csv", { type: "text/csv" }));
    await readAndResetEventLoopDelayMs(office); // It resets the measurement.
    const readStartedAt = performance.now();
    const location = await office.post("/panel/productos/importar", form);
    const readMs = performance.now() - readStartedAt;
    const readDelayMs = await readAndResetEventLoopDelayMs(office);
    const importStartedAt = performance.now();
    await office.post(location, new URLSearchParams({ intent: "start" }));
    await waitUntilImported(shop, location.split("/").at(-1)!);
    const importMs = performance.now() - importStartedAt;
    const importDelayMs = await readAndResetEventLoopDelayMs(office);
    const label = `file of ${FILE_LINE_COUNT.toLocaleString("en")} lines`;
    const seconds = (readMs + importMs) / 1_000;
    return [
      {
        label: `${label}, read and imported`,
        measured: `${seconds.toFixed(0)} s (read ${(readMs / 1_000).toFixed(0)})`,
        budget: `≤ ${READ_AND_IMPORT_BUDGET_S} s`,
        isMet: seconds <= READ_AND_IMPORT_BUDGET_S,
      },
      toRow(`${label}, event loop delay while it is read`, readDelayMs),
      toRow(`${label}, event loop delay while it is imported`, importDelayMs),
    ];
  },
};

function toRow(label: string, delayMs: number): Row {
  return {
    label,
    measured: `p99 ${delayMs.toFixed(0)} ms`,
    budget: `≤ ${BUDGET_DELAY_MS} ms`,
    isMet: delayMs <= BUDGET_DELAY_MS,
  };
}

async function waitUntilImported(shop: BenchShop, id: string): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  while (performance.now() < deadline) {
    const { rows } = await shop.query("SELECT state FROM imports WHERE id = $1", [id]);
    const [{ state }] = rows as [{ state: string }];
    if (state === "done") return;
    if (state === "stopped") throw new Error("the import stopped");
    await sleep(200);
  }
  throw new Error("the import did not end");
}

function makeCsv(): string {
  const lines = ["Clave,Nombre,Precio,Color,Talla,Piezas"];
  for (let n = 0; n < PRODUCT_COUNT; n++) {
    for (const size of SIZE_NAMES) lines.push(`B-${n},Vestido de lino ${n},${300 + (n % 900)},Azul,${size},${n % 7}`);
  }
  return lines.join("\n");
}
