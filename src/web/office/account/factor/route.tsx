import { renderSVG } from "uqr";
import { isRefusal } from "../../../../domain/refusal.ts";
import { checkOwnPassword } from "../../../../server/staff/change-member.ts";
import {
  confirmFactor,
  findFactorEnrollment,
  hasAuthenticatorApp,
  startFactorEnrollment,
} from "../../../../server/staff/second-factor.ts";
import { appContext, shopContext } from "../../../context.ts";
import { TextField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PasswordField } from "../../../ui/password-field.tsx";
import { actorOf, readForm, requireSignedInStaff } from "../../guard.ts";
import { RecoveryCodes } from "../../recovery-codes.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import { sentenceOf } from "../../sentences.ts";
import type { Route } from "./+types/route";

export async function loader({ context, request }: Route.LoaderArgs) {
  const staff = requireSignedInStaff(context, request);
  const enrollment = await findFactorEnrollment(context.get(appContext), staff, context.get(shopContext).name);
  const qrCode = enrollment && `data:image/svg+xml,${encodeURIComponent(renderSVG(enrollment.uri, { border: 2 }))}`;
  const hasApp = await hasAuthenticatorApp(context.get(appContext).genericPlanDb, staff.memberId);
  return {
    hasAuthenticatorApp: hasApp,
    enrollment: enrollment && { qrCode: qrCode!, secretText: enrollment.secretText },
  };
}

interface ActionData {
  failure?: string;
  recoveryCodes?: string[];
}

/** With the password, starts the enrollment of an authenticator app. With a `code` of the app, activates it. */
export async function action({ context, request }: Route.ActionArgs): Promise<ActionData> {
  const staff = requireSignedInStaff(context, request);
  const app = context.get(appContext);
  const by = actorOf(context, staff);
  const form = await readForm(request);
  const code = form.text("code", 40);
  if (code) {
    const recoveryCodes = await confirmFactor(app, staff, code, by);
    return isRefusal(recoveryCodes) ? { failure: sentenceOf(recoveryCodes) } : { recoveryCodes };
  }
  const passwordCheck = await checkOwnPassword(app, staff, form.text("password", 128), by.ip ?? "");
  if (isRefusal(passwordCheck)) return { failure: sentenceOf(passwordCheck) };
  const enrollment = await startFactorEnrollment(app, staff, context.get(shopContext).name);
  return isRefusal(enrollment) ? { failure: sentenceOf(enrollment) } : {};
}

export function meta() {
  return [{ title: "Segundo factor · Panel" }];
}

export default function FactorPage({ loaderData, actionData }: Route.ComponentProps) {
  const { enrollment } = loaderData;
  return (
    <>
      <h1 className="text-2xl font-bold">Segundo factor</h1>
      {actionData?.recoveryCodes ? (
        <RecoveryCodes codes={actionData.recoveryCodes} />
      ) : loaderData.hasAuthenticatorApp ? (
        <Notice tone="success" icon="check" title="Tu segundo factor está activo">
          Si pierdes tu teléfono y tus códigos, una dueña puede restablecer tu acceso.
        </Notice>
      ) : enrollment ? (
        <EnrollmentSection enrollment={enrollment} failure={actionData?.failure} />
      ) : (
        <Section title="Primero, tu contraseña">
          <PostForm className="max-w-md" failure={actionData?.failure} submitLabel="Continuar">
            <PasswordField name="password" label="Contraseña" autoComplete="current-password" />
          </PostForm>
        </Section>
      )}
    </>
  );
}

function EnrollmentSection({
  enrollment,
  failure,
}: {
  enrollment: { qrCode: string; secretText: string };
  failure?: string;
}) {
  return (
    <Section title="Lee este código con tu aplicación">
      <div className="flex flex-wrap gap-6">
        <img
          src={enrollment.qrCode}
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
          <p className="font-mono text-sm wrap-anywhere">{enrollment.secretText.match(/.{1,4}/g)!.join(" ")}</p>
          <PostForm failure={failure} submitLabel="Activar">
            <TextField name="code" label="Código que muestra" inputMode="numeric" autoComplete="one-time-code" />
          </PostForm>
        </div>
      </div>
    </Section>
  );
}
