import { useState } from "react";
import { useRouteLoaderData } from "react-router";
import { call } from "../../client.ts";
import type { Customer } from "../../../contract/customers.ts";
import type { RootData } from "../../root.tsx";
import { useSession } from "../../state/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { useFormErrors } from "../../ui/use-form-errors.ts";
import { useEndedSession } from "./use-ended-session.ts";

const EMPTY = { current: "", value: "", repeat: "" };

/** The button opens once all three are filled and the new one is the same twice (spec §2). */
export function PasswordForm({ customer }: { customer: Customer }) {
  const { shop } = useRouteLoaderData("root") as RootData;
  const { session } = useSession();
  const say = useToast();
  const hasEnded = useEndedSession();
  const { form, errors, general, show, showProblem, clear } = useFormErrors();
  const [data, setData] = useState(EMPTY);
  const [busy, setBusy] = useState(false);
  const min = shop.settings.accounts.passwordMin;
  const differs = data.repeat !== "" && data.value !== data.repeat;
  const isComplete = Boolean(data.current && data.value && data.value === data.repeat);
  const field = (name: keyof typeof EMPTY) => ({
    name,
    value: data[name],
    error: errors[name],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => {
      setData({ ...data, [name]: event.target.value });
      clear(name);
    },
  });
  const submit = async (): Promise<void> => {
    if (show({ value: data.value.trim().length >= min ? undefined : `Usa al menos ${min} caracteres` })) return;
    setBusy(true);
    const outcome = await call("changePassword", {
      params: { id: customer._id },
      body: { _id: customer._id, current: data.current.trim(), value: data.value.trim() },
      token: session?.token,
    });
    setBusy(false);
    if (outcome.ok) {
      setData(EMPTY);
      say("good", "Contraseña actualizada", "Tus demás sesiones terminaron.");
      return;
    }
    if (outcome.problem.code === "PASSWORD_WRONG") show({ current: "La contraseña actual es incorrecta" });
    else if (!hasEnded(outcome.problem)) showProblem(outcome.problem);
  };
  return (
    <form
      ref={form}
      noValidate
      aria-labelledby="password-title"
      className="max-w-xl space-y-5 border-t border-line pt-8"
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete && !busy) void submit();
      }}
    >
      <h2 id="password-title" className="text-lg font-bold">
        Cambiar contraseña
      </h2>
      {general && <Notice mood="bad" alert title={general} />}
      <input type="hidden" name="username" autoComplete="username" value={customer.username ?? ""} readOnly />
      <PasswordField {...field("current")} label="Contraseña actual" autoComplete="current-password" />
      <PasswordField
        {...field("value")}
        label="Contraseña nueva"
        autoComplete="new-password"
        hint={`Al menos ${min} caracteres.`}
      />
      <PasswordField
        {...field("repeat")}
        label="Repite la contraseña nueva"
        autoComplete="new-password"
        error={differs ? "No es igual a la contraseña nueva" : undefined}
      />
      <Button type="submit" busy={busy} disabled={!isComplete}>
        Cambiar contraseña
      </Button>
    </form>
  );
}
