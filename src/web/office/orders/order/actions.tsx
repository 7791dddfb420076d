import type { ReactNode } from "react";
import { formatMoney } from "../../../../domain/money.ts";
import { CopyValue } from "../../../ui/copy-value.tsx";
import { RadioCard, SelectField, TextField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Section } from "../../kit/section.tsx";
import { ActionForm, findTypedValue, type ActionData, type OrderView } from "./action-form.tsx";
import { whatsAppLink } from "./whats-app.ts";

const LINK_CLASS = "inline-flex min-h-11 items-center font-semibold underline underline-offset-4";

/** The actions that the order's status and the member's permissions allow. */
export function OrderActions({ order, actionData }: { order: OrderView; actionData: ActionData }) {
  const { actions: allowedActions } = order;
  const hasAction = (name: (typeof allowedActions)[number]) => allowedActions.includes(name);
  const hasAnyAction = (["confirmPayment", "reserve", "askPayment", "payLink", "ship", "cancel", "join"] as const).some(
    hasAction,
  );
  if (!hasAnyAction) return null;
  return (
    <Section title="Qué sigue">
      {/* A packed parcel has its own form. */}
      {hasAction("ship") && !order.parcels.some(({ state }) => state === "PACKED") && (
        <Ship order={order} actionData={actionData} />
      )}
      {hasAction("payLink") && <PayLink order={order} actionData={actionData} />}
      {hasAction("askPayment") && (
        <HintedAction hint="Le escribimos que ya puede pagar, con un plazo nuevo.">
          <ActionForm order={order} intent="askPayment" submitLabel="Pedir el pago" />
        </HintedAction>
      )}
      {hasAction("reserve") && (
        <HintedAction hint="Guarda sus piezas sin plazo, hasta que le pidas el pago.">
          <ActionForm order={order} intent="reserve" submitLabel="Apartar" variant="secondary" />
        </HintedAction>
      )}
      {hasAction("undoReserve") && (
        <HintedAction hint="Vuelve a esperar el pago con el plazo que tenía. No se le avisa.">
          <ActionForm order={order} intent="undoReserve" submitLabel="Deshacer el apartado" variant="secondary" />
        </HintedAction>
      )}
      {hasAction("confirmPayment") && <ConfirmPayment order={order} actionData={actionData} />}
      {hasAction("join") && order.joinableOrders.length > 0 && <Join order={order} actionData={actionData} />}
      {hasAction("cancel") && <Cancel order={order} actionData={actionData} />}
    </Section>
  );
}

function HintedAction({ hint, children }: { hint: string; children: ReactNode }) {
  return (
    <div className="space-y-1.5">
      {children}
      <p className="text-sm text-soft">{hint}</p>
    </div>
  );
}

function Ship({ order, actionData }: { order: OrderView; actionData: ActionData }) {
  return (
    <ActionForm order={order} intent="ship" submitLabel="Marcar enviado">
      <TextField
        name="tracking"
        label="Número de rastreo"
        maxLength={60}
        autoComplete="off"
        defaultValue={findTypedValue(actionData, "ship", "tracking")}
        hint={order.carrier ? `De ${order.carrier}. El cliente lo recibe por correo.` : undefined}
      />
    </ActionForm>
  );
}

function PayLink({ order, actionData }: { order: OrderView; actionData: ActionData }) {
  const link = actionData?.intent === "payLink" ? actionData.link : undefined;
  if (!link) {
    return (
      <HintedAction hint="Para mandarlo por WhatsApp o como quieras: abre el pedido y ahí se paga.">
        <ActionForm order={order} intent="payLink" submitLabel="Hacer enlace para pagar" variant="secondary" />
      </HintedAction>
    );
  }
  return (
    <Notice tone="success" icon="check" alert title="Enlace para pagar">
      <dl className="space-y-3 pt-2">
        <CopyValue label="Enlace" value={link.url} />
        <a href={whatsAppLink(order.customer.phone, link.text)} target="_blank" rel="noreferrer" className={LINK_CLASS}>
          Mandar por WhatsApp
        </a>
      </dl>
    </Notice>
  );
}

