import { useId } from "react";
import { formatDateTime } from "../../../../domain/dates.ts";
import { cx } from "../../../ui/class-names.ts";
import { Section } from "../../kit/section.tsx";
import { useSubmittedForm } from "../../kit/use-submitted-form.ts";
import { ActionForm, findTypedValue, type ActionData, type OrderPageData } from "./action-form.tsx";

/** Notes by staff about the order. The customer never sees them. */
export function Notes({ order, actionData, memberId, noteId }: OrderPageData & { actionData: ActionData }) {
  const textareaId = useId();
  const submittedForm = useSubmittedForm();
  const pendingText = submittedForm?.get("intent") === "note" ? (submittedForm.get("text") ?? "").trim() : "";
  const noteIdBeingWithdrawn = submittedForm?.get("intent") === "withdrawNote" ? submittedForm.get("id") : null;
  return (
    <Section title="Notas del equipo">
      {(order.notes.length > 0 || pendingText) && (
        <ul className="divide-y divide-line text-sm">
          {order.notes.map((note) => (
            <li key={note.id} className="space-y-1 py-2 first:pt-0">
              <p
                className={cx(
                  "whitespace-pre-wrap wrap-anywhere",
                  (note.withdrawnAt || note.id === noteIdBeingWithdrawn) && "text-soft line-through",
                )}
              >
                {note.text}
              </p>
              <p className="text-soft">
                {note.actor} · {formatDateTime(note.at)}
                {note.withdrawnAt && ` · retirada el ${formatDateTime(note.withdrawnAt)}`}
              </p>
              {note.memberId === memberId && !note.withdrawnAt && note.id !== noteIdBeingWithdrawn && (
                <ActionForm
                  order={order}
                  intent="withdrawNote"
                  submitLabel="Retirar"
                  variant="secondary"
                  className="pt-1"
                >
                  <input type="hidden" name="id" value={note.id} />
                </ActionForm>
              )}
            </li>
          ))}
          {pendingText && (
            <li className="space-y-1 py-2 first:pt-0">
              <p className="whitespace-pre-wrap wrap-anywhere">{pendingText}</p>
              <p className="text-soft">Guardando…</p>
            </li>
          )}
        </ul>
      )}
      <ActionForm key={noteId} order={order} intent="note" submitLabel="Guardar nota" variant="secondary">
        <input type="hidden" name="id" value={noteId} />
        <div className="space-y-1.5">
          <label htmlFor={textareaId} className="block text-sm font-semibold">
            Nota nueva
          </label>
          <textarea
            id={textareaId}
            name="text"
            rows={3}
            maxLength={2000}
            required
            defaultValue={findTypedValue(actionData, "note", "text")}
            className="block w-full rounded-box border border-edge bg-card px-3 py-2 text-base"
          />
        </div>
      </ActionForm>
    </Section>
  );
}
