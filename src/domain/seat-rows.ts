/** A row of seats in the order of their numbers, or the seats without a row in the given order. */
export interface SeatRow<Seat> {
  /** "A". Null for seats whose name has no row. */
  row: string | null;
  /** `number` is "01", or the whole name of a seat without a row. */
  seats: { seat: Seat; number: string }[];
}

/** "Boleto A-01", "Platea 12-4": the row and the number at the end of the name. */
const SEAT_NAME_PATTERN = /^(?:.*\s)?([\p{L}\d]{1,3})-(\d{1,4})$/u;

/** Seats by row: A to Z, then AA. Numbers are sorted as numbers. Seats without a row come last, in the given order. */
export function groupSeatsByRow<Seat extends { name: string }>(seats: readonly Seat[]): SeatRow<Seat>[] {
  const rows = new Map<string | null, SeatRow<Seat>["seats"]>();
  for (const seat of seats) {
    const [, row = null, number = seat.name] = SEAT_NAME_PATTERN.exec(seat.name) ?? [];
    rows.set(row, [...(rows.get(row) ?? []), { seat, number }]);
  }
  const { compare } = new Intl.Collator("es", { numeric: true });
  return [...rows]
    .map(([row, rowSeats]) => ({
      row,
      seats: row === null ? rowSeats : rowSeats.toSorted((a, b) => compare(a.number, b.number)),
    }))
    .toSorted((a, b) =>
      a.row === null || b.row === null
        ? Number(a.row === null) - Number(b.row === null)
        : a.row.length - b.row.length || compare(a.row, b.row),
    );
}
