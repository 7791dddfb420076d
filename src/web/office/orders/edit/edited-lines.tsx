import { formatMoney } from "../../../../domain/money.ts";
import { cx } from "../../../ui/class-names.ts";
import { Stepper } from "../../../ui/stepper.tsx";
import { Badge } from "../../kit/badge.tsx";
import { Section } from "../../kit/section.tsx";
import { Thumb } from "../../kit/thumb.tsx";
import type { EditedRow, OrderEditing } from "./use-edit.ts";

/** The lines of the edited order. A removed line stays visible until the edit is saved, so that it can be restored. */
export function EditedLines({ editing }: { editing: OrderEditing }) {
  const { rows, result, setPieces } = editing;
  return (
    <Section title="En el pedido">
      <ul aria-label="En el pedido" className="divide-y divide-line text-sm">
        {rows.map((row) => (
          <Row
            key={row.sizeId}
            row={row}
            error={result.errors?.[row.sizeId]}
            setPieces={(pieces) => setPieces(row.sizeId, pieces)}
          />
        ))}
      </ul>
    </Section>
  );
}

function Row({
  row,
  error,
  setPieces,
}: {
  row: EditedRow;
  error: string | undefined;
  setPieces: (pieces: number) => void;
}) {
  const { name, picture, piecesBefore, pieces, maxPieces, unitCents } = row;
  const isRemoved = pieces === 0;
  return (
    <li className="flex gap-3 py-3 first:pt-0 last:pb-0">
      <Thumb picture={picture} />
      <div className="flex min-w-0 grow flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-40 flex-1">
          <p className={cx("font-semibold wrap-anywhere", isRemoved && "line-through")}>{name}</p>
          <p className="text-soft">{formatMoney(unitCents)} cada una</p>
          <PiecesChange row={row} />
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-md:w-full">
          {isRemoved ? (
            <button
              type="button"
              onClick={() => setPieces(piecesBefore || 1)}
              aria-label={`Deshacer: ${name}`}
              className={LINK_CLASS}
            >
              Deshacer
            </button>
          ) : (
            <>
              <Stepper
                label={`Piezas de ${name}`}
                hideLabel
                value={pieces}
                max={Math.max(maxPieces, pieces)}
                onChange={setPieces}
              />
              <button type="button" onClick={() => setPieces(0)} aria-label={`Quitar ${name}`} className={LINK_CLASS}>
                Quitar
              </button>
            </>
          )}
          <LineTotal row={row} />
        </div>
        {error && (
          <p role="alert" className="basis-full font-medium text-error">
            {error}
          </p>
        )}
      </div>
    </li>
  );
}

const LINK_CLASS = "min-h-11 px-1 font-semibold underline underline-offset-4";

function PiecesChange({ row: { piecesBefore, pieces } }: { row: EditedRow }) {
  if (piecesBefore === pieces) return null;
  const text = pieces === 0 ? "Se quita" : piecesBefore === 0 ? "Nuevo" : `De ${piecesBefore} a ${pieces}`;
  return (
    <p className="pt-1">
      <Badge tone={pieces === 0 ? "error" : "success"}>{text}</Badge>
    </p>
  );
}

/** The total of the line, once the server has computed it for these pieces. */
function LineTotal({ row }: { row: EditedRow }) {
  const { pieces, piecesAfter, beforeCents, afterCents } = row;
  const isComputed = pieces === piecesAfter;
  return (
    <p className="tabular ml-auto min-w-24 text-right font-semibold">
      {isComputed && beforeCents !== afterCents && beforeCents > 0 && (
        <s className="block font-normal text-soft">
          <span className="sr-only">Antes </span>
          {formatMoney(beforeCents)}
        </s>
      )}
      {isComputed ? formatMoney(afterCents) : "…"}
    </p>
  );
}
