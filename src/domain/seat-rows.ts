/** A row of seats, in the order of their numbers. */
export interface SeatRow<S> {
  /** "A". Null for places whose name has no row. */
  row: string | null;
  seats: { seat: S; number: string }[];
}

/** "Boleto A-01", "Platea 12-4": the row and the number at the end of the name. */
const SEAT = /^(?:.*\s)?([\p{L}\d]{1,3})-(\d{1,4})$/u;

/** Places by row: A to Z, then AA, and numbers in their natural order. Places without a row come last, in the order they are given in. */
export function seatRows<S extends { name: string }>(seats: readonly S[]): SeatRow<S>[] {
  const rows = new Map<string | null, SeatRow<S>["seats"]>();
  for (const seat of seats) {
    const [, row = null, number = seat.name] = SEAT.exec(seat.name) ?? [];
    rows.set(row, [...(rows.get(row) ?? []), { seat, number }]);
  }
  const { compare } = new Intl.Collator("es", { numeric: true });
  return [...rows]
    .map(([row, own]) => ({
      row,
      seats: row === null ? own : own.toSorted((one, other) => compare(one.number, other.number)),
    }))
    .toSorted((one, other) =>
      one.row === null || other.row === null
        ? Number(one.row === null) - Number(other.row === null)
        : one.row.length - other.row.length || compare(one.row, other.row),
    );
}
