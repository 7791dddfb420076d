import { useState } from "react";
import { COMMON_FIBERS, MAX_FIBERS } from "../../../domain/composition.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import type { TypedFiber } from "./product-fields.ts";

const CONTROL = "min-h-11 w-full rounded-box border border-edge bg-card px-3 text-base";
const EMPTY_FIBER: TypedFiber = { fiber: "", percent: "" };

/** Rows with an id, which is their React key. */
function toRows(fibers: readonly TypedFiber[]) {
  return (fibers.length === 0 ? [EMPTY_FIBER] : fibers).map((row, id) => ({ ...row, id }));
}

/** Rows of fibres, with the sum of their percentages. An empty row is ignored. */
export function CompositionFields({ fibers, error }: { fibers: readonly TypedFiber[]; error?: string }) {
  const [rows, setRows] = useState(() => toRows(fibers));
  const changeRow = (index: number, change: Partial<TypedFiber>) =>
    setRows((current) => current.map((row, position) => (position === index ? { ...row, ...change } : row)));
  return (
    <fieldset className="space-y-2" aria-describedby="composition-sum">
      <legend className="text-sm font-semibold">
        Composición <span className="font-normal text-soft">(opcional)</span>
      </legend>
      <datalist id="fibers">
        {COMMON_FIBERS.map((fiber) => (
          <option key={fiber} value={fiber} />
        ))}
      </datalist>
      {rows.map((row, index) => (
        <div key={row.id} className="grid max-w-lg grid-cols-[1fr_6rem] gap-3">
          <input
            name="fiber"
            list="fibers"
            aria-label={`Fibra ${index + 1}`}
            placeholder="Algodón"
            maxLength={60}
            value={row.fiber}
            onChange={(event) => changeRow(index, { fiber: event.currentTarget.value })}
            className={CONTROL}
          />
          <span className="flex items-center gap-2">
            <input
              name="percent"
              inputMode="numeric"
              aria-label={`Porcentaje de la fibra ${index + 1}`}
              maxLength={3}
              value={row.percent}
              onChange={(event) => changeRow(index, { percent: event.currentTarget.value })}
              className={cx(CONTROL, "text-right tabular")}
            />
            %
          </span>
        </div>
      ))}
      <div className="flex max-w-lg flex-wrap items-center justify-between gap-3">
        {rows.length < MAX_FIBERS && (
          <Button
            variant="quiet"
            onClick={() => setRows((current) => [...current, { ...EMPTY_FIBER, id: current.length }])}
          >
            Otra fibra
          </Button>
        )}
        <Sum rows={rows} />
      </div>
      {error && <p className="text-sm font-medium text-error">{error}</p>}
    </fieldset>
  );
}

function Sum({ rows }: { rows: readonly TypedFiber[] }) {
  const sum = rows.reduce((total, { percent }) => total + (Number(percent) || 0), 0);
  const isComplete = sum === 100 || rows.every(({ fiber, percent }) => fiber + percent === "");
  return (
    <p
      id="composition-sum"
      aria-live="polite"
      className={cx("tabular ml-auto text-sm font-semibold", isComplete ? "text-soft" : "text-warning")}
    >
      Suma: {sum} %{isComplete ? "" : sum < 100 ? ` (faltan ${100 - sum})` : ` (sobran ${sum - 100})`}
    </p>
  );
}
