import type { ReactNode } from "react";
import { Link } from "react-router";
import type { CartLine } from "../../../contract/cart-line.ts";
import { shownLineName } from "../../../domain/cart-line.ts";
import { formatMoney, toCents } from "../../../domain/money.ts";
import { paths } from "../../paths.ts";
import { cx } from "../../ui/class-names.ts";
import { Thumbnail } from "../../ui/thumbnail.tsx";
import { LineName } from "./line-name.tsx";
import { LinePrice } from "./line-price.tsx";

const LINK_CLASS = "inline-flex min-h-11 items-center text-sm underline underline-offset-4";

interface RowProps {
  /** Whether the lines link to the presale's pages of their products, which need the access code. */
  isPresale?: boolean;
  /** The pieces of a line, where they can be changed in the row. */
  renderPieces?: (line: CartLine) => ReactNode;
  onChangePieces?: (line: CartLine) => void;
  onRemove?: (line: CartLine) => void;
}

/** The lines of a cart: a table on wide screens, cards on phones. */
export function CartTable({ lines, ...rowProps }: RowProps & { lines: CartLine[] }) {
  return (
    <table className="block w-full md:table">
      <thead className="sr-only md:not-sr-only md:table-header-group">
        <tr className="border-b border-line text-left text-sm text-soft">
          <th className="pb-2 font-normal">Producto</th>
          <th className="pb-2 pl-6 text-center font-normal">Cantidad</th>
          <th className="pb-2 pl-6 text-right font-normal">Precio Unitario</th>
          <th className="pb-2 pl-6 text-right font-normal">Total</th>
        </tr>
      </thead>
      <tbody className="block md:table-row-group">
        {lines.map((line) => (
          <CartRow key={line.attributeId} line={line} {...rowProps} />
        ))}
      </tbody>
    </table>
  );
}

function CartRow({ line, isPresale = false, renderPieces, onChangePieces, onRemove }: RowProps & { line: CartLine }) {
  return (
    <tr className="grid grid-cols-[5rem_1fr_auto] items-baseline gap-x-4 gap-y-1 border-b border-line py-5 md:table-row md:align-top">
      <td className="contents md:table-cell md:py-4">
        <div className="contents md:flex md:gap-4">
          <Thumbnail src={line.image} width={112} className="row-span-4 w-20 self-start md:w-28" />
          {/* On phones these parts are items of the row's grid, and the buttons come last. */}
          <div className="contents md:block md:space-y-1">
            <div className="col-span-2 min-w-0 space-y-1">
              <Link
                to={isPresale ? paths.presaleProduct(line.productId) : paths.product(line.productId)}
                className="underline-offset-4 hover:underline"
              >
                <LineName line={line} />
              </Link>
              {line.madeToOrder && <p className="text-sm text-soft">Sobre pedido</p>}
            </div>
            {(onChangePieces || onRemove) && (
              <p className="col-span-2 col-start-2 row-start-4 flex gap-5">
                {onChangePieces && (
                  <button type="button" className={LINK_CLASS} onClick={() => onChangePieces(line)}>
                    Modificar<span className="sr-only"> {shownLineName(line.name, line.realQty === 0)}</span>
                  </button>
                )}
                {onRemove && (
                  <button type="button" className={LINK_CLASS} onClick={() => onRemove(line)}>
                    Quitar<span className="sr-only"> {shownLineName(line.name, line.realQty === 0)}</span>
                  </button>
                )}
              </p>
            )}
          </div>
        </div>
      </td>
      <td className="tabular col-start-2 row-start-2 text-sm md:table-cell md:py-4 md:pl-6 md:text-center md:text-base">
        {renderPieces?.(line) ?? (
          <>
            {line.quantity}
            <span className="text-soft md:hidden"> {line.quantity === 1 ? "pieza" : "piezas"}</span>
          </>
        )}
      </td>
      <td
        className={cx(
          "tabular col-start-2 row-start-3 text-sm md:table-cell md:py-4 md:pl-6 md:text-right md:text-base",
          line.quantity === 1 && "max-md:hidden",
        )}
      >
        <LinePrice line={line} />
        <span className="text-soft md:hidden"> c/u</span>
      </td>
      <td className="tabular col-start-3 row-start-2 text-right md:table-cell md:py-4 md:pl-6">
        {formatMoney(toCents(line.unitPrice) * line.quantity)}
      </td>
    </tr>
  );
}
