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
  /** The return that the card shows. */
  shown: Return;
  orderId: string;
  auth: OrderAuthorization;
  onChange: () => Promise<void>;
}

/** A return with its state, what happens next, and the actions of its customer. */
export function ReturnCard({ shown, orderId, auth, onChange }: Props) {
  const { busy, failure, run } = useAction(onChange);
  const params = { id: orderId, returnId: shown._id };
  const texts = [shown.answer, shown.instructions].filter(Boolean).join("\n\n");
  const isOpen = shown.state === "ASKED" || shown.state === "APPROVED";
  const submitGuide = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get("guide");
    const guide = typeof typed === "string" ? typed.trim() : "";
    void run(() => call("sendReturn", { params, query: auth.query, token: auth.token, body: { guide } }));
  };
  const cancel = () => void run(() => call("cancelReturn", { params, query: auth.query, token: auth.token }));
  return (
    <section aria-labelledby={shown._id} className="space-y-3 rounded-box border border-line bg-card p-5">
      <h2 id={shown._id} className="flex flex-wrap justify-between gap-x-4 text-lg">
        Devolución {shown.number}
        <span className="font-sans text-sm font-semibold">{shown.stateLabel}</span>
      </h2>
      <p>{NEXT_STEP_TEXT[shown.state](shown)}</p>
      {texts && <p className="whitespace-pre-line border-l-2 border-line pl-4 wrap-anywhere">{texts}</p>}
      <ul className="space-y-1 text-sm text-soft">
        {shown.lines.map(({ attributeId, wish, newName, unpaidNewName, quantity, name, reason }) => (
          <li key={`${attributeId} ${wish} ${reason} ${newName}`} className="wrap-anywhere">
            {quantity} × {name}. {RETURN_REASON_LABEL[reason]}.{newName && <> Cambio por {newName}.</>}
            {unpaidNewName && <> Querías {unpaidNewName}.</>}
          </li>
        ))}
      </ul>
      {shown.difference && isOpen && <DifferenceNotice difference={shown.difference} auth={auth} />}
      {shown.wayBack.length > 0 && <ReturnParcelEvents shown={shown} />}
      {failure && <Notice tone="error" alert title={failure} />}
      {shown.state === "APPROVED" && (shown.wayBackState === null || shown.wayBackState === "RETURNED") && (
        <form onSubmit={submitGuide} className="flex flex-wrap items-end gap-3">
          <div className="min-w-52 grow">
            <TextField
              name="guide"
              label="¿Ya lo mandaste? Su guía"
              maxLength={60}
              required
              defaultValue={shown.wayBackGuide ?? ""}
            />
          </div>
          <Button type="submit" variant="secondary" busy={busy} className="max-sm:w-full">
            Guardar guía
          </Button>
        </form>
      )}
      {isOpen && <UploadPictures shown={shown} orderId={orderId} auth={auth} onChange={onChange} />}
      {isOpen && (
        <Button variant="quiet" busy={busy} onClick={cancel}>
          Cancelar esta devolución
        </Button>
      )}
    </section>
  );
}

/** The price difference of the new sizes: to be paid, paid, or no longer charged. */
function DifferenceNotice({ difference, auth }: { difference: NonNullable<Return["difference"]>; auth: OrderAuthorization }) {
  const now = useNow();
  const amount = formatMoney(toCents(difference.amount));
  if (difference.state === "PAID") return <p>Ya pagaste la diferencia de {amount}.</p>;
  if (difference.state === "ENDED")
    return <p>La diferencia ya no se cobra: te devolvemos el dinero de lo que regresas.</p>;
  const page = paths.order(difference.orderId);
  return (
    <Notice tone="warning" title={`Tu cambio cuesta ${amount} más`}>
      <p>
        {difference.payBy
          ? `Tienes hasta el ${formatLongDateTime(new Date(difference.payBy), now)} para pagarlos; si no, te devolvemos tu dinero.`
          : "Págalos para que salga lo nuevo."}
      </p>
      <ButtonLink className="mt-3" to={auth.linkKey ? `${page}?key=${auth.linkKey}` : page}>
        Pagar la diferencia
      </ButtonLink>
    </Notice>
  );
}

/** The events of the returned parcel, the newest first. */
function ReturnParcelEvents({ shown: { wayBack, wayBackGuide } }: { shown: Return }) {
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

const refundText = (shown: Return): string => formatMoney(toCents(shown.refund));

/** The text about what happens next, for each state. */
const NEXT_STEP_TEXT: Record<Return["state"], (shown: Return) => string> = {
  ASKED: (shown) =>
    `La revisamos y te escribimos. No mandes nada todavía.${shown.surcharge > 0 ? ` Cuesta ${formatMoney(toCents(shown.surcharge))} más: se paga cuando la aprobemos.` : ""}${shown.refund > 0 ? ` Te devolveríamos ${refundText(shown)}.` : ""}`,
  APPROVED: approvedText,
  DECLINED: () => "No pudimos aceptarla.",
  RECEIVED: (shown) =>
    shown.refund > 0
      ? `Ya llegó. Te devolvemos ${refundText(shown)} en cuanto la revisemos.`
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

function settledText(shown: Return): string {
  const refundSentence =
    shown.refund === 0
      ? ""
      : shown.refundState === "done"
        ? `Te devolvimos ${refundText(shown)}.`
        : `Tu devolución de ${refundText(shown)} va en camino.`;
  const lessSentence = shown.lessBecause ? ` Es menos de lo calculado: ${shown.lessBecause}.` : "";
  const isExchange = shown.lines.some(({ wish }) => wish === "EXCHANGE");
  const guide = shown.exchangeGuide ? ` con ${shown.exchangeCarrier ?? "paquetería"}, guía ${shown.exchangeGuide}` : "";
  return `${refundSentence}${lessSentence}${isExchange ? ` Tu cambio ya salió${guide}.` : ""}`.trim();
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
