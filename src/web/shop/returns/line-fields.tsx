import { lazy, Suspense, useEffect, useState } from "react";
import { call } from "../../client.ts";
import type { Returns } from "../../../contract/returns.ts";
import { formatMoney, toCents } from "../../../domain/money.ts";
import {
  isShopAtFault,
  RETURN_REASON_LABEL,
  RETURN_REASONS,
  type ReturnReason,
  type ReturnWish,
} from "../../../domain/return.ts";
import { CheckField, RadioCard, SelectField } from "../../ui/field.tsx";
import { Thumbnail } from "../../ui/thumbnail.tsx";

const OtherProduct = lazy(() => import("./other-product.tsx"));

/** The choices of the customer for one size. */
export interface LineDraft {
  attributeId: string;
  quantity: number;
  reason: ReturnReason | "";
  wish: ReturnWish;
  newAttributeId: string;
}

export const DEFAULT_LINE_DRAFT: Omit<LineDraft, "attributeId"> = {
  quantity: 1,
  reason: "",
  wish: "REFUND",
  newAttributeId: "",
};

interface Props {
  line: Returns["returnable"]["lines"][number];
  draft: LineDraft | null;
  errors: Readonly<Record<string, string>>;
  onChoose: (isChosen: boolean) => void;
  onChange: (draft: LineDraft) => void;
}

/** The fields of one size of the order: whether and why it is returned, and what the customer wants instead. */
export function LineFields({ line, draft, errors, onChoose, onChange }: Props) {
  const reasons = line.onlyFaults ? RETURN_REASONS.filter((reason) => isShopAtFault(reason)) : RETURN_REASONS;
  return (
    <div className="flex gap-4">
      <Thumbnail src={line.image} width={64} className="w-16 self-start" />
      <div className="min-w-0 flex-1 space-y-4">
        <CheckField label={line.name} checked={draft !== null} onChange={(event) => onChoose(event.target.checked)}>
          {line.onlyFaults
            ? "Solo si llegó con un defecto, equivocada o distinta."
            : `Te devolveríamos ${formatMoney(toCents(line.refund))}${line.quantity > 1 ? " por la primera pieza" : ""}.`}
        </CheckField>
        {draft && (
          <>
            {line.quantity > 1 && (
              <SelectField
                label="¿Cuántas?"
                value={draft.quantity}
                onChange={(event) => onChange({ ...draft, quantity: Number(event.target.value) })}
              >
                {Array.from({ length: line.quantity }, (_, index) => (
                  <option key={index + 1}>{index + 1}</option>
                ))}
              </SelectField>
            )}
            <SelectField
              label="¿Por qué?"
              value={draft.reason}
              error={errors.reason}
              onChange={(event) => onChange(withReason(draft, event.target.value as ReturnReason | ""))}
            >
              <option value="">Elige un motivo</option>
              {reasons.map((reason) => (
                <option key={reason} value={reason}>
                  {RETURN_REASON_LABEL[reason]}
                </option>
              ))}
            </SelectField>
            <WishField line={line} draft={draft} error={errors.newAttributeId} onChange={onChange} />
          </>
        )}
      </div>
    </div>
  );
}

const isAboutSize = (reason: ReturnReason | "") => reason.startsWith("SIZE_");

/** Sets the reason. If it is about the size, also chooses an exchange, but never for the same size again. */
function withReason(draft: LineDraft, reason: ReturnReason | ""): LineDraft {
  if (!isAboutSize(reason)) return { ...draft, reason };
  const { attributeId, newAttributeId } = draft;
  return { ...draft, reason, wish: "EXCHANGE", newAttributeId: newAttributeId === attributeId ? "" : newAttributeId };
}

/** What the customer wants, as the form asks it. Another size and another product are both the wish `EXCHANGE`. */
type WishOption = "SIZE" | "PRODUCT" | "REFUND";

export interface WishProps extends Pick<Props, "line" | "onChange"> {
  draft: LineDraft;
  error: string | undefined;
}

function WishField({ line, draft, error, onChange }: WishProps) {
  const availableSizes = useSizesInStock(line.productId);
  const sizes = isAboutSize(draft.reason)
    ? availableSizes?.filter(({ _id }) => _id !== line.attributeId)
    : availableSizes;
  const name = `wish-${line.attributeId}`;
  const [isOtherProduct, setIsOtherProduct] = useState(false);
  const choice: WishOption = draft.wish === "REFUND" ? "REFUND" : isOtherProduct ? "PRODUCT" : "SIZE";
  const choose = (newChoice: WishOption) => {
    setIsOtherProduct(newChoice === "PRODUCT");
    onChange({ ...draft, wish: newChoice === "REFUND" ? "REFUND" : "EXCHANGE", newAttributeId: "" });
  };
  return (
    <fieldset className="space-y-3">
      <legend className="mb-1.5 text-sm font-semibold">¿Qué quieres?</legend>
      <RadioCard
        name={name}
        title="Otra talla"
        checked={choice === "SIZE"}
        onChange={() => choose("SIZE")}
        disabled={sizes?.length === 0}
      >
        {sizes?.length === 0 ? "Por ahora no hay tallas." : "La apartamos en cuanto aprobemos el cambio."}
      </RadioCard>
      {choice === "SIZE" && <NewSizeField {...{ sizes, draft, error, onChange }} />}
      <RadioCard name={name} title="Otra prenda" checked={choice === "PRODUCT"} onChange={() => choose("PRODUCT")}>
        Si cuesta más, pagas la diferencia; si cuesta menos, te la devolvemos.
      </RadioCard>
      {choice === "PRODUCT" && (
        <Suspense>
          <OtherProduct {...{ line, draft, error, onChange }} />
        </Suspense>
      )}
      <RadioCard name={name} title="Mi dinero" checked={choice === "REFUND"} onChange={() => choose("REFUND")} />
    </fieldset>
  );
}

interface NewSizeFieldProps extends Pick<WishProps, "draft" | "error" | "onChange"> {
  sizes: Size[] | undefined;
}

export function NewSizeField({ sizes, draft, error, onChange }: NewSizeFieldProps) {
  return (
    <SelectField
      label="Talla nueva"
      value={draft.newAttributeId}
      error={error}
      onChange={(event) => onChange({ ...draft, newAttributeId: event.target.value })}
    >
      <option value="">Elige una talla</option>
      {sizes?.map(({ _id, attribute }) => (
        <option key={_id} value={_id}>
          {attribute}
        </option>
      ))}
    </SelectField>
  );
}

interface Size {
  _id: string;
  attribute: string;
}

/** The sizes of a product that are in stock. Undefined while they are loading. Empty if the request fails. */
export function useSizesInStock(productId: string): Size[] | undefined {
  const [sizes, setSizes] = useState<Size[]>();
  useEffect(() => {
    void call("getProductStock", { params: { id: productId } }).then((outcome) =>
      setSizes(outcome.ok ? outcome.data.filter(({ stock }) => stock > 0) : []),
    );
  }, [productId]);
  return sizes;
}
