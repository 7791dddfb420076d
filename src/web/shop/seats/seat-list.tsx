import { useEffect, useId, useRef, type KeyboardEvent } from "react";
import { groupSeatsByRow } from "../../../domain/seat-rows.ts";
import { cx } from "../../ui/class-names.ts";

export interface Seat {
  id: string;
  name: string;
  /** How many pieces may be added now. 0 if the seat is taken. */
  max: number;
  /** Whether the seat is in the customer's cart. */
  isInCart?: boolean;
}

interface Props {
  seats: Seat[];
  chosenIds: ReadonlySet<string | null>;
  /** Whether several seats may be chosen. */
  isMultiple?: boolean;
  onToggle: (id: string) => void;
  /** Called when the customer presses a taken seat. */
  onPressTaken?: (id: string) => void;
}

/**
 * The seats of an event in their rows. Each seat is free, taken or in the customer's cart. The keys ↑ and ↓ move to a
 * free seat of another row. Where only one seat may be chosen, ← and → move to the previous and the next free seat.
 */
export default function SeatList({ seats, chosenIds, isMultiple, onToggle, onPressTaken }: Props) {
  const name = useId();
  const list = useRef<HTMLDivElement>(null);
  // Reports a seat that was pressed before this code was loaded.
  useEffect(() => {
    const pressedId = list.current?.querySelector<HTMLInputElement>("input:checked")?.value;
    if (pressedId !== undefined && !chosenIds.has(pressedId)) onToggle(pressedId);
    // oxlint-disable-next-line react/exhaustive-deps -- once
  }, []);
  const rows = groupSeatsByRow(seats);
  return (
    <div className="grid gap-3" data-part="seats">
      <div ref={list} className="-m-1 max-h-96 space-y-3 overflow-y-auto p-1" data-rows="">
        {rows.some(({ row }) => row !== null) && (
          <p aria-hidden className="bg-sand py-1.5 text-center text-xs text-soft">
            Escenario
          </p>
        )}
        {rows.map(({ row, seats: rowSeats }) => {
          const freeCount = rowSeats.filter(({ seat }) => isFree(seat)).length;
          return (
            <div
              key={row}
              role="group"
              data-row=""
              className="flex gap-2"
              aria-label={`${row === null ? "Sin fila" : `Fila ${row}`}, ${freeCount} ${freeCount === 1 ? "libre" : "libres"}`}
            >
              {row !== null && (
                <p aria-hidden className="w-5 pt-3 text-xs text-soft">
                  {row}
                </p>
              )}
              <div
                className={cx(
                  "grid flex-1 gap-1",
                  row === null ? "grid-cols-[repeat(auto-fill,minmax(7rem,1fr))]" : "grid-cols-5 xl:grid-cols-10",
                )}
              >
                {rowSeats.map(({ seat, number }) => (
                  <SeatButton
                    key={seat.id}
                    {...{ seat, number, name, isMultiple, onToggle, onPressTaken }}
                    isChosen={chosenIds.has(seat.id)}
                  />
                ))}
              </div>
            </div>
          );
        })}
      </div>
      <Legend hasSeatInCart={seats.some(({ isInCart }) => isInCart)} />
    </div>
  );
}

const SHAPE_CLASS = "relative grid place-items-center border text-sm tabular";
const TAKEN_CLASS = "border-line bg-line/50 text-soft line-through";
const IN_CART_CLASS = "border-success bg-success-soft text-success";

function SeatButton({
  seat,
  number,
  name,
  isMultiple,
  isChosen,
  onToggle,
  onPressTaken,
}: Omit<Props, "seats" | "chosenIds"> & { seat: Seat; number: string; name: string; isChosen: boolean }) {
  const isTaken = !seat.isInCart && seat.max === 0;
  const stateText = seat.isInCart ? ", en tu carrito" : isTaken ? ", ocupado" : "";
  return (
    // Pressing a taken seat opens 'Avísame'. The keyboard uses the button below instead.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <label
      onClick={() => isTaken && onPressTaken?.(seat.id)}
      className={cx(
        SHAPE_CLASS,
        "min-h-11 has-focus-visible:z-10 has-focus-visible:outline-2 has-focus-visible:outline-offset-2",
        isTaken && TAKEN_CLASS,
        seat.isInCart && IN_CART_CLASS,
        isFree(seat) &&
          "border-edge bg-card hover:border-ink has-checked:border-ink has-checked:bg-ink has-checked:text-paper",
      )}
    >
      <input
        type={isMultiple ? "checkbox" : "radio"}
        name={name}
        value={seat.id}
        aria-label={`${seat.name}${stateText}`}
        checked={isChosen}
        disabled={!isFree(seat)}
        onChange={() => onToggle(seat.id)}
        onKeyDown={moveFocusToRow}
        className="absolute inset-0 opacity-0 disabled:pointer-events-none"
      />
      {seat.isInCart ? `✓ ${number}` : number}
    </label>
  );
}

function Legend({ hasSeatInCart }: { hasSeatInCart: boolean }) {
  const renderLegendItem = (label: string, style: string) => (
    <span className="flex items-center gap-2">
      <span className={cx("size-5 border", style)} />
      {label}
    </span>
  );
  return (
    <p aria-hidden className="flex flex-wrap gap-x-5 gap-y-2 text-xs text-soft">
      {renderLegendItem("Libre", "border-edge bg-card")}
      {renderLegendItem("Tu elección", "border-ink bg-ink")}
      {renderLegendItem("Ocupado", TAKEN_CLASS)}
      {hasSeatInCart && renderLegendItem("En tu carrito", IN_CART_CLASS)}
    </p>
  );
}

/** ↑ and ↓ move the focus to another row. On native radio buttons they would move it to the previous or next button. */
function moveFocusToRow(event: KeyboardEvent): void {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const list = event.currentTarget.closest("[data-rows]")!;
  void import("./move-to-row.ts").then(({ moveToRow }) => moveToRow(list, step), Boolean);
}

function isFree({ max, isInCart }: Seat): boolean {
  return max > 0 && !isInCart;
}
