import { useRef } from "react";
import { addDeliveredPiece } from "../../../../domain/delivery-lines.ts";
import type { FoundProduct } from "../../../../server/catalog/find-sizes.ts";
import type { LineError } from "../../../../server/stock/parse-delivery-text.ts";
import { TextField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { TextAreaField } from "../../kit/text-area-field.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { describeLineError } from "./describe-line-error.ts";
import { SizeSearch } from "./size-search.tsx";

/** The lines of a delivery, which staff type, scan or paste. The search adds pieces to these lines. */
export function DeliveryForm({
  term,
  foundProducts,
  linesText,
  reason,
  failure,
  errors,
}: {
  term: string;
  foundProducts: readonly FoundProduct[];
  linesText: string;
  reason: string;
  failure?: string | undefined;
  errors: readonly LineError[];
}) {
  const textarea = useRef<HTMLTextAreaElement>(null);
  const addPiece = (sizeText: string): number => {
    const changedLines = addDeliveredPiece(textarea.current?.value ?? "", sizeText);
    if (textarea.current) textarea.current.value = changedLines.text;
    return changedLines.pieces;
  };
  return (
    <div className="grid gap-8 lg:grid-cols-[3fr_2fr]">
      {/* First on phones, which staff use as scanners. */}
      <div className="lg:order-last">
        <SizeSearch term={term} foundProducts={foundProducts} addPiece={addPiece} />
      </div>
      <PostForm failure={failure} submitLabel="Revisar">
        {errors.length > 0 && (
          <Notice tone="error" alert title="Hay renglones que no se entienden">
            <ul className="list-disc pl-5">
              {errors.map((error) => (
                <li key={error.lineNumber}>{describeLineError(error)}</li>
              ))}
            </ul>
          </Notice>
        )}
        <TextAreaField
          ref={textarea}
          name="lines"
          label="Un renglón por talla"
          rows={10}
          maxLength={20_000}
          defaultValue={linesText}
          spellCheck={false}
          hint="Nombre del producto, talla y piezas; o SKU o código de barras, y piezas. También sirve pegarlo de una hoja de cálculo. Un código solo cuenta una pieza."
          placeholder={"Falda larga azul, CH, 5\nFAL-001-M, 8"}
        />
        <TextField
          name="reason"
          label="De dónde viene"
          hint="Queda en el libro: remisión, factura o proveedor."
          maxLength={120}
          defaultValue={reason}
        />
      </PostForm>
    </div>
  );
}
