import { useEffect, useState } from "react";
import { data, redirect, useSubmit } from "react-router";
import { formatDateTime } from "../../../../domain/dates.ts";
import { isRefusal } from "../../../../domain/refusal.ts";
import { customerOrigin } from "../../../../server/shops/customer-origin.ts";
import { checkOwnPassword } from "../../../../server/staff/change-member.ts";
import {
  savePasskey,
  listPasskeys,
  startPasskeyRegistration,
  removePasskey,
} from "../../../../server/staff/passkeys.ts";
import { appContext, shopContext } from "../../../context.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { PasswordField } from "../../../ui/password-field.tsx";
import { actorOf, readForm, requireSignedInStaff } from "../../guard.ts";
import { PageHead } from "../../kit/page-head.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import { officePaths } from "../../paths.ts";
import { RecoveryCodes } from "../../recovery-codes.tsx";
import { sentenceOf } from "../../sentences.ts";
import { parseAuthenticatorResponse } from "./parse-authenticator-response.ts";
import type { Route } from "./+types/route";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { memberId } = requireSignedInStaff(context, request);
  const passkeys = await listPasskeys(context.get(appContext).genericPlanDb, memberId);
  const idToRemove = new URL(request.url).searchParams.get("quitar");
  return { passkeys, passkeyToRemove: passkeys.find(({ id }) => id === idToRemove) ?? null };
}

interface ActionData {
  failure?: string;
  name?: string;
  /** Options for the browser's registration call, as JSON. */
  options?: string;
  recoveryCodes?: string[];
  /** Why a passkey was not removed. */
  removeFailure?: string;
}

/**
 * A form with `name` starts the registration of a passkey, and one with `remove` removes a passkey, both after the
 * password is checked. A form with `response` saves the registered passkey.
 */
export async function action({ context, request }: Route.ActionArgs): Promise<ActionData | Response> {
  const staff = requireSignedInStaff(context, request);
  const app = context.get(appContext);
  const shop = context.get(shopContext);
  const by = actorOf(context, staff);
  const form = await readForm(request);
  const relyingParty = { origin: customerOrigin(app, shop, request), name: shop.name };
  const idToRemove = form.text("remove", 1_500);
  if (idToRemove) {
    const outcome = await removePasskey(app, staff, idToRemove, { password: form.text("password", 128), by });
    // A passkey that is already gone counts as removed.
    if (outcome === "removed" || outcome.refused === "not_found") return redirect(officePaths.passkeys);
    return { removeFailure: sentenceOf(outcome) };
  }
  const responseText = form.text("response", 20_000);
  if (responseText) {
    const response = parseAuthenticatorResponse<Parameters<typeof savePasskey>[2]>(responseText);
    if (!response) throw data(null, { status: 400 });
    const saveResult = await savePasskey(app, staff, response, { relyingParty, by });
    if (isRefusal(saveResult)) return { failure: sentenceOf(saveResult) };
    return saveResult.recoveryCodes ? { recoveryCodes: saveResult.recoveryCodes } : redirect(officePaths.passkeys);
  }
  const name = form.text("name", 40);
  const passwordCheck = await checkOwnPassword(app, staff, form.text("password", 128), by.ip ?? "");
  if ("refused" in passwordCheck) return { failure: sentenceOf(passwordCheck), name };
  const options = await startPasskeyRegistration(app, staff, name, relyingParty);
  return isRefusal(options) ? { failure: sentenceOf(options), name } : { options: JSON.stringify(options), name };
}

export function meta() {
  return [{ title: "Llaves de acceso · Panel" }];
}

export default function Passkeys({ loaderData: { passkeys, passkeyToRemove }, actionData }: Route.ComponentProps) {
  const error = useRegistration(actionData?.options);
  return (
    <>
      <PageHead
        title="Llaves de acceso"
        back={{ to: officePaths.account, label: "Mi cuenta" }}
        lead="Entra con tu huella, tu cara o el PIN de tu aparato, sin contraseña ni códigos. Nadie la puede adivinar ni robar con una página falsa."
      />
      {actionData?.recoveryCodes && <RecoveryCodes codes={actionData.recoveryCodes} />}
      {passkeyToRemove && <RemovePasskey passkey={passkeyToRemove} failure={actionData?.removeFailure} />}
      <Section title="Las tuyas">
        {passkeys.length === 0 ? (
          <p className="text-sm text-soft">Todavía no tienes. Haz una en cada aparato en que trabajas.</p>
        ) : (
          <PasskeyList passkeys={passkeys} />
        )}
      </Section>
      <Section title="Agregar una">
        <PostForm
          key={passkeys.length}
          className="max-w-md"
          failure={error ?? actionData?.failure}
          submitLabel="Agregar llave"
        >
          <TextField
            name="name"
            label="Nombre de la llave"
            hint="P. ej. Mi teléfono"
            maxLength={40}
            defaultValue={actionData?.name}
          />
          <PasswordField name="password" label="Contraseña" autoComplete="current-password" />
        </PostForm>
      </Section>
    </>
  );
}

/** Registers a passkey with the browser, once the server has sent its options. Returns why it failed. */
function useRegistration(options: string | undefined): string | undefined {
  const submit = useSubmit();
  const [error, setError] = useState<string>();
  useEffect(() => {
    if (!options) return;
    void (async () => {
      try {
        const { startRegistration } = await import("@simplewebauthn/browser");
        const response = await startRegistration({ optionsJSON: JSON.parse(options) });
        setError(undefined);
        await submit({ response: JSON.stringify(response) }, { method: "post" });
      } catch {
        setError("No se hizo la llave: se canceló, o este aparato ya tiene una tuya.");
      }
    })();
  }, [options, submit]);
  return error;
}

type Passkey = Route.ComponentProps["loaderData"]["passkeys"][number];

function RemovePasskey({ passkey: passkeyToRemove, failure }: { passkey: Passkey; failure: string | undefined }) {
  return (
    <Section title={`Quitar «${passkeyToRemove.name}»`}>
      <p className="text-sm text-soft">
        Ya no servirá para entrar. Te lo confirmamos por correo; para quitarla, escribe tu contraseña.
      </p>
      <PostForm
        key={passkeyToRemove.id}
        className="max-w-md"
        failure={failure}
        submitLabel="Quitar llave"
        variant="danger"
      >
        <input type="hidden" name="remove" value={passkeyToRemove.id} />
        <PasswordField name="password" label="Contraseña" autoComplete="current-password" />
      </PostForm>
      <ButtonLink variant="quiet" to={officePaths.passkeys}>
        No quitarla
      </ButtonLink>
    </Section>
  );
}

function PasskeyList({ passkeys }: { passkeys: readonly Passkey[] }) {
  return (
    <ul className="divide-y divide-line text-sm">
      {passkeys.map(({ id, name, rpId, createdAt, usedAt }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-2 py-2">
          <span className="min-w-0">
            <span className="font-semibold wrap-anywhere">{name}</span>
            <span className="block text-soft">
              Para {rpId} · hecha el {formatDateTime(createdAt)} ·{" "}
              {usedAt ? `usada el ${formatDateTime(usedAt)}` : "sin usar"}
            </span>
          </span>
          <ButtonLink
            variant="secondary"
            to={`${officePaths.passkeys}?${new URLSearchParams({ quitar: id })}`}
            aria-label={`Quitar la llave ${name}`}
          >
            Quitar
          </ButtonLink>
        </li>
      ))}
    </ul>
  );
}
