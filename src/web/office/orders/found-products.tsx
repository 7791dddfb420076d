import type { ComponentProps } from "react";
import { formatMoney } from "../../../domain/money.ts";
import type { toFoundProduct } from "./found-products.server.ts";

export type FoundProduct = ReturnType<typeof toFoundProduct>;
export type FoundSize = FoundProduct["sizes"][number];

/** The products that staff found for an order. Each size is a button that adds it. */
export function FoundProducts({
  products,
  buttonPropsOf,
}: {
  products: readonly FoundProduct[];
  buttonPropsOf: (product: FoundProduct, size: FoundSize) => ComponentProps<"button">;
}) {
  if (products.length === 0) return <p className="text-sm text-soft">No hay nada a la venta con esas palabras.</p>;
  return (
    <ul aria-label="Productos encontrados" className="divide-y divide-line text-sm">
      {products.map((product) => (
        <li key={product.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
          <span className="min-w-40 grow">
            <span className="font-semibold">{[product.name, product.color].filter(Boolean).join(" · ")}</span>
            <span className="block text-soft">{formatMoney(product.priceCents)}</span>
          </span>
          <span className="flex flex-wrap gap-2">
            {product.sizes.map((size) => (
              <button
                key={size.id}
                {...buttonPropsOf(product, size)}
                disabled={size.available === 0}
                aria-label={`${size.name} ${size.available} agregar ${[product.name, product.color].filter(Boolean).join(" ")}`}
                className="min-h-11 rounded-box border border-edge px-3 hover:bg-sand disabled:opacity-55"
              >
                <span className="font-semibold">{size.name}</span> <span className="text-soft">{size.available}</span>
              </button>
            ))}
          </span>
        </li>
      ))}
    </ul>
  );
}
