import { useState } from "react";
import { useRouteLoaderData } from "react-router";
import { call } from "../../client.ts";
import type { Customer } from "../../../contract/customers.ts";
import type { RootData } from "../../root.tsx";
import { paths } from "../../paths.ts";
import { useSession } from "../../state/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Form } from "../../ui/form.tsx";
import { NewPasswordField, newPasswordError } from "../../ui/new-password-field.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { useForm } from "../../ui/use-form.ts";
import { useEndedSession } from "../login/use-ended-session.ts";
import { Section } from "./section.tsx";

const EMPTY_PASSWORDS = { current: "", value: "", repeat: "" };

/** The field of these problems: the API reports them at `password`, as in the sign-up form. Here it is `value`. */
const FIELD_OF = { PASSWORD_SHORT: "value", PASSWORD_COMMON: "value" };

export function PasswordForm({ customer }: { customer: Customer }) {
  const { shop } = useRouteLoaderData("root") as RootData;
  const { session } = useSession();
  const showToast = useToast();
  const handleEndedSession = useEndedSession(paths.profile);
  const [data, setData] = useState(EMPTY_PASSWORDS);
  const form = useForm(data, setData);
  const minPasswordLength = shop.settings.accounts.passwordMin;
  const repeatDiffers = data.repeat !== "" && data.value !== data.repeat;
  const isComplete = Boolean(data.current && data.value && data.value === data.repeat);
  const submit = async (): Promise<void> => {
    if (!isComplete || form.showErrors({ value: newPasswordError(data.value, minPasswordLength) })) return;
    const { current, value } = data;
    const outcome = await form.waitFor(
      call("changePassword", { params: { id: customer._id }, body: { current, value }, token: session?.token }),
    );
    if (outcome.ok) {
      setData(EMPTY_PASSWORDS);
      showToast("success", "Contraseña actualizada", "Cerramos tus otras sesiones.");
    } else if (!handleEndedSession(outcome.problem)) form.showProblem(outcome.problem, FIELD_OF);
  };
  return (
    <Section titleId="password-title" title="Cambiar contraseña" hint="Al cambiarla cerramos tus otras sesiones.">
      <Form form={form} aria-labelledby="password-title" onSubmit={submit}>
        <input type="hidden" name="username" autoComplete="username" value={customer.username ?? ""} readOnly />
        <PasswordField {...form.field("current")} label="Contraseña actual" autoComplete="current-password" />
        <NewPasswordField {...form.field("value")} label="Contraseña nueva" min={minPasswordLength} />
        <PasswordField
          {...form.field("repeat")}
          label="Repite la contraseña nueva"
          autoComplete="new-password"
          error={repeatDiffers ? "No es igual a la contraseña nueva" : undefined}
        />
        <Button type="submit" busy={form.busy} disabled={!isComplete}>
          Cambiar contraseña
        </Button>
      </Form>
    </Section>
  );
}
