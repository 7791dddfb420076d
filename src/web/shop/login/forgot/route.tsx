import { useState } from "react";
import { useRouteLoaderData } from "react-router";
import { call } from "../../../client.ts";
import { isEmail } from "../../../../domain/username.ts";
import type { RootData } from "../../../root.tsx";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { useFormErrors } from "../../../ui/use-form-errors.ts";
import { chatAddress, chatLabel } from "../../chat-address.ts";
import { pageMeta } from "../../page-meta.ts";
import { Door } from "../door.tsx";
import type { Route } from "./+types/route";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Olvidé mi contraseña" });
}

/** A one-time link by mail; who signs in with a phone writes to the shop, since no messages are sent (ruling 21). */
export default function Forgot() {
  const { shop } = useRouteLoaderData("root") as RootData;
  const { form, errors, general, show, showProblem, clear } = useFormErrors();
  const [username, setUsername] = useState("");
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState<"mail" | "phone" | null>(null);
  const submit = async (): Promise<void> => {
    if (show({ username: username.trim() ? undefined : "Escribe tu correo o celular" })) return;
    setBusy(true);
    const outcome = await call("forgotPassword", { body: { username: username.trim().toLowerCase() } });
    setBusy(false);
    if (outcome.ok) setSent(isEmail(username.trim()) ? "mail" : "phone");
    else showProblem(outcome.problem);
  };
  return (
    <Door title="Olvidé mi contraseña">
      {sent === "mail" && (
        <Notice mood="good" icon="check" alert title="Revisa tu correo">
          Si {username.trim()} tiene una cuenta, le llega un enlace para elegir otra contraseña. Sirve una vez; mira
          también en el correo no deseado.
        </Notice>
      )}
      {sent === "phone" && (
        <Notice mood="info" alert title="Escríbenos para recuperar tu cuenta">
          <p>No mandamos mensajes de texto. Con tu nombre y tu teléfono te ayudamos a entrar.</p>
          {shop.chat && (
            <a href={chatAddress(shop.chat, shop.name)} rel="noopener" className="underline underline-offset-4">
              {chatLabel(shop.chat)}
            </a>
          )}
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
        {general && <Notice mood="bad" alert title={general} />}
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
            setSent(null);
            clear("username");
          }}
        />
        <Button type="submit" wide busy={busy}>
          Mandar enlace
        </Button>
      </form>
    </Door>
  );
}
