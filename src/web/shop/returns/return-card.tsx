import { useState, type FormEvent } from "react";
import { call } from "../../client.ts";
import type { Return } from "../../../contract/returns.ts";
import { formatMoney, toCents } from "../../../domain/money.ts";
import { RETURN_REASON_LABEL, RETURN_PARCEL_LABEL } from "../../../domain/return.ts";
import { formatLongDateTime } from "../../../domain/long-date.ts";
import { paths } from "../../paths.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useNow } from "../use-now.ts";
import type { OrderAuthorization } from "./route.tsx";
import { UploadPictures } from "./upload-pictures.tsx";

interface Props {
  customerReturn: Return;
  orderId: string;
  auth: OrderAuthorization;
  onChange: () => Promise<void>;
}

/** A return with its state, what happens next, and the customer's actions on it. */
export function ReturnCard({ customerReturn, orderId, auth, onChange }: Props) {
  const { busy, failure, run } = useAction(onChange);
  const params = { id: orderId, returnId: customerReturn._id };
  const shopMessage = [customerReturn.answer, customerReturn.instructions].filter(Boolean).join("\n\n");
  const isOpen = customerReturn.state === "ASKED" || customerReturn.state === "APPROVED";
  const submitGuide = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typedGuide = new FormData(event.currentTarget).get("guide");
    const guide = typeof typedGuide === "string" ? typedGuide.trim() : "";
    void run(() => call("sendReturn", { params, query: auth.query, token: auth.token, body: { guide } }));
  };
  const cancel = () => void run(() => call("cancelReturn", { params, query: auth.query, token: auth.token }));
  return (
    <section aria-labelledby={customerReturn._id} className="space-y-3 rounded-box border border-line bg-card p-5">
      <h2 id={customerReturn._id} className="flex flex-wrap justify-between gap-x-4 text-lg">
        Devolución {customerReturn.number}
        <span className="font-sans text-sm font-semibold">{customerReturn.stateLabel}</span>
      </h2>
      <p>{NEXT_STEP_TEXT[customerReturn.state](customerReturn)}</p>
      {shopMessage && <p className="whitespace-pre-line border-l-2 border-line pl-4 wrap-anywhere">{shopMessage}</p>}
      <ul className="space-y-1 text-sm text-soft">
        {customerReturn.lines.map(({ attributeId, wish, newName, unpaidNewName, quantity, name, reason }) => (
          <li key={`${attributeId} ${wish} ${reason} ${newName}`} className="wrap-anywhere">
            {quantity} × {name}. {RETURN_REASON_LABEL[reason]}.{newName && <> Cambio por {newName}.</>}
            {unpaidNewName && <> Querías {unpaidNewName}.</>}
          </li>
        ))}
      </ul>
      {customerReturn.difference && isOpen && <DifferenceNotice difference={customerReturn.difference} auth={auth} />}
      {customerReturn.wayBack.length > 0 && <ReturnParcelEvents customerReturn={customerReturn} />}
      {failure && <Notice tone="error" alert title={failure} />}
      {customerReturn.state === "APPROVED" &&
        (customerReturn.wayBackState === null || customerReturn.wayBackState === "RETURNED") && (
          <form onSubmit={submitGuide} className="flex flex-wrap items-end gap-3">
            <div className="min-w-52 grow">
              <TextField
                name="guide"
                label="¿Ya lo mandaste? Su guía"
                maxLength={60}
                required
                defaultValue={customerReturn.wayBackGuide ?? ""}
              />
            </div>
            <Button type="submit" variant="secondary" busy={busy} className="max-sm:w-full">
              Guardar guía
            </Button>
          </form>
        )}
      {isOpen && <UploadPictures customerReturn={customerReturn} orderId={orderId} auth={auth} onChange={onChange} />}
      {isOpen && (
        <Button variant="quiet" busy={busy} onClick={cancel}>
          Cancelar esta devolución
        </Button>
      )}
    </section>
  );
}

/** The price difference of the new sizes: to be paid, paid, or no longer charged. */
function DifferenceNotice({
  difference,
  auth,
}: {
  difference: NonNullable<Return["difference"]>;
  auth: OrderAuthorization;
}) {
  const now = useNow();
  const amount = formatMoney(toCents(difference.amount));
  if (difference.state === "PAID") return <p>Ya pagaste la diferencia de {amount}.</p>;
  if (difference.state === "ENDED")
    return <p>La diferencia ya no se cobra: te devolvemos el dinero de lo que regresas.</p>;
  const orderPath = paths.order(difference.orderId);
  return (
    <Notice tone="warning" title={`Tu cambio cuesta ${amount} más`}>
      <p>
        {difference.payBy
          ? `Tienes hasta el ${formatLongDateTime(new Date(difference.payBy), now)} para pagarlos; si no, te devolvemos tu dinero.`
          : "Págalos para que salga lo nuevo."}
      </p>
      <ButtonLink className="mt-3" to={auth.linkKey ? `${orderPath}?key=${auth.linkKey}` : orderPath}>
        Pagar la diferencia
      </ButtonLink>
    </Notice>
  );
}

