import { useState } from "react";
import { officePaths } from "../../paths.ts";

export interface ShipRow {
  reference: number;
  trackingNumber: string;
  customer: string | null;
  carrier: string | null;
  wantedCarrier: string | null;
  outcome: "ready" | "sent" | "refused";
  sentence: string;
  sameTracking: readonly number[];
}

/** Orders of one call: some 100 ms, so that the bar moves and a cut loses sight of few. */
const PART = 20;

/** A row of the list as it is read again: what the columns were. */
export function lineOf({ reference, trackingNumber, wantedCarrier }: ShipRow): string {
  return [reference, trackingNumber, wantedCarrier ?? ""].join("\t");
}

/**
 * Sends the rows that are ready in parts, one after the other, and shows each part's outcome as it comes. Where a call
 * fails it stops; what was not heard of is asked again when she goes on, which sends nothing twice.
 */
export function useShipInParts(verdicts: readonly ShipRow[]) {
  const [rows, setRows] = useState(verdicts);
  const [state, setState] = useState<"still" | "busy" | "cut">("still");
  const total = verdicts.filter(({ outcome }) => outcome === "ready").length;
  const left = rows.filter(({ outcome }) => outcome === "ready").length;

  async function run() {
    setState("busy");
    let now = rows;
    try {
      for (;;) {
        const part = now.filter(({ outcome }) => outcome === "ready").slice(0, PART);
        if (part.length === 0) break;
        const heard = await shipPart(part);
        now = now.map((row) => heard.get(row.reference) ?? row);
        setRows(now);
      }
      setState("still");
    } catch {
      setState("cut");
    }
  }
  return { rows, total, left, state, start: () => void run() };
}

async function shipPart(part: readonly ShipRow[]): Promise<Map<number, ShipRow>> {
  const body = new URLSearchParams({ lista: part.map(lineOf).join("\n") });
  const answer = await fetch(officePaths.shippingPart, { method: "POST", body });
  if (!answer.ok) throw new Error(`part refused: ${answer.status}`);
  const rows = (await answer.json()) as ShipRow[];
  const isWhole = part.every(({ reference }) => rows.some((row) => row.reference === reference));
  // Going on without an answer for each would ask for the same ones for ever.
  if (!isWhole) throw new Error("part not answered whole");
  return new Map(rows.map((row) => [row.reference, row]));
}
