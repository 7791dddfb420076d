import { useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { call } from "../../client.ts";
import { paths } from "../../paths.ts";
import { useSession } from "../../state/session.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { useFormErrors } from "../../ui/use-form-errors.ts";
import { pageMeta } from "../page-meta.ts";
import type { Route } from "./+types/route";
import { Door } from "./door.tsx";
import { useWayBack } from "./use-way-back.ts";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Iniciar sesión" });
}

export default function Login() {
  const back = useWayBack();
  const { open } = useSession();
  const navigate = useNavigate();
  const say = useToast();
  const [query] = useSearchParams();
  const { form, errors, general, show, showProblem, clear } = useFormErrors();
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState("");
  const [busy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    const wrong = show({
      username: username.trim() ? undefined : "Escribe tu correo o celular",
      password: password.trim() ? undefined : "Escribe tu contraseña",
    });
    if (wrong) return;
    setBusy(true);
    const outcome = await call("login", {
      body: { username: username.trim().toLowerCase(), password: password.trim() },
    });
    setBusy(false);
    if (!outcome.ok) return showProblem(outcome.problem);
    open(outcome.data);
    say("good", `Bienvenido ${outcome.data.customer.name}!`);
    void navigate(back, { replace: true });
  };
  return (
    <Door title="Iniciar sesión">
      {query.has("fin") && (
        <Notice mood="warn" title="Tu sesión terminó">
          Ingresa de nuevo para seguir donde estabas.
        </Notice>
      )}
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
          label="Correo electrónico o teléfono celular"
          name="username"
          autoComplete="username"
          inputMode="email"
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
        <PasswordField
          label="Contraseña"
          name="password"
          autoComplete="current-password"
          value={password}
          error={errors.password}
          onChange={(event) => {
            setPassword(event.target.value);
            clear("password");
          }}
        />
        <p>
          <Link to={paths.forgot} className="inline-block min-h-6 text-sm underline underline-offset-4">
            Olvidé mi contraseña
          </Link>
        </p>
        <Button type="submit" wide busy={busy}>
          Ingresar
        </Button>
      </form>
      <div className="space-y-3 border-t border-line pt-6">
        <p className="text-sm text-soft">¿Aún no tienes cuenta?</p>
        <ButtonLink look="secondary" wide to={paths.signup(back === "/" ? undefined : back)}>
          Regístrate
        </ButtonLink>
      </div>
    </Door>
  );
}
