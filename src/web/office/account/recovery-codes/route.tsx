import { isRefusal } from "../../../../domain/refusal.ts";
import { checkOwnPassword } from "../../../../server/staff/change-member.ts";
import { countRecoveryCodes, renewRecoveryCodes } from "../../../../server/staff/second-factor.ts";
import { appContext } from "../../../context.ts";
import { PasswordField } from "../../../ui/password-field.tsx";
import { actorOf, readForm, requireSignedInStaff } from "../../guard.ts";
import { PageHead } from "../../kit/page-head.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import { officePaths } from "../../paths.ts";
import { RecoveryCodes } from "../../recovery-codes.tsx";
import { sentenceOf } from "../../sentences.ts";
import type { Route } from "./+types/route";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { memberId } = requireSignedInStaff(context, request);
  return { remainingCodeCount: await countRecoveryCodes(context.get(appContext).genericPlanDb, memberId) };
}

/** Issues new codes after the password is checked. The old codes stop working. */
export async function action({ context, request }: Route.ActionArgs): Promise<{ failure?: string; codes?: string[] }> {
  const staff = requireSignedInStaff(context, request);
  const app = context.get(appContext);
  const by = actorOf(context, staff);
  const password = (await readForm(request)).text("password", 128);
  const passwordCheck = await checkOwnPassword(app, staff, password, by.ip ?? "");
  if ("refused" in passwordCheck) return { failure: sentenceOf(passwordCheck) };
  const codes = await renewRecoveryCodes(app, staff, by);
  return isRefusal(codes) ? { failure: sentenceOf(codes) } : { codes };
}

export function meta() {
  return [{ title: "Códigos de recuperación · Panel" }];
}

export default function RecoveryCodesPage({ loaderData: { remainingCodeCount }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Códigos de recuperación" back={{ to: officePaths.account, label: "Mi cuenta" }} />
      {actionData?.codes ? (
        <RecoveryCodes codes={actionData.codes} />
      ) : (
        <Section title="Hacer nuevos">
          <p className="text-sm text-soft">
            {remainingCodeCount === 1 ? "Te queda 1 código." : `Te quedan ${remainingCodeCount} códigos.`} Al hacer
            nuevos, los anteriores dejan de servir.
          </p>
          <PostForm className="max-w-md" failure={actionData?.failure} submitLabel="Hacer códigos nuevos">
            <PasswordField name="password" label="Contraseña" autoComplete="current-password" />
          </PostForm>
        </Section>
      )}
    </>
  );
}
