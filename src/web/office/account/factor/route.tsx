import { renderSVG } from "uqr";
import { isRefusal } from "../../../../domain/refusal.ts";
import { checkOwnPassword } from "../../../../server/staff/change-member.ts";
import { confirmFactor, findOffer, hasApp, startFactorEnrollment } from "../../../../server/staff/second-factor.ts";
import { appContext, shopContext } from "../../../context.ts";
import { TextField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PasswordField } from "../../../ui/password-field.tsx";
import { actorOf, readForm, requireSession } from "../../guard.ts";
import { RecoveryList } from "../../recovery-list.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import { sentenceOf } from "../../sentences.ts";
import type { Route } from "./+types/route";

export async function loader({ context, request }: Route.LoaderArgs) {
  const staff = requireSession(context, request);
  const offer = await findOffer(context.get(appContext), staff, context.get(shopContext).name);
  const picture = offer && `data:image/svg+xml,${encodeURIComponent(renderSVG(offer.address, { border: 2 }))}`;
  const hasFactor = await hasApp(context.get(appContext).genericPlanDb, staff.memberId);
  return { hasFactor, offer: offer && { picture: picture!, secretText: offer.secretText } };
}

interface ActionData {
  failure?: string;
  recovery?: string[];
}

/** After the password is checked it offers a secret. With `code` it turns the second factor on. */
export async function action({ context, request }: Route.ActionArgs): Promise<ActionData> {
  const staff = requireSession(context, request);
  const app = context.get(appContext);
  const by = actorOf(context, staff);
  const form = await readForm(request);
  const code = form.text("code", 40);
  if (code) {
    const recovery = await confirmFactor(app, staff, code, by);
    return isRefusal(recovery) ? { failure: sentenceOf(recovery) } : { recovery };
  }
  const checked = await checkOwnPassword(app, staff, form.text("password", 128), by.address ?? "");
  if (isRefusal(checked)) return { failure: sentenceOf(checked) };
  const offered = await startFactorEnrollment(app, staff, context.get(shopContext).name);
  return isRefusal(offered) ? { failure: sentenceOf(offered) } : {};
}

export function meta() {
  return [{ title: "Segundo factor · Panel" }];
}

export default function FactorPage({ loaderData: { hasFactor, offer }, actionData }: Route.ComponentProps) {
  return (
    <>
      <h1 className="text-2xl font-bold">Segundo factor</h1>
      {actionData?.recovery ? (
        <RecoveryList codes={actionData.recovery} />
      ) : hasFactor ? (
        <Notice tone="success" icon="check" title="Tu segundo factor está activo">
          Si pierdes tu teléfono y tus códigos, una dueña puede restablecer tu acceso.
        </Notice>
      ) : offer ? (
        <Offer offer={offer} failure={actionData?.failure} />
      ) : (
        <Section title="Primero, tu contraseña">
          <PostForm className="max-w-md" failure={actionData?.failure} submit="Continuar">
            <PasswordField name="password" label="Contraseña" autoComplete="current-password" />
          </PostForm>
        </Section>
      )}
    </>
  );
}

function Offer({ offer, failure }: { offer: { picture: string; secretText: string }; failure?: string }) {
  return (
    <Section title="Lee este código con tu aplicación">
      <div className="flex flex-wrap gap-6">
        <img
          src={offer.picture}
          alt="Código QR para tu aplicación"
          width={220}
          height={220}
          className="rounded-box border border-line"
        />
        <div className="min-w-64 flex-1 space-y-5">
          <p className="text-sm text-soft">
            Sirve cualquiera que dé códigos de seis dígitos: Google Authenticator, Microsoft Authenticator, Aegis,
            1Password… Si no puedes leerlo, escribe esta clave:
          </p>
          <p className="font-mono text-sm wrap-anywhere">{offer.secretText.match(/.{1,4}/g)!.join(" ")}</p>
          <PostForm failure={failure} submit="Activar">
            <TextField name="code" label="Código que muestra" inputMode="numeric" autoComplete="one-time-code" />
          </PostForm>
        </div>
      </div>
    </Section>
  );
}
