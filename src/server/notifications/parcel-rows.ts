import { shownLineName } from "../../domain/cart-line.ts";
import type { OrderRow } from "../orders/queries.ts";

/** Whether the order is sent in more than one parcel. */
export function hasSeveralParcels({ parcels, unpackedLines }: OrderRow): boolean {
  return parcels.length + (unpackedLines.length > 0 ? 1 : 0) > 1;
}

/** The content of a parcel, one row per line. */
export function parcelRows({ lines }: OrderRow["parcels"][number]): [string, string][] {
  return lines.map(({ name, pieces }) => [shownLineName(name, false), pieces === 1 ? "1 pieza" : `${pieces} piezas`]);
}
