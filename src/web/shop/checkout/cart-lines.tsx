import type { Cart } from "../../../contract/carts.ts";
import { Thumbnail } from "../../ui/thumbnail.tsx";
import { LineName } from "../cart/line-name.tsx";
import { LinePrice } from "../cart/line-price.tsx";

/** The lines being bought, with their pictures. */
export function CartLines({ lines }: { lines: Cart["products"] }) {
  return (
    <ul className="space-y-4">
      {lines.map((line) => (
        <li key={line.attributeId} className="flex gap-4 text-sm">
          <Thumbnail src={line.image} width={64} className="w-16 self-start" />
          <span className="min-w-0 flex-1">
            <LineName line={line} />
            {line.madeToOrder && <span className="block text-soft">Sobre pedido</span>}
            <span className="block text-soft">{line.quantity === 1 ? "1 pieza" : `${line.quantity} piezas`}</span>
          </span>
          <span className="tabular text-right [&_del]:block">
            <LinePrice line={line} pieces={line.quantity} />
          </span>
        </li>
      ))}
    </ul>
  );
}
