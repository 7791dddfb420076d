import { Link } from "react-router";
import type { DeliveredSize } from "../../../../server/stock/parse-delivery-text.ts";
import { PostForm } from "../../kit/post-form.tsx";
import { Table } from "../../kit/table.tsx";
import { officePaths } from "../../paths.ts";

/** The effect of a delivery before it is received. */
export function DeliveryPreview({
  sizes,
  linesText,
  reason,
  deliveryId,
}: {
  sizes: readonly DeliveredSize[];
  linesText: string;
  reason: string;
  deliveryId: string;
}) {
  const pieces = sizes.reduce((sum, size) => sum + size.pieces, 0);
  return (
    <PostForm submitLabel={pieces === 1 ? "Recibir 1 pieza" : `Recibir ${pieces} piezas`}>
      <p className="text-sm text-soft">{reason}</p>
      <Table
        caption="Lo que entra"
        keyOf={({ sizeId }) => sizeId}
        rows={sizes}
        columns={[
          { head: "Producto", isTitle: true, cell: ({ product }) => <span className="font-semibold">{product}</span> },
          { head: "Talla", cell: ({ sizeName }) => sizeName },
          { head: "Entran", isNumeric: true, cell: (size) => `+${size.pieces}` },
          {
            head: "A la venta",
            isNumeric: true,
            cell: (size) => `${size.available} → ${size.available + size.pieces}`,
          },
        ]}
      />
      <input type="hidden" name="lines" value={linesText} />
      <input type="hidden" name="reason" value={reason} />
      <input type="hidden" name="delivery" value={deliveryId} />
      <p className="text-sm">
        <Link to={officePaths.receiveDelivery} className="font-semibold underline underline-offset-4">
          Empezar de nuevo
        </Link>
      </p>
    </PostForm>
  );
}
