import { Link } from "react-router";
import { formatDateTime } from "../../../../domain/dates.ts";
import { formatDay } from "../../../../domain/format-day.ts";
import type { CancelMotive } from "../../../../domain/invoice-enums.ts";
import { Notice } from "../../../ui/notice.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import { officePaths } from "../../paths.ts";
import type { FailedAction } from "./actions.tsx";
import { MOTIVES } from "./labels.ts";

interface CancellationRow {
  id: number;
  motive: CancelMotive;
  requestedAt: Date;
  actor: string;
  hasReceipt: boolean;
  outcome: "cancelled" | "rejected" | "refused" | "notSent" | null;
  problem: string | null;
  endedAt: Date | null;
}

const LINK = "font-semibold underline underline-offset-4";

const OUTCOME_LABEL = {
  cancelled: "Quedó cancelada",
  rejected: "El receptor no la aceptó",
  refused: "El SAT no la canceló",
  notSent: "No se pidió: el SAT no aceptó la nueva",
} as const;

/** Every request to cancel the document, with SAT's receipts. */
export function Cancellations({ id, rows }: { id: string; rows: readonly CancellationRow[] }) {
  if (rows.length === 0) return null;
  return (
    <Section title="Cancelaciones pedidas">
      <ul className="divide-y divide-line text-sm">
        {rows.map((row) => (
          <li key={row.id} className="space-y-0.5 py-2">
            <p className="flex flex-wrap gap-x-3 gap-y-1">
              <span className="font-semibold">
                {row.outcome ? OUTCOME_LABEL[row.outcome] : row.problem ? "Espera el sello" : "En camino"}
              </span>
              {row.hasReceipt && (
                <a href={officePaths.cancellationReceipt(id, row.id)} download className={LINK}>
                  Descargar acuse
                </a>
              )}
            </p>
            <p className="text-soft">
              Motivo {row.motive} {MOTIVES[row.motive][0]} · {row.actor}, {formatDateTime(row.requestedAt)}
              {row.endedAt && ` · terminó ${formatDateTime(row.endedAt)}`}
            </p>
            {row.outcome === "refused" && <p>{row.problem}</p>}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The state of an unfinished replacement, with staff's options if the old invoice was not cancelled. */
export function UnfinishedReplacement({
  isCancelOpen,
  problem,
  replacement: { substituteId, replacedId, isSubstituteBeingCancelled },
  failedAction,
}: {
  /** The cancellation is under way. */
  isCancelOpen: boolean;
  problem: string | null;
  replacement: {
    substituteId: string | null;
    replacedId: string | null;
    /** Staff decided to keep the replaced invoice, and its substitute is being cancelled. */
    isSubstituteBeingCancelled: boolean;
  };
  failedAction?: FailedAction;
}) {
  if (replacedId) {
    return (
      <Notice tone="warning" title="La que esta sustituye aún no se cancela">
        Mientras, las dos son válidas ante el SAT.{" "}
        <Link to={officePaths.invoice(replacedId)} className={LINK}>
          Ver la anterior
        </Link>
      </Notice>
    );
  }
  if (!substituteId) return null;
  const substituteLink = (
    <Link to={officePaths.invoice(substituteId)} className={LINK}>
      Ver la nueva
    </Link>
  );
  if (isCancelOpen) {
    return <Notice title="Otra la sustituye y esta se está cancelando">{substituteLink}</Notice>;
  }
  if (isSubstituteBeingCancelled) {
    return (
      <Notice title="Se está cancelando la que la sustituía">
        Cuando el SAT la cancele, esta vuelve a ser la del pedido. {substituteLink}
      </Notice>
    );
  }
  const failureOfIntent = (intent: string) => (failedAction?.intent === intent ? failedAction.failure : undefined);
  return (
    <Section title="Hay dos facturas vigentes: decide con cuál te quedas">
      <p className="text-sm">
        {problem} La nueva ya está timbrada, así que las dos son válidas ante el SAT. {substituteLink}
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <PostForm failure={failureOfIntent("cancelAgain")} submitLabel="Volver a pedir la cancelación">
          <input type="hidden" name="intent" value="cancelAgain" />
          <p className="text-sm text-soft">
            Habla antes con quien la recibió: tiene que aceptarla en su buzón del SAT.
          </p>
        </PostForm>
        <PostForm
          failure={failureOfIntent("keep")}
          submitLabel="Conservar esta y cancelar la nueva"
          variant="secondary"
        >
          <input type="hidden" name="intent" value="keep" />
          <p className="text-sm text-soft">La nueva se cancela con motivo 02, y esta vuelve a ser la del pedido.</p>
        </PostForm>
      </div>
    </Section>
  );
}

/** A cancellation request that cannot be sent until staff upload a CSD. */
export function UnsentCancellation({ problem, shopId }: { problem: string; shopId: string }) {
  return (
    <Notice tone="error" title="La cancelación no ha salido">
      {problem}{" "}
      <Link to={`${officePaths.issuer}?tienda=${shopId}`} className={LINK}>
        Subir el sello
      </Link>
    </Notice>
  );
}

/** The last day on which the receiver may reject the cancellation. */
export function AcceptanceDeadline({ day }: { day: string }) {
  return (
    <Notice title={`El receptor tiene hasta el ${formatDay(day)} para responder`}>
      Son tres días hábiles (72 horas). Si no contesta, el SAT la cancela; la tienda pregunta sola. Mientras, sigue
      vigente.
    </Notice>
  );
}
