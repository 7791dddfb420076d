import { useState } from "react";
import { officePaths } from "../../paths.ts";

export interface ShipRow {
  reference: number;
  trackingNumber: string;
  customer: string | null;
  carrier: string | null;
  typedCarrier: string | null;
  outcome: "ready" | "sent" | "refused";
  sentence: string;
  ordersWithSameTracking: readonly number[];
}

/** The number of orders in one request of about 100 ms. It shows progress, and a lost connection affects few orders. */
const PART_SIZE = 20;

/** Writes a row as a line of the list. The name of a carrier is quoted, because it may contain a separator. */
export function lineOf({ reference, trackingNumber, typedCarrier }: ShipRow): string {
  const carrier = typedCarrier === null ? "" : `"${typedCarrier.replaceAll('"', '""')}"`;
  return [reference, trackingNumber, carrier].join("\t");
}

/**
 * Ships the rows that are ready in parts, one part after the other, and shows each part's outcome. A failed request
 * stops the run. To continue, the rows that are still `ready` are sent again, which ships nothing twice.
 */
export function useShipInParts(initialRows: readonly ShipRow[]) {
  const [rows, setRows] = useState(initialRows);
  const [state, setState] = useState<"idle" | "busy" | "interrupted">("idle");
  const totalCount = initialRows.filter(({ outcome }) => outcome === "ready").length;
  const remainingCount = rows.filter(({ outcome }) => outcome === "ready").length;

  async function shipAllParts() {
    setState("busy");
    let currentRows = rows;
    try {
      for (;;) {
        const part = currentRows.filter(({ outcome }) => outcome === "ready").slice(0, PART_SIZE);
        if (part.length === 0) break;
        const results = await shipPart(part);
        currentRows = currentRows.map((row) => results.get(row.reference) ?? row);
        setRows(currentRows);
      }
      setState("idle");
    } catch {
      setState("interrupted");
    }
  }
  return { rows, totalCount, remainingCount, state, startShipping: () => void shipAllParts() };
}

async function shipPart(part: readonly ShipRow[]): Promise<Map<number, ShipRow>> {
  const body = new URLSearchParams({ lista: part.map(lineOf).join("\n") });
  const response = await fetch(officePaths.shipListPart, { method: "POST", body });
  if (!response.ok) throw new Error(`Part refused: ${response.status}`);
  const rows = (await response.json()) as ShipRow[];
  const isComplete = part.every(({ reference }) => rows.some((row) => row.reference === reference));
  // A row that the response lacks would stay `ready`, and would be sent again forever.
  if (!isComplete) throw new Error("The response lacks orders of the part");
  return new Map(rows.map((row) => [row.reference, row]));
}
