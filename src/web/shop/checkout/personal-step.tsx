import { useState } from "react";
import { call } from "../../client.ts";
import type { Customer } from "../../../contract/customers.ts";
import { isEmail } from "../../../domain/username.ts";
import { useSession } from "../../state/session.tsx";
import { paths } from "../../paths.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { NewPasswordField, newPasswordError } from "../../ui/new-password-field.tsx";
import { useForm } from "../../ui/use-form.ts";
import { UsernameField } from "../../ui/username-field.tsx";
import { NameFields, personErrors, PhoneField, RfcField, usernameError } from "../person-fields.tsx";
import { useIdempotencyKey } from "../use-idempotency-key.ts";
import type { CheckoutDraft } from "./draft.ts";

interface Props {
  draft: CheckoutDraft;
  change: (part: Partial<CheckoutDraft>) => void;
  customer: Customer | null;
  /** Minimum length of the password of an account opened here. */
  passwordMin: number;
  /** The order has tickets, which are sent by email. */
  needsEmail: boolean;
  onDone: () => void;
}

/** Step 1: who the order is for. The customer signs in or continues as a guest, who may open an account here. */
export function PersonalStep(props: Props) {
  const { form, submit } = usePersonalForm(props);
  const { draft, passwordMin, needsEmail } = props;
  return (
    <div className="max-w-xl space-y-5">
      <h2 tabIndex={-1} className="text-lg font-bold">
        Continuar como invitado
      </h2>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-line bg-card p-4">
        <p className="flex-1 basis-52">¿Ya tienes cuenta? Tus direcciones te esperan ahí.</p>
        <ButtonLink variant="secondary" to={paths.login(paths.checkout)}>
          Ingresar
        </ButtonLink>
      </div>
      <Form form={form} onSubmit={submit}>
        <div className="grid gap-5 sm:grid-cols-2">
          <NameFields form={form} />
        </div>
        <PhoneField form={form} hint="Para avisarte de tu envío, y para encontrar tu pedido si necesitas factura." />
        <TextField
          {...form.field("email")}
          label="Correo electrónico"
          type="email"
          inputMode="email"
          autoComplete="email"
          optional={!needsEmail}
          hint={
            needsEmail
              ? "Ahí te llegan tus boletos, con la confirmación y el enlace a tu pedido."
              : "Te mandamos la confirmación y el enlace a tu pedido."
          }
        />
        <RfcField form={form} hint="Solo si vas a pedir factura." />
        <fieldset className="space-y-5 rounded-lg border border-line p-4">
          <legend className="px-1 text-sm font-semibold">
            Guarda tus datos para la próxima <span className="font-normal text-soft">(opcional)</span>
          </legend>
          <UsernameField
            {...form.field("username")}
            label="Usuario de tu cuenta"
            optional
            hint="Tu correo o tu celular de 10 dígitos. Si lo dejas vacío compras como invitado."
          />
          {draft.personal.username.trim() !== "" && (
            <NewPasswordField {...form.field("password")} label="Contraseña" min={passwordMin} />
          )}
        </fieldset>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={form.busy}>
            Continuar
          </Button>
          <ButtonLink variant="quiet" to={paths.cart}>
            Atrás
          </ButtonLink>
        </div>
      </Form>
    </div>
  );
}

/** What is typed, and registering the customer. */
function usePersonalForm({ draft, change, customer, passwordMin, needsEmail, onDone }: Props) {
  const { session, open } = useSession();
  // A password is not stored anywhere, not even in the tab's draft.
  const [password, setPassword] = useState("");
  const form = useForm({ ...draft.personal, password }, ({ password, ...personal }) => {
    setPassword(password);
    change({ personal });
  });
  const keyOf = useIdempotencyKey();

  const submit = async (): Promise<void> => {
    if (customer && JSON.stringify(draft.introducedAs) === JSON.stringify(draft.personal)) return onDone();
    const { email, rfc, username, ...person } = draft.personal;
    const isAccount = username.trim() !== "";
    const wrong = form.show({
      ...personErrors(draft.personal),
      email:
        needsEmail && email.trim() === "" && !isEmail(username.trim())
          ? "Escribe tu correo: ahí te llegan tus boletos"
          : undefined,
      ...(isAccount && {
        username: usernameError(username),
        password: newPasswordError(password, passwordMin),
      }),
    });
    if (wrong) return;
    const body = {
      ...person,
      email: email.trim() || null,
      rfc: rfc.trim() || null,
      ...(isAccount && { username, password, atCheckout: true }),
    };
    // A new account takes over the orders that this browser placed as a guest.
    const token = isAccount ? session?.token : undefined;
    const outcome = await form.send(call("createCustomer", { body, idempotencyKey: keyOf(body), token }));
    if (!outcome.ok) return form.showProblem(outcome.problem, { USERNAME_TAKEN: "username" });
    open(outcome.data);
    change({ customer: outcome.data.customer, introducedAs: draft.personal, addressId: null });
    onDone();
  };

  return { form, submit };
}
