import { useRef } from "react";
import { Link } from "react-router";
import type { OnHand } from "../../../../server/stock/on-hand.ts";
import { CheckField } from "../../../ui/field.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Table } from "../../kit/table.tsx";
import { officePaths } from "../../paths.ts";
import { CountScanner } from "./count-scanner.tsx";

/** A product's sizes with their stock, and a field for the counted pieces of each size. */
export function CountForm({
  sizes,
  canChange,
  failure,
  countsBySizeId,
  withOrders,
}: {
  sizes: readonly OnHand[];
  canChange: boolean;
  failure?: string | undefined;
  /** The counted pieces by size id, after a refused form. */
  countsBySizeId: Record<string, number>;
  /** Whether the count includes the pieces of unshipped orders. */
  withOrders: boolean;
}) {
  const table = (
    <Table
      caption="Tallas"
      keyOf={({ sizeId }) => sizeId}
      rows={sizes}
      columns={[
        {
          head: "Talla",
          isTitle: true,
          cell: ({ sizeId, sizeName }) => (
            <Link to={officePaths.stockSize(sizeId)} className="font-semibold underline underline-offset-4">
              {sizeName}
            </Link>
          ),
        },
        { head: "A la venta", isNumeric: true, cell: ({ available }) => available },
        { head: "En carritos", isNumeric: true, cell: ({ inCarts }) => inCarts },
        { head: "En pedidos sin enviar", isNumeric: true, cell: ({ inOrders }) => inOrders },
        ...(canChange
          ? [
              {
                head: "Contadas",
                isNumeric: true,
                cell: ({ sizeId, sizeName }: OnHand) => (
                  <input
                    name={`counted-${sizeId}`}
                    aria-label={`Contadas de ${sizeName}`}
                    inputMode="numeric"
                    maxLength={6}
                    defaultValue={countsBySizeId[sizeId]}
                    className="min-h-11 w-24 rounded-box border border-edge bg-card px-3 text-right text-base tabular"
                  />
                ),
              },
            ]
          : []),
      ]}
    />
  );
  const fields = useRef<HTMLDivElement>(null);
  const addPiece = (sizeId: string): number => {
    const field = fields.current!.querySelector<HTMLInputElement>(`[name="counted-${sizeId}"]`)!;
    const pieces = (Number(field.value) || 0) + 1;
    field.value = String(pieces);
    return pieces;
  };
  if (!canChange) return table;
  return (
    <PostForm failure={failure} submitLabel="Ver la diferencia">
      <p className="text-sm text-soft">
        Cuenta todo lo que está aquí, también lo que tienen carritos y pedidos sin enviar. Deja vacía la talla que no
        contaste. Antes de guardar verás la diferencia.
      </p>
      <CountScanner sizes={sizes} addPiece={addPiece} />
      <div ref={fields}>{table}</div>
      <CheckField
        name="withoutOrders"
        value="1"
        label="Lo de pedidos sin enviar está aparte"
        defaultChecked={!withOrders}
      >
        No lo conté: tampoco se espera encontrarlo.
      </CheckField>
    </PostForm>
  );
}
