import { Link } from "react-router";
import { TextField } from "../../ui/field.tsx";
import { TextAreaField } from "../kit/text-area-field.tsx";
import { Badge } from "../kit/badge.tsx";
import { PostForm } from "../kit/post-form.tsx";
import { Section } from "../kit/section.tsx";
import { officePaths } from "../paths.ts";
import { SampleTable } from "../settings/sample-view.tsx";
import type { Route } from "./+types/route";

export const METHOD_SECTION_KEY = { MP: "pago-en-linea", TB: "transferencia" } as const;
const METHOD_LABEL = { MP: "Pago en línea (Mercado Pago)", TB: "Transferencia bancaria" };

/** The form of a payment method's name and message, beside a table of sample figures. */
export function PaymentMethodSection({
  shopKey,
  method: { key, name, message, isOffered, figures },
  failure,
}: {
  shopKey: string;
  method: Route.ComponentProps["loaderData"]["methods"][number];
  failure: string | undefined;
}) {
  return (
    <Section title={METHOD_LABEL[key]}>
      <p className="flex flex-wrap items-center gap-3 text-sm">
        {isOffered ? <Badge tone="success">Se ofrece</Badge> : <Badge>No se ofrece</Badge>}
        <Link
          to={officePaths.settingsSection(shopKey, METHOD_SECTION_KEY[key])}
          className="font-semibold underline underline-offset-4"
        >
          {key === "MP" ? "Ofrecerlo, comisión y plazo" : "Ofrecerla, cuentas y plazos"}
        </Link>
      </p>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <PostForm key={`${name}${message}`} submitLabel={`Guardar lo que dice`} variant="secondary" failure={failure}>
          <input type="hidden" name="method" value={key} />
          <TextField name="name" label="Cómo se llama" hint="Al elegirla y en el pedido." defaultValue={name} />
          <TextAreaField
            required={false}
            name="message"
            label="Qué dice"
            hint="Al elegirla, en el pedido y en su correo."
            defaultValue={message}
          />
        </PostForm>
        {figures && <SampleTable figures={figures} isStoredOnly />}
      </div>
    </Section>
  );
}
