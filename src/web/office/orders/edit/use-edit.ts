import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import type { EditPreview, PreviewedLine } from "../../../../server/order-management/preview-edit.ts";
import type { FoundProduct, FoundSize } from "../found-products.tsx";
import type { EditResult } from "./route.tsx";

/** How long to wait after a change before the figures are asked for. */
const PREVIEW_AFTER_MS = 300;

export interface DiscountFields {
  discount: string;
  discountReason: string;
  reason: string;
}

/** A line on the page. `pieces` is what staff set, or what the order has. */
export interface EditedRow extends PreviewedLine {
  pieces: number;
}

/**
 * The edit of an order on its page: what staff changed, and what the server says it costs. Only lines that staff touched
 * are sent, so an order that changed meanwhile keeps its other lines.
 */
export function useEdit(first: EditPreview, typed: DiscountFields) {
  const previewing = useFetcher<EditResult>();
  const saving = useFetcher<EditResult>();
  const [preview, setPreview] = useState(first);
  const [edits, setEdits] = useState<Record<string, number>>({});
  const [added, setAdded] = useState<PreviewedLine[]>([]);
  const [fields, setFields] = useState(typed);
  const [result, setResult] = useState<EditResult>({});

  const read = (data: EditResult | undefined): void => {
    if (!data) return;
    setResult(data);
    if (data.preview) setPreview(data.preview);
  };
  useEffect(() => read(previewing.data), [previewing.data]);
  useEffect(() => read(saving.data), [saving.data]);

  const toForm = (intent: "preview" | "save"): [string, string][] => [
    ["intent", intent],
    ["seen", preview.version],
    ["expected", String(preview.afterCents)],
    ...Object.entries(fields),
    ...Object.entries(edits).map(([sizeId, pieces]): [string, string] => ["line", `${sizeId}:${pieces}`]),
  ];
  const askPreview = (): void => void previewing.submit(new URLSearchParams(toForm("preview")), { method: "post" });
  const latestAsk = useRef(askPreview);
  useEffect(() => void (latestAsk.current = askPreview));
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return undefined;
    }
    const timer = setTimeout(() => latestAsk.current(), PREVIEW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [edits, fields.discount, fields.discountReason]);

  const known = [
    ...preview.lines,
    ...added.filter(({ sizeId }) => !preview.lines.some((line) => line.sizeId === sizeId)),
  ];
  const rows = known.map((line): EditedRow => ({ ...line, pieces: edits[line.sizeId] ?? line.before }));
  return {
    preview,
    rows,
    fields,
    result,
    isComputing: previewing.state !== "idle",
    isSaving: saving.state !== "idle",
    /** The order changed on the server since the page was opened. */
    hasMoved: preview.version !== first.version,
    setPieces: (sizeId: string, pieces: number) => setEdits((before) => ({ ...before, [sizeId]: pieces })),
    setField: (name: keyof DiscountFields, value: string) => setFields((before) => ({ ...before, [name]: value })),
    /** Adds a piece of a size, to its line if it has one. */
    add: (product: FoundProduct, size: FoundSize) => {
      const row = rows.find(({ sizeId }) => sizeId === size.id);
      if (!row) setAdded((before) => [...before, toRow(product, size)]);
      setEdits((before) => ({ ...before, [size.id]: (before[size.id] ?? row?.before ?? 0) + 1 }));
    },
    askPreview,
    save: () => void saving.submit(new URLSearchParams(toForm("save")), { method: "post" }),
  };
}

export type OrderEditing = ReturnType<typeof useEdit>;

/** The row of a found size until the server has named it. */
function toRow({ name, color, priceCents }: FoundProduct, size: FoundSize): PreviewedLine {
  return {
    sizeId: size.id,
    name: `${[name, color].filter(Boolean).join(" ")} T: ${size.name}`,
    picture: null,
    before: 0,
    after: 1,
    maxPieces: size.available,
    unitCents: priceCents,
    beforeCents: 0,
    afterCents: priceCents,
  };
}
