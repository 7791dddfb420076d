import type { ReactNode } from "react";
import { formatMoney } from "../../../../domain/money.ts";
import type { InvoiceKind } from "../../../../domain/invoice-state.ts";
import { RadioCard, SelectField, TextField } from "../../../ui/field.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { ReceiverFields, type TypedReceiver } from "./receiver-fields.tsx";
import type { ReceiverErrors } from "./refused-reason.ts";
import { MOTIVES } from "./labels.ts";

/** A failed action: its intent, the failure and the typed values. */
export interface FailedAction {
  intent: string;
  failure: string;
  errors?: ReceiverErrors;
  typed?: TypedReceiver;
  amount?: string;
}

/** An action in a collapsible block, open when it just failed. */
function ActionDetails({
  title,
  intent,
  failed,
  children,
}: {
  title: string;
  intent: string;
  failed?: FailedAction;
  children: ReactNode;
}) {
  return (
    <details
      open={failed?.intent === intent}
      className="border-t border-line pt-3 first-of-type:border-0 first-of-type:pt-0"
    >
      <summary className="inline-flex min-h-9 items-center font-semibold underline underline-offset-4">{title}</summary>
      <div className="space-y-4 pt-3">{children}</div>
    </details>
  );
}

const failureOf = (intent: string, failed?: FailedAction) => (failed?.intent === intent ? failed.failure : undefined);

export function CancelAction({
  kind,
  asksReceiver,
  failed,
}: {
  kind: InvoiceKind;
  asksReceiver: boolean;
  failed?: FailedAction;
}) {
  const motives = kind === "global" ? (["04"] as const) : (["02", "03"] as const);
  return (
    <ActionDetails title="Cancelar…" intent="cancel" failed={failed}>
      <PostForm failure={failureOf("cancel", failed)} submit="Pedir la cancelación al SAT" variant="danger">
        <input type="hidden" name="intent" value="cancel" />
        <fieldset className="space-y-2">
          <legend className="pb-2 text-sm font-semibold">Motivo ante el SAT</legend>
          {motives.map((motive) => (
            <RadioCard key={motive} name="motive" value={motive} required title={`${motive} ${MOTIVES[motive][0]}`}>
              {MOTIVES[motive][1]}
            </RadioCard>
          ))}
        </fieldset>
        <p className="text-sm text-soft">
          {kind === "invoice" && "¿Habrá otra con los datos corregidos? Entonces usa «Sustituir»: es el motivo 01. "}
          {asksReceiver &&
            "Por su monto, quien la recibió tiene tres días hábiles para rechazar la cancelación; mientras, sigue vigente."}
        </p>
      </PostForm>
    </ActionDetails>
  );
}

export function ReplaceAction({ receiver, failed }: { receiver: TypedReceiver; failed?: FailedAction }) {
  const isFailed = failed?.intent === "replace";
  return (
    <ActionDetails title="Sustituir por otra con otros datos…" intent="replace" failed={failed}>
      <p className="text-sm text-soft">
        Primero se timbra la nueva; si el SAT la acepta, se cancela esta con motivo 01. Si no, esta sigue vigente.
      </p>
      <PostForm failure={failureOf("replace", failed)} submit="Sustituir factura">
        <input type="hidden" name="intent" value="replace" />
        <ReceiverFields typed={(isFailed && failed.typed) || receiver} errors={isFailed ? failed.errors : undefined} />
      </PostForm>
    </ActionDetails>
  );
}

/** Amounts in centavos, as `findCreditLeft` returns them. */
export function CreditAction({
  left,
  failed,
}: {
  left: { notedCents: number; leftCents: number; dueCents: number };
  failed?: FailedAction;
}) {
  const { notedCents, leftCents, dueCents } = left;
  const offered = dueCents > 0 ? Math.min(dueCents, leftCents) : leftCents;
  return (
    <ActionDetails title="Nota de crédito…" intent="credit" failed={failed}>
      <p className="text-sm text-soft">
        {dueCents > 0
          ? `Desde esta factura se devolvieron ${formatMoney(dueCents)} que ninguna nota dice todavía. `
          : "No hay devoluciones de dinero sin su nota. "}
        {notedCents > 0 && `Ya hay notas por ${formatMoney(notedCents)}. `}
        Quedan {formatMoney(leftCents)} de los que puede ser.
      </p>
      <PostForm failure={failureOf("credit", failed)} submit="Hacer nota de crédito">
        <input type="hidden" name="intent" value="credit" />
        <input type="hidden" name="left" value={leftCents} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            name="amount"
            label="Monto, en pesos"
            inputMode="decimal"
            defaultValue={(failed?.intent === "credit" && failed.amount) || (offered / 100).toFixed(2)}
            maxLength={20}
          />
          <SelectField name="reason" label="Por qué" defaultValue="creditNote">
            <option value="return">Regresó mercancía</option>
            <option value="creditNote">Bonificación o descuento</option>
          </SelectField>
        </div>
      </PostForm>
    </ActionDetails>
  );
}

export function MailAction({ email, failed }: { email: string; failed?: FailedAction }) {
  return (
    <ActionDetails title="Mandar por correo…" intent="mail" failed={failed}>
      <PostForm failure={failureOf("mail", failed)} submit="Mandar XML y PDF" variant="secondary">
        <input type="hidden" name="intent" value="mail" />
        <TextField name="email" type="email" label="Correo" defaultValue={email} maxLength={254} />
      </PostForm>
    </ActionDetails>
  );
}