/** The latest state of the parcel in which the pieces come back, and all its events, the newest first. */
function ReturnParcelEvents({ customerReturn: { wayBack, wayBackGuide } }: { customerReturn: Return }) {
  const now = useNow();
  return (
    <div className="space-y-1 text-sm">
      <p className="font-semibold">
        {RETURN_PARCEL_LABEL[wayBack.at(-1)!.state]}
        {wayBackGuide && <span className="font-normal text-soft"> · guía {wayBackGuide}</span>}
      </p>
      <ol aria-label="Camino de regreso" className="text-soft">
        {wayBack.toReversed().map(({ state, on }) => (
          <li key={`${on} ${state}`}>
            {formatLongDateTime(new Date(on), now)}: {RETURN_PARCEL_LABEL[state]}
          </li>
        ))}
      </ol>
    </div>
  );
}

const formatRefund = (customerReturn: Return): string => formatMoney(toCents(customerReturn.refund));

/** The text about what happens next, for each state. */
const NEXT_STEP_TEXT: Record<Return["state"], (customerReturn: Return) => string> = {
  ASKED: (customerReturn) =>
    `La revisamos y te escribimos. No mandes nada todavía.${customerReturn.surcharge > 0 ? ` Cuesta ${formatMoney(toCents(customerReturn.surcharge))} más: se paga cuando la aprobemos.` : ""}${customerReturn.refund > 0 ? ` Te devolveríamos ${formatRefund(customerReturn)}.` : ""}`,
  APPROVED: approvedText,
  DECLINED: () => "No pudimos aceptarla.",
  RECEIVED: (customerReturn) =>
    customerReturn.refund > 0
      ? `Ya llegó. Te devolvemos ${formatRefund(customerReturn)} en cuanto la revisemos.`
      : "Ya llegó. La revisamos.",
  SETTLED: settledText,
  CANCELLED: () => "La cancelaste, o la canceló la tienda. Puedes pedir otra dentro del plazo.",
};

function approvedText({ wayBack, wayBackBy, wayBackGuide, wayBackState }: Return): string {
  switch (wayBackState) {
    case null:
      if (wayBack.length > 0) return `Esta vez va con la guía ${wayBackGuide}.`;
      return wayBackBy === "shop"
        ? "Envíanosla. El envío de regreso va por nuestra cuenta."
        : "Envíanosla. El envío de regreso corre por tu cuenta.";
    case "DELIVERED":
      return "Ya llegó a la tienda. La revisamos y te avisamos.";
    case "RETURNED":
      return "El paquete regresó contigo. Escríbenos y lo resolvemos.";
    case "FAILED":
      return "La paquetería no pudo entregarla. Escríbenos si no se mueve.";
    default:
      return "Ya viene en camino. Te avisamos en cuanto la recibamos.";
  }
}

function settledText(customerReturn: Return): string {
  const refundSentence =
    customerReturn.refund === 0
      ? ""
      : customerReturn.refundState === "done"
        ? `Te devolvimos ${formatRefund(customerReturn)}.`
        : `Tu devolución de ${formatRefund(customerReturn)} va en camino.`;
  const reducedRefundSentence = customerReturn.lessBecause
    ? ` Es menos de lo calculado: ${customerReturn.lessBecause}.`
    : "";
  const isExchange = customerReturn.lines.some(({ wish }) => wish === "EXCHANGE");
  const exchangeParcelText = customerReturn.exchangeGuide
    ? ` con ${customerReturn.exchangeCarrier ?? "paquetería"}, guía ${customerReturn.exchangeGuide}`
    : "";
  return `${refundSentence}${reducedRefundSentence}${isExchange ? ` Tu cambio ya salió${exchangeParcelText}.` : ""}`.trim();
}

type Outcome = { ok: true } | { ok: false; problem: { detail: string; errors?: { message: string }[] } };

function useAction(onChange: () => Promise<void>) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const run = async (action: () => Promise<Outcome>) => {
    setBusy(true);
    setFailure(undefined);
    const outcome = await action();
    if (!outcome.ok) setFailure(outcome.problem.errors?.[0]?.message ?? outcome.problem.detail);
    if (outcome.ok) await onChange();
    setBusy(false);
  };
  return { busy, failure, run };
}
