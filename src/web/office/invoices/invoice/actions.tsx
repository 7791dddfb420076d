import type { ReactNode } from "react";
import { formatMoney } from "../../../../domain/money.ts";
import type { InvoiceKind } from "../../../../domain/invoice-state.ts";
import { RadioCard, SelectField, TextField } from "../../../ui/field.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { ReceiverFields, type TypedReceiver } from "./receiver-fields.tsx";
import type { Faults } from "./refused-reason.ts";
import { MOTIVES } from "./words.ts";

/** What an act left behind where it was not done: which one, why, and what was typed. */
export interface Undone {
  intent: string;
  failure: string;
  faults?: Faults;
  typed?: TypedReceiver;
  amount?: string;
}

/** An act behind its name: open where it just failed. */
function Act({ title, name, undone, children }: { title: string; name: string; undone?: Undone; children: ReactNode }) {
  return (
    <details
      open={undone?.intent === name}
      className="border-t border-line pt-3 first-of-type:border-0 first-of-type:pt-0"
    >
      <summary className="inline-flex min-h-9 items-center font-semibold underline underline-offset-4">{title}</summary>
      <div className="space-y-4 pt-3">{children}</div>
    </details>
  );
}

const failureOf = (name: string, undone?: Undone) => (undone?.intent === name ? undone.failure : undefined);

export function CancelAction({ kind, large, undone }: { kind: InvoiceKind; large: boolean; undone?: Undone }) {
  const motives = kind === "global" ? (["04"] as const) : (["02", "03"] as const);
  return (
    <Act title="Cancelar…" name="cancel" undone={undone}>
      <PostForm failure={failureOf("cancel", undone)} submit="Pedir la cancelación al SAT" variant="danger">
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
          {large &&
            "Por su monto, quien la recibió tiene tres días hábiles para rechazar la cancelación; mientras, sigue vigente."}
        </p>
      </PostForm>
    </Act>
  );
}

export function ReplaceAction({ receiver, undone }: { receiver: TypedReceiver; undone?: Undone }) {
  const isHere = undone?.intent === "replace";
  return (
    <Act title="Sustituir por otra con otros datos…" name="replace" undone={undone}>
      <p className="text-sm text-soft">
        Primero se timbra la nueva; si el SAT la acepta, se cancela esta con motivo 01. Si no, esta sigue vigente.
      </p>
      <PostForm failure={failureOf("replace", undone)} submit="Sustituir factura">
        <input type="hidden" name="intent" value="replace" />
        <ReceiverFields typed={(isHere && undone.typed) || receiver} faults={isHere ? undone.faults : undefined} />
      </PostForm>
    </Act>
  );
}

/** Figures in centavos, as `findCreditLeft` says them. */
export function CreditAction({
  left,
  undone,
}: {
  left: { notedCents: number; leftCents: number; dueCents: number };
  undone?: Undone;
}) {
  const { notedCents, leftCents, dueCents } = left;
  const offered = dueCents > 0 ? Math.min(dueCents, leftCents) : leftCents;
  return (
    <Act title="Nota de crédito…" name="credit" undone={undone}>
      <p className="text-sm text-soft">
        {dueCents > 0
          ? `Desde esta factura se devolvieron ${formatMoney(dueCents)} que ninguna nota dice todavía. `
          : "No hay devoluciones de dinero sin su nota. "}
        {notedCents > 0 && `Ya hay notas por ${formatMoney(notedCents)}. `}
        Quedan {formatMoney(leftCents)} de los que puede ser.
      </p>
      <PostForm failure={failureOf("credit", undone)} submit="Hacer nota de crédito">
        <input type="hidden" name="intent" value="credit" />
        <input type="hidden" name="left" value={leftCents} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            name="amount"
            label="Monto, en pesos"
            inputMode="decimal"
            defaultValue={(undone?.intent === "credit" && undone.amount) || (offered / 100).toFixed(2)}
            maxLength={20}
          />
          <SelectField name="reason" label="Por qué" defaultValue="creditNote">
            <option value="return">Regresó mercancía</option>
            <option value="creditNote">Bonificación o descuento</option>
          </SelectField>
        </div>
      </PostForm>
    </Act>
  );
}

export function MailAction({ email, undone }: { email: string; undone?: Undone }) {
  return (
    <Act title="Mandar por correo…" name="mail" undone={undone}>
      <PostForm failure={failureOf("mail", undone)} submit="Mandar XML y PDF" variant="secondary">
        <input type="hidden" name="intent" value="mail" />
        <TextField name="email" type="email" label="Correo" defaultValue={email} maxLength={254} />
      </PostForm>
    </Act>
  );
}
