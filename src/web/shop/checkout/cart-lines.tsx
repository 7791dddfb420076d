import type { Cart } from "../../../contract/carts.ts";
import { formatMoney, toCents } from "../../../domain/money.ts";
import { Thumbnail } from "../../ui/thumbnail.tsx";
import { LineName } from "../cart/line-name.tsx";
import { LinePrice } from "../cart/line-price.tsx";

/** The lines being bought, with their pictures. The columns' names are only for screen readers. */
export function CartLines({ lines }: { lines: Cart["products"] }) {
  return (
    <table className="w-full text-sm">
      <thead className="sr-only">
        <tr>
          <th scope="col">Producto</th>
          <th scope="col">Cantidad</th>
          <th scope="col">Precio Unitario</th>
          <th scope="col">Total</th>
        </tr>
      </thead>
      <tbody className="block space-y-4">
        {lines.map((line) => (
          <tr key={line.attributeId} className="grid grid-cols-[5rem_auto_1fr_auto] gap-x-1">
            <td className="contents">
              <Thumbnail src={line.image} width={64} className="row-span-2 w-16 self-start" />
              <span className="col-span-3 min-w-0">
                <LineName line={line} />
                {line.madeToOrder && <span className="block text-soft">Sobre pedido</span>}
              </span>
            </td>
            <td className="tabular text-soft">{line.quantity} ×</td>
            <td className="tabular text-soft">
              <LinePrice line={line} />
            </td>
            <td className="tabular">{formatMoney(toCents(line.unitPrice) * line.quantity)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
