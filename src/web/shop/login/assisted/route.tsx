import { useState } from "react";
import { useNavigate } from "react-router";
import { call } from "../../../client.ts";
import { useSession } from "../../../state/session.tsx";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { useFormErrors } from "../../../ui/use-form-errors.ts";
import { pageMeta } from "../../page-meta.ts";
import { Door } from "../door.tsx";
import { useWayBack } from "../use-way-back.ts";
import type { Route } from "./+types/route";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Sesión asistida" });
}

/** The door of staff who act for a customer, with a token good for once (ruling 20). */
export default function AssistedLogin() {
  const back = useWayBack();
  const { open } = useSession();
  const navigate = useNavigate();
  const { form, errors, general, show, showProblem, clear } = useFormErrors();
  const [username, setUsername] = useState("");
  const [suToken, setSuToken] = useState("");
  const [busy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    const wrong = show({
      username: username.trim() ? undefined : "Escribe el correo o celular del cliente",
      suToken: suToken.trim() ? undefined : "Escribe el token",
    });
    if (wrong) return;
    setBusy(true);
    const outcome = await call("login", { body: { username: username.trim().toLowerCase(), suToken: suToken.trim() } });
    setBusy(false);
    if (!outcome.ok) return showProblem(outcome.problem);
    open(outcome.data);
    void navigate(back, { replace: true });
  };
  return (
    <Door title="Sesión asistida">
      <p className="text-soft">
        Para el personal de la tienda: abre por 60 minutos la sesión de un cliente que lo pidió.
      </p>
      <form
        ref={form}
        noValidate
        className="space-y-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void submit();
        }}
      >
        {general && (
          <Notice mood="bad" alert title="Error iniciando sesión">
            {general}
          </Notice>
        )}
        <TextField
          label="Correo electrónico o teléfono del cliente"
          name="username"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          value={username}
          error={errors.username}
          onChange={(event) => {
            setUsername(event.target.value);
            clear("username");
          }}
        />
        <TextField
          label="Su Token"
          name="suToken"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          hint="Sirve una vez, durante 10 minutos."
          value={suToken}
          error={errors.suToken}
          onChange={(event) => {
            setSuToken(event.target.value);
            clear("suToken");
          }}
        />
        <Button type="submit" wide busy={busy}>
          Ingresar
        </Button>
      </form>
    </Door>
  );
}
