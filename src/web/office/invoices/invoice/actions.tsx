import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatMoney } from "../../../../domain/money.ts";
import type { InvoiceKind } from "../../../../domain/invoice-enums.ts";
import { RadioCard, TextField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { officePaths } from "../../paths.ts";
import { ReceiverFields, type ReceiverFormValues } from "./receiver-fields.tsx";
import type { ReceiverErrors } from "./refusal-reason.ts";
import { MOTIVES } from "./labels.ts";

/** A failed action: its intent, the failure and the typed values. */
export interface FailedAction {
  intent: string;
  failure: string;
  errors?: ReceiverErrors;
  typedReceiver?: ReceiverFormValues;
  /** The pieces typed for each line of a credit note. */
  typedPieces?: string[];
}

/** An action in a collapsible block. It is open if the action is due or just failed. */
function ActionDetails({
  title,
  intent,
  failedAction,
  isDue = false,
  children,
}: {
  title: string;
  intent: string;
  failedAction?: FailedAction;
  /** Staff should do the action now, so the block is open from the start. */
  isDue?: boolean;
  children: ReactNode;
}) {
  return (
    <details
      open={isDue || failedAction?.intent === intent}
      className="border-t border-line pt-3 first-of-type:border-0 first-of-type:pt-0"
    >
      <summary className="inline-flex min-h-9 items-center font-semibold underline underline-offset-4">{title}</summary>
      <div className="space-y-4 pt-3">{children}</div>
    </details>
  );
}

const failureOfIntent = (intent: string, failedAction?: FailedAction) =>
  failedAction?.intent === intent ? failedAction.failure : undefined;

export function CancelAction({
  kind,
  needsAcceptance,
  failedAction,
}: {
  kind: InvoiceKind;
  needsAcceptance: boolean;
  failedAction?: FailedAction;
}) {
  const motives = kind === "global" ? (["04"] as const) : (["02", "03"] as const);
  return (
    <ActionDetails title="Cancelar…" intent="cancel" failedAction={failedAction}>
      <PostForm
        failure={failureOfIntent("cancel", failedAction)}
        submitLabel="Pedir la cancelación al SAT"
        variant="danger"
      >
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
          {needsAcceptance &&
            "Por su monto, quien la recibió tiene tres días hábiles para rechazar la cancelación; mientras, sigue vigente."}
        </p>
      </PostForm>
    </ActionDetails>
  );
}

export function ReplaceAction({
  receiver,
  failedAction,
}: {
  receiver: ReceiverFormValues;
  failedAction?: FailedAction;
}) {
  const isFailed = failedAction?.intent === "replace";
  return (
    <ActionDetails title="Sustituir por otra con otros datos…" intent="replace" failedAction={failedAction}>
      <p className="text-sm text-soft">
        Primero se timbra la nueva; si el SAT la acepta, se cancela esta con motivo 01. Si no, esta sigue vigente.
      </p>
      <PostForm failure={failureOfIntent("replace", failedAction)} submitLabel="Sustituir factura">
        <input type="hidden" name="intent" value="replace" />
        <ReceiverFields
          initialValues={(isFailed && failedAction.typedReceiver) || receiver}
          errors={isFailed ? failedAction.errors : undefined}
        />
      </PostForm>
    </ActionDetails>
  );
}

/**
 * Shown instead of the cancel and replace actions if the invoice has credit notes. SAT does not cancel an invoice while
 * it has valid credit notes.
 */
export function CreditedInvoiceNotice({
  notes,
  failedAction,
}: {
  notes: readonly { id: string; folio: string; totalCents: number }[];
  failedAction?: FailedAction;
}) {
  const failure = failureOfIntent("cancel", failedAction) ?? failureOfIntent("replace", failedAction);
  return (
    <div className="space-y-2 border-t border-line pt-3 text-sm">
      {failure && <Notice tone="error" alert title={failure} />}
      <p className="font-semibold">Para cancelarla o sustituirla, cancela antes sus notas de crédito</p>
      <p className="text-soft">
        El SAT no cancela una factura que tiene notas vigentes. Cada una se cancela en su página:
      </p>
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {notes.map(({ id, folio, totalCents }) => (
          <li key={id}>
            <Link to={officePaths.invoice(id)} className="font-semibold underline underline-offset-4">
              Nota {folio}
            </Link>{" "}
            por {formatMoney(totalCents)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A line of the invoice in the form of a credit note. */
interface CreditLine {
  description: string;
  pieces: number;
  /** Pieces that are in no credit note yet. */
  uncreditedPieces: number;
  /** The amount that the invoice charged for all pieces of the line. */
  cents: number;
  proposedPieces: number;
}

/** A credit note for exactly the amount that is due, if any. Staff only enter the returned pieces. */
export function CreditAction({
  credit: { creditedCents, dueCents, lines },
  failedAction,
}: {
  credit: { creditedCents: number; dueCents: number; lines: readonly CreditLine[] };
  failedAction?: FailedAction;
}) {
  const notesText = creditedCents > 0 ? ` Ya hay notas por ${formatMoney(creditedCents)}.` : "";
  if (dueCents <= 0) {
    return (
      <ActionDetails title="Nota de crédito…" intent="credit" failedAction={failedAction}>
        {failedAction?.intent === "credit" && <Notice tone="error" alert title={failedAction.failure} />}
        <p className="font-semibold">No hay nada que acreditar</p>
        <p className="text-sm text-soft">
          Una nota de crédito dice lo que se devolvió desde la factura. Devuelve el dinero en el pedido y vuelve aquí.
          {notesText}
        </p>
      </ActionDetails>
    );
  }
  return (
    <ActionDetails
      title={`Nota de crédito por ${formatMoney(dueCents)}…`}
      intent="credit"
      failedAction={failedAction}
      isDue
    >
      <p className="text-sm text-soft">
        Desde esta factura se devolvieron, o se perdieron en un contracargo, {formatMoney(dueCents)} que ninguna nota
        dice todavía. La nota es por ese monto.
        {notesText}
      </p>
      <PostForm
        failure={failureOfIntent("credit", failedAction)}
        submitLabel={`Hacer nota de crédito por ${formatMoney(dueCents)}`}
        className="space-y-4"
      >
        <input type="hidden" name="intent" value="credit" />
        <input type="hidden" name="due" value={dueCents} />
        <fieldset className="space-y-2">
          <legend className="pb-1 text-sm font-semibold">¿Qué piezas regresaron?</legend>
          <p className="text-sm text-soft">
            Si no regresó ninguna, deja todo en 0: será una bonificación. Si lo que regresó vale más o menos que lo
            devuelto, la nota lo ajusta.
          </p>
          <ul className="divide-y divide-line">
            {lines.map((line, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- the lines of a sealed document never change
              <CreditLineField key={index} line={line} typedPieces={failedAction?.typedPieces?.[index]} />
            ))}
          </ul>
        </fieldset>
      </PostForm>
    </ActionDetails>
  );
}

function CreditLineField({ line, typedPieces }: { line: CreditLine; typedPieces?: string }) {
  const { description, pieces, uncreditedPieces, cents, proposedPieces } = line;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <span className="min-w-0 flex-1 text-sm wrap-anywhere">
        {description}
        <span className="block text-soft">
          {pieces === 1 ? "1 pieza" : `${pieces} piezas`} por {formatMoney(cents)}
          {uncreditedPieces < pieces && `, ${pieces - uncreditedPieces} ya en otra nota`}
        </span>
      </span>
      <input
        name="pieces"
        type="number"
        inputMode="numeric"
        min={0}
        max={uncreditedPieces}
        step={1}
        readOnly={uncreditedPieces === 0}
        defaultValue={typedPieces ?? proposedPieces}
        aria-label={`Piezas que regresaron de ${description}`}
        className="min-h-11 w-20 rounded-box border border-edge bg-card px-3 py-2 text-right text-base tabular read-only:border-transparent read-only:bg-sand"
      />
    </li>
  );
}

export function MailAction({ email, failedAction }: { email: string; failedAction?: FailedAction }) {
  return (
    <ActionDetails title="Mandar por correo…" intent="mail" failedAction={failedAction}>
      <PostForm failure={failureOfIntent("mail", failedAction)} submitLabel="Mandar XML y PDF" variant="secondary">
        <input type="hidden" name="intent" value="mail" />
        <TextField name="email" type="email" label="Correo" defaultValue={email} maxLength={254} />
      </PostForm>
    </ActionDetails>
  );
}