function ConfirmPayment({ order, actionData }: { order: OrderView; actionData: ActionData }) {
  const missingCents = order.money ? Math.max(0, order.money.expectedCents - order.money.paidCents) : 0;
  return (
    <details className="text-sm" open={actionData?.intent === "confirmPayment"}>
      <summary className={LINK_CLASS}>Confirmar el pago…</summary>
      <ActionForm order={order} intent="confirmPayment" submitLabel="Confirmar el pago" variant="secondary">
        <p className="text-soft">
          Hazlo solo si el dinero ya está: se anota un pago de {formatMoney(missingCents)} confirmado por ti, y el
          cliente recibe el aviso.
        </p>
        <TextField
          name="reason"
          label="Cómo llegó"
          optional
          maxLength={200}
          defaultValue={findTypedValue(actionData, "confirmPayment", "reason")}
        />
      </ActionForm>
    </details>
  );
}

function Join({ order, actionData }: { order: OrderView; actionData: ActionData }) {
  return (
    <details className="text-sm" open={actionData?.intent === "join"}>
      <summary className={LINK_CLASS}>Unir con otro pedido…</summary>
      <ActionForm order={order} intent="join" submitLabel="Unir pedidos" variant="secondary">
        <p className="text-soft">
          Viajan juntos y se cobra un solo envío. No se puede deshacer; el cliente recibe un correo.
        </p>
        <SelectField name="with" label="Con cuál">
          {order.joinableOrders.map(({ id, reference, pieces, totalIntoOtherCents, totalIntoThisCents }) => [
            totalIntoThisCents !== null && (
              <option key={`from:${id}`} value={`from:${id}`}>
                Traer aquí el #{reference} ({pieces} piezas): queda en {formatMoney(totalIntoThisCents)}
              </option>
            ),
            totalIntoOtherCents !== null && (
              <option key={`into:${id}`} value={`into:${id}`}>
                Pasar este al #{reference}: queda en {formatMoney(totalIntoOtherCents)}
              </option>
            ),
          ])}
        </SelectField>
      </ActionForm>
    </details>
  );
}

/** A form that cancels the order. It lists the consequences above its button. */
function Cancel({ order, actionData }: { order: OrderView; actionData: ActionData }) {
  const pieces = order.lines.reduce((sum, line) => sum + (line.isMadeToOrder ? 0 : line.pieces), 0);
  const consequences = [
    order.tickets.length > 0 && "Sus boletos dejan de abrir la puerta.",
    order.money &&
      order.money.paidCents > 0 &&
      `Pagó ${formatMoney(order.money.paidCents)}: queda un aviso hasta que se devuelva.`,
    order.customer.email ? "El cliente recibe un correo." : "El cliente no dejó correo: avísale tú.",
    "No se puede deshacer.",
  ];
  return (
    <details className="text-sm" open={actionData?.intent === "cancel"}>
      <summary className={`${LINK_CLASS} text-error`}>Cancelar el pedido…</summary>
      <ActionForm order={order} intent="cancel" submitLabel="Cancelar el pedido" variant="danger">
        <ul className="list-disc space-y-1 pl-5 text-soft">
          {consequences.filter(Boolean).map((sentence) => (
            <li key={String(sentence)}>{sentence}</li>
          ))}
        </ul>
        {pieces > 0 && (
          <fieldset className="space-y-2">
            <legend className="pb-1.5 font-semibold">{pieces === 1 ? "Su pieza" : `Sus ${pieces} piezas`}</legend>
            <RadioCard name="pieces" value="restock" defaultChecked title="Vuelven a la tienda">
              Se pueden vender otra vez.
            </RadioCard>
            <RadioCard name="pieces" value="writeOff" title="Van a merma">
              Dañadas o perdidas: el libro de existencias lo anota con el motivo.
            </RadioCard>
          </fieldset>
        )}
        <TextField
          name="reason"
          label="Motivo"
          maxLength={200}
          defaultValue={findTypedValue(actionData, "cancel", "reason")}
        />
      </ActionForm>
    </details>
  );
}
