import { useState } from "react";
import { Link } from "react-router";
import { isEmail } from "../../../domain/username.ts";
import { paths } from "../../paths.ts";
import { TextField } from "../../ui/field.tsx";
import { NewPasswordField } from "../../ui/new-password-field.tsx";
import type { FormState } from "../../ui/use-form.ts";
import { UsernameField } from "../../ui/username-field.tsx";
import { NameFields, PhoneField, RfcField } from "../person-fields.tsx";
import type { DetailsData } from "./use-details-form.ts";

interface Props {
  form: FormState<DetailsData>;
  /** The minimum length of the password of an account that is created here. */
  passwordMin: number;
  /** The order has tickets, which are sent by email. */
  needsEmail: boolean;
}

/** The data of a guest, who may also create an account here. A link leads to the sign-in page. */
export function GuestFields({ form, passwordMin, needsEmail }: Props) {
  const { rfc, username } = form.data;
  const [startsOpen] = useState(rfc !== "" || username !== "");
  return (
    <section className="space-y-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h3 className="text-lg font-semibold">Tus datos</h3>
        <div className="flex items-baseline gap-1.5 text-sm">
          <h4>Continuar como invitado</h4>o
          <Link
            to={paths.login(paths.checkout)}
            className="inline-block min-h-6 py-0.5 font-semibold underline underline-offset-4"
          >
            Ingresar
          </Link>
        </div>
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <div className="col-span-full grid grid-cols-2 gap-5">
          <NameFields form={form} />
        </div>
        <PhoneField form={form} hint="Para avisarte de tu envío, y para encontrar tu pedido si necesitas factura." />
        <TextField
          {...form.field("email")}
          label="Correo electrónico"
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={254}
          optional={!needsEmail || isEmail(username.trim())}
          hint={
            needsEmail
              ? "Ahí te llegan tus boletos, con la confirmación y el enlace a tu pedido."
              : "Te mandamos la confirmación y el enlace a tu pedido."
          }
        />
      </div>
      <details
        // Typed values and errors must be visible.
        open={startsOpen || ["rfc", "username", "password"].some((name) => form.errors[name]) || undefined}
        className="group border-y border-line"
      >
        <summary className="flex min-h-12 cursor-pointer items-center justify-between gap-4 text-sm font-semibold">
          <span>
            RFC y cuenta <span className="font-normal text-soft">(opcional)</span>
          </span>
          <span aria-hidden className="text-lg font-normal group-open:hidden">
            +
          </span>
          <span aria-hidden className="hidden text-lg font-normal group-open:inline">
            −
          </span>
        </summary>
        <div className="space-y-5 pb-6 pt-2">
          <RfcField form={form} hint="Solo si vas a pedir factura." />
          <UsernameField
            {...form.field("username")}
            label="Usuario de tu cuenta"
            optional
            hint="Guarda tus datos para la próxima: tu correo o tu celular de 10 dígitos. Si lo dejas vacío compras como invitado."
          />
          {username.trim() !== "" && (
            <NewPasswordField {...form.field("password")} label="Contraseña" min={passwordMin} />
          )}
        </div>
      </details>
    </section>
  );
}
