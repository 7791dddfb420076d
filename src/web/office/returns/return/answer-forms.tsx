import { TextField } from "../../../ui/field.tsx";
import { TextAreaField } from "../../kit/text-area-field.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import type { ReturnActionName, ReturnPageData } from "./route.tsx";

/** The forms that approve or decline a requested return. */
export function AnswerForms({
  returnRow,
  failureOf,
}: ReturnPageData & { failureOf: (name: ReturnActionName) => string | undefined }) {
  const isExchange = returnRow.lines.some(({ wish }) => wish === "EXCHANGE");
  return (
    <>
      <Section title="Aprobar">
        <PostForm failure={failureOf("approve")} submitLabel={isExchange ? "Aprobar y apartar" : "Aprobar"}>
          <input type="hidden" name="intent" value="approve" />
          <TextAreaField
            name="answer"
            label="Para el cliente"
            hint="Va en su correo, antes de las instrucciones de la tienda."
            optional
            rows={3}
            maxLength={1000}
          />
          {returnRow.wayBackPayer === "shop" && (
            <TextField
              name="guide"
              label="Guía de regreso"
              hint="El envío de regreso lo paga la tienda."
              optional
              maxLength={60}
            />
          )}
        </PostForm>
      </Section>
      <Section title="Rechazar">
        <PostForm failure={failureOf("decline")} submitLabel="Rechazar" variant="danger">
          <input type="hidden" name="intent" value="decline" />
          <TextAreaField name="answer" label="Por qué" hint="El cliente lo lee." rows={3} maxLength={1000} />
        </PostForm>
      </Section>
    </>
  );
}

export function CancelForm({ failure }: { failure: string | undefined }) {
  return (
    <Section title="Cancelar">
      <p className="text-sm text-soft">Si el cliente ya no la quiere o nunca llegó. Lo apartado vuelve a la venta.</p>
      <PostForm failure={failure} submitLabel="Cancelar la devolución" variant="secondary">
        <input type="hidden" name="intent" value="cancel" />
      </PostForm>
    </Section>
  );
}
