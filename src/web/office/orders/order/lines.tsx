import { Link } from "react-router";
import { formatMoney } from "../../../../domain/money.ts";
import { shownLineName } from "../../../../domain/cart-line.ts";
import { TICKET_STATE_LABEL } from "../../../../domain/ticket-state.ts";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { Picture } from "../../../ui/picture.tsx";
import { Section } from "../../kit/section.tsx";
import { officePaths } from "../../paths.ts";
import { ActionForm, type ActionData, type OrderView } from "./action-form.tsx";

type Line = OrderView["lines"][number];

/**
 * The lines of the order: size, pieces, picture, and the price for members who may see it. The order's tickets follow.
 * `order.actions` decides whether a size can be changed and the lines can be edited.
 */
export function Lines({ order, actionData }: { order: OrderView; actionData: ActionData }) {
  return (
    <Section title="Productos">
      <ul className="divide-y divide-line">
        {order.lines.map((line) => (
          <li key={line.sizeId} className="py-3 first:pt-0 last:pb-0">
            <div className="flex gap-4">
              <div className="w-14 shrink-0 overflow-hidden rounded-box">
                <Picture
                  picture={line.picture && { ...line.picture, width: 360, height: 450, color: "", alt: "", avif: [] }}
                  sizes="56px"
                />
              </div>
              <div className="min-w-0 flex-1 text-sm">
                <p className="font-semibold wrap-anywhere">{shownLineName(line.name, line.isDigital)}</p>
                <p className="text-soft">
                  {line.pieces === 1 ? "1 pieza" : `${line.pieces} piezas`}
                  {line.unitCents !== null && ` × ${formatMoney(line.unitCents)}`}
                  {line.isMadeToOrder && " · sobre pedido"}
                </p>
                {line.discountCents > 0 && (
                  <p className="text-soft">Con {formatMoney(line.discountCents)} de descuento</p>
                )}
              </div>
              {line.unitCents !== null && (
                <p className="tabular text-sm font-semibold">
                  {formatMoney(line.unitCents * line.pieces - line.discountCents)}
                </p>
              )}
            </div>
            {order.actions.includes("changeSize") && line.otherSizes.length > 0 && (
              <ChangeSize order={order} line={line} actionData={actionData} />
            )}
          </li>
        ))}
      </ul>
      {order.actions.includes("editLines") && (
        <p>
          <Link
            to={officePaths.editOrder(order.id)}
            className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
          >
            Cambiar productos
          </Link>
        </p>
      )}
      {order.tickets.length > 0 && (
        <ul aria-label="Boletos" className="space-y-1 border-t border-line pt-3 text-sm">
          {order.tickets.map(({ id, event, seat, holder, state }) => (
            <li key={id} className="flex flex-wrap justify-between gap-x-4">
              <span>
                {event} · {seat}
                {holder && ` · ${holder}`}
              </span>
              <span className="text-soft">{TICKET_STATE_LABEL[state]}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function ChangeSize({ order, line, actionData }: { order: OrderView; line: Line; actionData: ActionData }) {
  return (
    <details className="pt-1 text-sm" open={actionData?.intent === "changeSize" && actionData.target === line.sizeId}>
      <summary className="inline-flex min-h-9 items-center font-semibold underline underline-offset-4">
        Cambiar talla
      </summary>
      <ActionForm
        order={order}
        intent="changeSize"
        submitLabel="Cambiar talla"
        variant="secondary"
        className="max-w-md pt-2"
      >
        <input type="hidden" name="from" value={line.sizeId} />
        <input type="hidden" name="seenPieces" value={line.pieces} />
        <SelectField name="to" label="Talla nueva">
          {line.otherSizes.map(({ id, name, available }) => (
            <option key={id} value={id} disabled={!line.isMadeToOrder && available === 0}>
              {name} · {available === 0 ? "agotada" : `${available} a la venta`}
            </option>
          ))}
        </SelectField>
        <TextField
          name="pieces"
          type="number"
          label="Piezas que cambian"
          min={1}
          max={line.pieces}
          defaultValue={line.pieces}
          hint="Se apartan las nuevas y las otras vuelven a la tienda. El precio queda como se compró."
        />
      </ActionForm>
    </details>
  );
}
