import { useState } from "react";
import { useRouteLoaderData } from "react-router";
import { call } from "../../../client.ts";
import { isEmail } from "../../../../domain/username.ts";
import type { RootData } from "../../../root.tsx";
import { Button } from "../../../ui/button.tsx";
import { Form } from "../../../ui/form.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { useForm } from "../../../ui/use-form.ts";
import { UsernameField } from "../../../ui/username-field.tsx";
import { chatUrl, chatLabel } from "../../chat-url.ts";
import { pageMeta } from "../../page-meta.ts";
import { SignInLayout } from "../sign-in-layout.tsx";
import type { Route } from "./+types/route";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Olvidé mi contraseña" });
}

/**
 * Requests an email with a one-time link. Customers whose username is a phone number are asked to write to the shop,
 * because no SMS is sent (rule CUSTOMER-7).
 */
export default function Forgot() {
  const { shop } = useRouteLoaderData("root") as RootData;
  const [data, setData] = useState({ username: "" });
  const [requestedKind, setRequestedKind] = useState<"email" | "phone" | null>(null);
  const form = useForm(data, (next) => {
    setData(next);
    setRequestedKind(null);
  });
  const username = data.username.trim();
  const submit = async (): Promise<void> => {
    if (form.showErrors({ username: username ? undefined : "Escribe tu correo o celular" })) return;
    const outcome = await form.waitFor(call("forgotPassword", { body: data }));
    if (outcome.ok) setRequestedKind(isEmail(username) ? "email" : "phone");
    else form.showProblem(outcome.problem);
  };
  return (
    <SignInLayout title="Olvidé mi contraseña">
      {requestedKind === "email" && (
        <Notice tone="success" icon="check" alert title="Revisa tu correo">
          Si {username} tiene una cuenta, le llega un enlace para elegir otra contraseña. Sirve una vez; mira también en
          el correo no deseado.
        </Notice>
      )}
      {requestedKind === "phone" && (
        <Notice tone="info" alert title="Escríbenos para recuperar tu cuenta">
          <p>No mandamos mensajes de texto. Con tu nombre y tu teléfono te ayudamos a entrar.</p>
          {shop.chat && (
            <a href={chatUrl(shop.chat, shop.name)} rel="noopener" className="underline underline-offset-4">
              {chatLabel(shop.chat)}
            </a>
          )}
        </Notice>
      )}
      <Form form={form} onSubmit={submit}>
        <UsernameField {...form.field("username")} label="Correo electrónico o teléfono celular" />
        <Button type="submit" wide busy={form.busy}>
          Mandar enlace
        </Button>
      </Form>
    </SignInLayout>
  );
}
