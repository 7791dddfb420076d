import { formatDateTime } from "../../../../domain/dates.ts";
import { Badge } from "../../kit/badge.tsx";
import { Section } from "../../kit/section.tsx";
import { ActionForm, type OrderView } from "./action-form.tsx";

/** Emails to the customer about this order. */
export function Emails({ order }: { order: OrderView }) {
  return (
    <Section title="Correos enviados">
      {order.emails.length === 0 ? (
        <p className="text-sm text-soft">
          {order.customer.email ? "Todavía no ha salido ninguno." : "El cliente no dejó correo: no se le escribe."}
        </p>
      ) : (
        <ul className="divide-y divide-line text-sm">
          {order.emails.map(({ id, subject, recipient, sentAt, isSuppressed, canSendAgain }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
              <span className="min-w-0">
                <span className="block font-semibold wrap-anywhere">{subject}</span>
                <span className="block wrap-anywhere text-soft">
                  {recipient} · {formatDateTime(sentAt)}
                </span>
                {isSuppressed && (
                  <span className="mt-1 block">
                    <Badge tone="warning">No se mandó</Badge> Ese buzón, sin confirmar, ya tenía los de un día.
                  </span>
                )}
              </span>
              {canSendAgain && order.actions.includes("resendEmail") && (
                <ActionForm
                  order={order}
                  intent="resendEmail"
                  submitLabel="Enviar otra vez"
                  variant="secondary"
                  aria-label={`Enviar otra vez: ${subject}`}
                >
                  <input type="hidden" name="id" value={id} />
                </ActionForm>
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
