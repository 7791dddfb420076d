import { isMeasure, MEASURE_LABEL, MEASURES } from "../../../../domain/size-guide.ts";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/class-names.ts";
import type { CellPosition } from "./paste-block.ts";
import type { useGuideGrid } from "./use-guide-grid.ts";

type GuideEditor = ReturnType<typeof useGuideGrid>;

/** The table of a guide: a field for each cell, with its error below it. */
export function GuideTable({ guide }: { guide: GuideEditor }) {
  const { grid, errors } = guide;
  return (
    <div className="overflow-x-auto pb-2">
      <table
        ref={guide.tableRef}
        onPaste={guide.onPaste}
        onKeyDown={guide.onKeyDown}
        className="border-separate border-spacing-1"
      >
        <caption className="sr-only">Medidas en centímetros por talla</caption>
        <thead>
          <tr className="align-top text-sm">
            <th scope="col" className="sticky left-0 z-10 min-w-24 bg-card pt-3 text-left font-semibold">
              Talla
            </th>
            {grid.measures.map((measure, column) => (
              // oxlint-disable-next-line react/no-array-index-key -- a column has no identity but its position
              <th key={column} scope="col" className="min-w-36 font-normal">
                <MeasureChoice guide={guide} measure={measure} column={column} error={errors[`measure:${column}`]} />
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {grid.rows.map((_, row) => (
            // oxlint-disable-next-line react/no-array-index-key -- a row has no identity but its position
            <GuideTableRow key={row} guide={guide} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function MeasureChoice({
  guide,
  measure,
  column,
  error,
}: {
  guide: GuideEditor;
  measure: string;
  column: number;
  error?: string;
}) {
  const name = `measure:${column}`;
  return (
    <>
      <select
        name={name}
        value={measure}
        aria-label={`Qué mide la columna ${column + 1}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${name}-error` : undefined}
        onChange={({ target }) => guide.setMeasure(column, target.value)}
        className={cx(
          "min-h-11 w-full rounded-box border bg-card px-2 text-sm font-semibold",
          error ? "border-error" : "border-edge",
        )}
      >
        <option value="">Elige…</option>
        {MEASURES.map((measureCode) => (
          <option key={measureCode} value={measureCode}>
            {MEASURE_LABEL[measureCode]}
          </option>
        ))}
      </select>
      <CellError id={`${name}-error`} error={error} />
      {guide.grid.measures.length > 1 && (
        <Button
          variant="quiet"
          aria-label={`Quitar la columna ${labelOf(measure)}`}
          onClick={() => guide.removeColumn(column)}
        >
          Quitar
        </Button>
      )}
    </>
  );
}

function GuideTableRow({ guide, row }: { guide: GuideEditor; row: number }) {
  const { size, cells } = guide.grid.rows[row]!;
  const sizeName = size.trim() || `el renglón ${row + 1}`;
  return (
    <tr className="align-top">
      <th scope="row" className="sticky left-0 z-10 bg-card font-normal">
        <Cell
          guide={guide}
          position={{ row, column: -1 }}
          name={`size:${row}`}
          label={`Talla del renglón ${row + 1}`}
          value={size}
        />
      </th>
      {cells.map((value, column) => (
        // oxlint-disable-next-line react/no-array-index-key -- a cell has no identity but its position
        <td key={column}>
          <Cell
            guide={guide}
            position={{ row, column }}
            name={`cell:${row}:${column}`}
            label={`${labelOf(guide.grid.measures[column] ?? "")} de ${sizeName}`}
            value={value}
          />
        </td>
      ))}
      <td>
        <Button
          variant="quiet"
          className="min-h-11"
          aria-label={`Quitar ${sizeName}`}
          onClick={() => guide.removeRow(row)}
        >
          Quitar
        </Button>
      </td>
    </tr>
  );
}

function Cell({
  guide,
  position,
  name,
  label,
  value,
}: {
  guide: GuideEditor;
  position: CellPosition;
  name: string;
  label: string;
  value: string;
}) {
  const error = guide.errors[name];
  const isSize = position.column === -1;
  return (
    <>
      <input
        name={name}
        value={value}
        data-row={position.row}
        data-column={position.column}
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${name}-error` : undefined}
        autoComplete="off"
        inputMode={isSize ? "text" : "decimal"}
        maxLength={isSize ? 60 : 20}
        onChange={({ target }) => guide.setText(position, target.value)}
        className={cx(
          "min-h-11 w-full rounded-box border px-3",
          isSize ? "font-semibold" : "tabular text-right",
          error ? "border-error bg-error-soft" : "border-edge bg-card",
        )}
      />
      <CellError id={`${name}-error`} error={error} />
    </>
  );
}

function CellError({ id, error }: { id: string; error: string | undefined }) {
  if (!error) return null;
  return (
    <p id={id} className="max-w-36 py-1 text-left text-xs font-medium text-error">
      {error}
    </p>
  );
}

function labelOf(measure: string): string {
  return isMeasure(measure) ? MEASURE_LABEL[measure] : "Medida";
}
