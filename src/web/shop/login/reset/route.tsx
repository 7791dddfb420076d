import { useEffect, useState } from "react";
import { Link, useNavigate, useRouteLoaderData } from "react-router";
import { call } from "../../../client.ts";
import { paths } from "../../../paths.ts";
import type { RootData } from "../../../root.tsx";
import { useSession } from "../../../state/session.tsx";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PasswordField } from "../../../ui/password-field.tsx";
import { useToast } from "../../../ui/toasts.tsx";
import { useFormErrors } from "../../../ui/use-form-errors.ts";
import { pageMeta } from "../../page-meta.ts";
import { Door } from "../door.tsx";
import type { Route } from "./+types/route";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Elegir contraseña" });
}

/** Opened by the mail's link. The token stands behind '#': it is in no log and no Referer. */
export default function Reset() {
  const { shop } = useRouteLoaderData("root") as RootData;
  const { open } = useSession();
  const navigate = useNavigate();
  const say = useToast();
  const { form, errors, general, show, showProblem, clear } = useFormErrors();
  const [token, setToken] = useState<string | null | undefined>(undefined);
  const [password, setPassword] = useState("");
  const [busy, setBusy] = useState(false);
  useEffect(() => setToken(new URLSearchParams(location.hash.slice(1)).get("token")), []);
  const min = shop.settings.accounts.passwordMin;
  const submit = async (): Promise<void> => {
    if (show({ password: password.trim().length >= min ? undefined : `Usa al menos ${min} caracteres` })) return;
    setBusy(true);
    const outcome = await call("resetPassword", { body: { token: token ?? "", password: password.trim() } });
    setBusy(false);
    if (!outcome.ok) return showProblem(outcome.problem);
    open(outcome.data);
    say("good", "Contraseña actualizada");
    void navigate("/", { replace: true });
  };
  return (
    <Door title="Elige una contraseña nueva">
      {token === null ? (
        <Notice mood="bad" title="A este enlace le falta una parte">
          Ábrelo desde el correo, o{" "}
          <Link to={paths.forgot} className="underline underline-offset-4">
            pide otro
          </Link>
          .
        </Notice>
      ) : (
        <form
          ref={form}
          noValidate
          className="space-y-5"
          onSubmit={(event) => {
            event.preventDefault();
            if (!busy) void submit();
          }}
        >
          {general && <Notice mood="bad" alert title={general} />}
          <PasswordField
            label="Contraseña nueva"
            name="password"
            autoComplete="new-password"
            hint={`Al menos ${min} caracteres.`}
            value={password}
            error={errors.password}
            onChange={(event) => {
              setPassword(event.target.value);
              clear("password");
            }}
          />
          <Button type="submit" wide busy={busy}>
            Guardar y entrar
          </Button>
        </form>
      )}
    </Door>
  );
}
