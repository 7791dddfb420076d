import { useEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent } from "react";
import { MEASURES, type GuideErrors } from "../../../../domain/size-guide.ts";
import { emptyRow, pasteBlock, type GuideGrid, type Place } from "./paste-block.ts";

/** The typed table, its errors, and the moves of a spreadsheet. */
export function useGuideGrid(start: GuideGrid, refused: GuideErrors | undefined) {
  const [grid, setGrid] = useState(start);
  const [errors, setErrors] = useState<GuideErrors>(refused ?? {});
  const [notice, setNotice] = useState("");
  const table = useRef<HTMLTableElement>(null);
  const nextFocus = useRef<Place | null>(null);
  const isToFocusError = useRef(false);
  useEffect(() => {
    setErrors(refused ?? {});
    isToFocusError.current = refused !== undefined;
  }, [refused]);
  // Once the errors are in the table.
  useEffect(() => {
    const field = isToFocusError.current && table.current?.querySelector<HTMLElement>("[aria-invalid]");
    if (!field) return;
    field.focus();
    isToFocusError.current = false;
  }, [errors]);
  useEffect(() => {
    if (nextFocus.current) focusCell(table.current, nextFocus.current);
    nextFocus.current = null;
  }, [grid]);
  /** Rows or columns moved, so the errors would be at other cells. */
  const reshape = (next: GuideGrid): void => {
    setGrid(next);
    setErrors({});
  };
  const setText = ({ row, column }: Place, text: string): void => {
    setGrid((before) => ({
      ...before,
      rows: before.rows.map((one, at) => (at === row ? withText(one, column, text) : one)),
    }));
    clearError(column === -1 ? `size:${row}` : `cell:${row}:${column}`);
  };
  const clearError = (place: string): void =>
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([other]) => other !== place)));
  return {
    grid,
    errors,
    notice,
    table,
    setText,
    setMeasure: (column: number, measure: string): void => {
      setGrid((before) => ({ ...before, measures: before.measures.with(column, measure) }));
      clearError(`measure:${column}`);
    },
    addRow: (): void => {
      nextFocus.current = { row: grid.rows.length, column: -1 };
      reshape({ ...grid, rows: [...grid.rows, emptyRow(grid.measures.length)] });
    },
    removeRow: (row: number): void => reshape({ ...grid, rows: grid.rows.toSpliced(row, 1) }),
    addColumn: (): void => {
      const measure = MEASURES.find((one) => !grid.measures.includes(one)) ?? "";
      const rows = grid.rows.map(({ size, cells }) => ({ size, cells: [...cells, ""] }));
      reshape({ measures: [...grid.measures, measure], rows });
    },
    removeColumn: (column: number): void => {
      const rows = grid.rows.map(({ size, cells }) => ({ size, cells: cells.toSpliced(column, 1) }));
      reshape({ measures: grid.measures.toSpliced(column, 1), rows });
    },
    onPaste: (event: ClipboardEvent<HTMLTableElement>): void => {
      const at = placeOf(event.target);
      const text = event.clipboardData.getData("text/plain");
      if (!at || !/[\t\n]/.test(text.trim())) return;
      event.preventDefault();
      const pasted = pasteBlock(grid, at, text);
      nextFocus.current = at;
      reshape(pasted.grid);
      setNotice(noticeOf(pasted.cut));
    },
    onKeyDown: (event: KeyboardEvent<HTMLTableElement>): void => {
      const to = targetOf(event);
      if (!to) return;
      event.preventDefault();
      focusCell(table.current, to);
    },
  };
}

function noticeOf(cut: number): string {
  if (cut === 0) return "Listo, pegamos tu tabla. Revísala y guarda.";
  return `${cut === 1 ? "Un dato no cupo" : `${cut} datos no cupieron`}: agrega las columnas que faltan y pega otra vez.`;
}

function withText(row: GuideGrid["rows"][number], column: number, text: string): GuideGrid["rows"][number] {
  return column === -1 ? { ...row, size: text } : { ...row, cells: row.cells.with(column, text) };
}

function placeOf(target: EventTarget): Place | null {
  if (!(target instanceof HTMLInputElement)) return null;
  const { row, column } = target.dataset;
  return row === undefined || column === undefined ? null : { row: Number(row), column: Number(column) };
}

/** Enter and ↓ go down, ↑ goes up, ← and → leave the cell at the ends of its text. */
function targetOf({ key, target, shiftKey }: KeyboardEvent): Place | null {
  const at = placeOf(target);
  if (!at || !(target instanceof HTMLInputElement)) return null;
  const { row, column } = at;
  const [from, to, end] = [target.selectionStart, target.selectionEnd, target.value.length];
  if (key === "Enter") return { row: shiftKey ? row - 1 : row + 1, column };
  if (key === "ArrowDown") return { row: row + 1, column };
  if (key === "ArrowUp") return { row: row - 1, column };
  if (key === "ArrowLeft" && from === 0 && to === 0) return { row, column: column - 1 };
  if (key === "ArrowRight" && from === end && to === end) return { row, column: column + 1 };
  return null;
}

/** Does nothing at the edges of the table. */
function focusCell(table: HTMLTableElement | null, { row, column }: Place): void {
  const input = table?.querySelector<HTMLInputElement>(`[data-row="${row}"][data-column="${column}"]`);
  input?.focus();
  input?.select();
}
