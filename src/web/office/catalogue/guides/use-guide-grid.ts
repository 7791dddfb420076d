import { useEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent } from "react";
import { MEASURES, type GuideErrors } from "../../../../domain/size-guide.ts";
import { makeEmptyRow, pasteBlock, formatPasteNotice, type GuideGrid, type CellPosition } from "./paste-block.ts";

/** The state of a size guide's table: its texts, its errors, and the keyboard and paste behaviour of a spreadsheet. */
export function useGuideGrid(initialGrid: GuideGrid, formErrors: GuideErrors | undefined) {
  const [grid, setGrid] = useState(initialGrid);
  const [errors, setErrors] = useState<GuideErrors>(formErrors ?? {});
  const [notice, setNotice] = useState("");
  const tableRef = useRef<HTMLTableElement>(null);
  const nextFocus = useRef<CellPosition | null>(null);
  const shouldFocusError = useRef(false);
  useEffect(() => {
    setErrors(formErrors ?? {});
    shouldFocusError.current = formErrors !== undefined;
  }, [formErrors]);
  // Runs after the errors are rendered.
  useEffect(() => {
    const field = shouldFocusError.current && tableRef.current?.querySelector<HTMLElement>("[aria-invalid]");
    if (!field) return;
    field.focus();
    shouldFocusError.current = false;
  }, [errors]);
  useEffect(() => {
    if (nextFocus.current) focusCell(tableRef.current, nextFocus.current);
    nextFocus.current = null;
  }, [grid]);
  /** Replaces the grid and clears the errors, whose positions no longer match. */
  const replaceGrid = (nextGrid: GuideGrid): void => {
    setGrid(nextGrid);
    setErrors({});
  };
  const setText = ({ row, column }: CellPosition, text: string): void => {
    setGrid((current) => ({
      ...current,
      rows: current.rows.map((gridRow, index) => (index === row ? setRowText(gridRow, column, text) : gridRow)),
    }));
    clearError(column === -1 ? `size:${row}` : `cell:${row}:${column}`);
  };
  const clearError = (field: string): void =>
    setErrors((current) => Object.fromEntries(Object.entries(current).filter(([fieldName]) => fieldName !== field)));
  return {
    grid,
    errors,
    notice,
    tableRef,
    setText,
    setMeasure: (column: number, measure: string): void => {
      setGrid((current) => ({ ...current, measures: current.measures.with(column, measure) }));
      clearError(`measure:${column}`);
    },
    addRow: (): void => {
      nextFocus.current = { row: grid.rows.length, column: -1 };
      replaceGrid({ ...grid, rows: [...grid.rows, makeEmptyRow(grid.measures.length)] });
    },
    removeRow: (row: number): void => replaceGrid({ ...grid, rows: grid.rows.toSpliced(row, 1) }),
    addColumn: (): void => {
      const measure = MEASURES.find((code) => !grid.measures.includes(code)) ?? "";
      const rows = grid.rows.map(({ size, cells }) => ({ size, cells: [...cells, ""] }));
      replaceGrid({ measures: [...grid.measures, measure], rows });
    },
    removeColumn: (column: number): void => {
      const rows = grid.rows.map(({ size, cells }) => ({ size, cells: cells.toSpliced(column, 1) }));
      replaceGrid({ measures: grid.measures.toSpliced(column, 1), rows });
    },
    onPaste: (event: ClipboardEvent<HTMLTableElement>): void => {
      const position = positionOf(event.target);
      const text = event.clipboardData.getData("text/plain");
      if (!position || !/[\t\n]/.test(text.trim())) return;
      event.preventDefault();
      const pasteResult = pasteBlock(grid, position, text);
      nextFocus.current = position;
      replaceGrid(pasteResult.grid);
      setNotice(formatPasteNotice(pasteResult.skipped));
    },
    onKeyDown: (event: KeyboardEvent<HTMLTableElement>): void => {
      const nextCell = nextCellOf(event);
      if (!nextCell) return;
      event.preventDefault();
      focusCell(tableRef.current, nextCell);
    },
  };
}

function setRowText(row: GuideGrid["rows"][number], column: number, text: string): GuideGrid["rows"][number] {
  return column === -1 ? { ...row, size: text } : { ...row, cells: row.cells.with(column, text) };
}

function positionOf(target: EventTarget): CellPosition | null {
  if (!(target instanceof HTMLInputElement)) return null;
  const { row, column } = target.dataset;
  return row === undefined || column === undefined ? null : { row: Number(row), column: Number(column) };
}

/** The cell to focus: Enter and ↓ move down, Shift+Enter and ↑ up. ← and → leave a cell at the ends of its text. */
function nextCellOf({ key, target, shiftKey }: KeyboardEvent): CellPosition | null {
  const position = positionOf(target);
  if (!position || !(target instanceof HTMLInputElement)) return null;
  const { row, column } = position;
  const [selectionStart, selectionEnd, textLength] = [target.selectionStart, target.selectionEnd, target.value.length];
  if (key === "Enter") return { row: shiftKey ? row - 1 : row + 1, column };
  if (key === "ArrowDown") return { row: row + 1, column };
  if (key === "ArrowUp") return { row: row - 1, column };
  if (key === "ArrowLeft" && selectionStart === 0 && selectionEnd === 0) return { row, column: column - 1 };
  if (key === "ArrowRight" && selectionStart === textLength && selectionEnd === textLength)
    return { row, column: column + 1 };
  return null;
}

/** Focuses a cell. Does nothing outside the table. */
function focusCell(table: HTMLTableElement | null, { row, column }: CellPosition): void {
  const input = table?.querySelector<HTMLInputElement>(`[data-row="${row}"][data-column="${column}"]`);
  input?.focus();
  input?.select();
}
