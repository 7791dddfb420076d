import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import type { EditPreview, PreviewedLine } from "../../../../server/order-management/preview-edit.ts";
import type { FoundProduct, FoundSize } from "../found-products.tsx";
import type { EditResult } from "./route.tsx";

/** Delay between a change and the request for a new preview. */
const PREVIEW_DELAY_MS = 300;

export interface EditFields {
  discount: string;
  discountReason: string;
  reason: string;
}

/** A line on the page. `pieces` is the number that staff set, otherwise the number in the order. */
export interface EditedRow extends PreviewedLine {
  pieces: number;
}

/**
 * The state of an edit: the changes by staff, and the amounts that the server computed. Only changed lines are sent, so
 * that concurrent changes to other lines are kept.
 */
export function useEdit(initialPreview: EditPreview, initialFields: EditFields) {
  const previewFetcher = useFetcher<EditResult>();
  const saveFetcher = useFetcher<EditResult>();
  const [preview, setPreview] = useState(initialPreview);
  const [editedPieces, setEditedPieces] = useState<Record<string, number>>({});
  const [addedLines, setAddedLines] = useState<PreviewedLine[]>([]);
  const [fields, setFields] = useState(initialFields);
  const [result, setResult] = useState<EditResult>({});

  const applyResult = (data: EditResult | undefined): void => {
    if (!data) return;
    setResult(data);
    if (data.preview) setPreview(data.preview);
  };
  useEffect(() => applyResult(previewFetcher.data), [previewFetcher.data]);
  useEffect(() => applyResult(saveFetcher.data), [saveFetcher.data]);

  const toForm = (intent: "preview" | "save"): [string, string][] => [
    ["intent", intent],
    ["seen", preview.version],
    ["expected", String(preview.totalAfterCents)],
    ...Object.entries(fields),
    ...Object.entries(editedPieces).map(([sizeId, pieces]): [string, string] => ["line", `${sizeId}:${pieces}`]),
  ];
  const requestPreview = (): void =>
    void previewFetcher.submit(new URLSearchParams(toForm("preview")), { method: "post" });
  const latestRequestPreview = useRef(requestPreview);
  useEffect(() => void (latestRequestPreview.current = requestPreview));
  const isFirstRender = useRef(true);
  useEffect(() => {
    if (isFirstRender.current) {
      isFirstRender.current = false;
      return undefined;
    }
    const timer = setTimeout(() => latestRequestPreview.current(), PREVIEW_DELAY_MS);
    return () => clearTimeout(timer);
  }, [editedPieces, fields.discount, fields.discountReason]);

  const lines = [
    ...preview.lines,
    ...addedLines.filter(({ sizeId }) => !preview.lines.some((line) => line.sizeId === sizeId)),
  ];
  const rows = lines.map((line): EditedRow => ({ ...line, pieces: editedPieces[line.sizeId] ?? line.piecesBefore }));
  return {
    preview,
    rows,
    fields,
    result,
    isComputing: previewFetcher.state !== "idle",
    isSaving: saveFetcher.state !== "idle",
    /** The order changed on the server since the page was opened. */
    hasChangedOnServer: preview.version !== initialPreview.version,
    setPieces: (sizeId: string, pieces: number) => setEditedPieces((current) => ({ ...current, [sizeId]: pieces })),
    setField: (name: keyof EditFields, value: string) => setFields((current) => ({ ...current, [name]: value })),
    /** Adds one piece of a size to its line, or adds a line for it. */
    addPiece: (product: FoundProduct, size: FoundSize) => {
      const row = rows.find(({ sizeId }) => sizeId === size.id);
      if (!row) setAddedLines((current) => [...current, toAddedLine(product, size)]);
      setEditedPieces((current) => ({ ...current, [size.id]: (current[size.id] ?? row?.piecesBefore ?? 0) + 1 }));
    },
    requestPreview,
    save: () => void saveFetcher.submit(new URLSearchParams(toForm("save")), { method: "post" }),
  };
}

export type OrderEditing = ReturnType<typeof useEdit>;

/** The line of an added size, shown until a preview from the server contains it. */
function toAddedLine({ name, color, priceCents }: FoundProduct, size: FoundSize): PreviewedLine {
  return {
    sizeId: size.id,
    name: `${[name, color].filter(Boolean).join(" ")} T: ${size.name}`,
    picture: null,
    piecesBefore: 0,
    piecesAfter: 1,
    maxPieces: size.available,
    unitCents: priceCents,
    beforeCents: 0,
    afterCents: priceCents,
  };
}
