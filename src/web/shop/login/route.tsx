import { useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { call } from "../../client.ts";
import { paths } from "../../paths.ts";
import { useSession } from "../../state/session.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Form } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { useForm } from "../../ui/use-form.ts";
import { UsernameField } from "../../ui/username-field.tsx";
import { pageMeta } from "../page-meta.ts";
import type { Route } from "./+types/route";
import { AccountReasons } from "./account-reasons.tsx";
import { SignInLayout } from "./sign-in-layout.tsx";
import { useRedirectWhenSignedIn } from "./use-return-path.ts";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Iniciar sesión" });
}

export default function Login() {
  const returnPath = useRedirectWhenSignedIn();
  const { session, open } = useSession();
  const navigate = useNavigate();
  const showToast = useToast();
  const [query] = useSearchParams();
  const [data, setData] = useState({ username: "", password: "" });
  const form = useForm(data, setData);
  const submit = async (): Promise<void> => {
    const hasErrors = form.showErrors({
      username: data.username.trim() ? undefined : "Escribe tu correo o celular",
      password: data.password.trim() ? undefined : "Escribe tu contraseña",
    });
    if (hasErrors) return;
    const outcome = await form.waitFor(call("login", { body: data, token: session?.token }));
    if (!outcome.ok) return form.showProblem(outcome.problem);
    open(outcome.data);
    showToast("success", `Bienvenido ${outcome.data.customer.name}!`);
    void navigate(returnPath, { replace: true });
  };
  return (
    <SignInLayout
      title="Iniciar sesión"
      aside={
        <AccountReasons title="¿Aún no tienes cuenta?">
          <ButtonLink variant="secondary" wide to={paths.signup(returnPath === "/" ? undefined : returnPath)}>
            Regístrate
          </ButtonLink>
        </AccountReasons>
      }
    >
      {query.get("fin") === "usuario" ? (
        <Notice tone="warning" title="Ingresa otra vez">
          Para cambiar tu usuario pedimos tu contraseña. Lo que escribiste te espera en Mi Cuenta.
        </Notice>
      ) : (
        query.has("fin") && (
          <Notice tone="warning" title="Tu sesión terminó">
            Ingresa de nuevo para seguir donde estabas.
          </Notice>
        )
      )}
      {!query.has("fin") && returnPath.split("?", 1)[0] === paths.orders && (
        <Notice tone="info" title="Ingresa para ver tus pedidos">
          ¿Compraste sin cuenta? Tu pedido se abre con el enlace del correo que te enviamos.
        </Notice>
      )}
      <Form form={form} failureTitle="Error iniciando sesión" onSubmit={submit}>
        <UsernameField {...form.field("username")} label="Correo electrónico o teléfono celular" />
        <div className="relative">
          <PasswordField {...form.field("password")} label="Contraseña" autoComplete="current-password" />
          <Link to={paths.forgot} className="absolute -top-2.5 right-0 py-2.5 text-sm underline underline-offset-4">
            Olvidé mi contraseña
          </Link>
        </div>
        <Button type="submit" wide busy={form.busy}>
          Ingresar
        </Button>
      </Form>
    </SignInLayout>
  );
}
