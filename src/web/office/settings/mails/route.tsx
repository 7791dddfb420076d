import { data, Link, redirect } from "react-router";
import { EMAIL_KINDS, MAX_EMAIL_OVERRIDE_CHARACTERS, type EmailOverrides } from "../../../../domain/email-kinds.ts";
import { isRefusal } from "../../../../domain/refusal.ts";
import { renderEmailHtml } from "../../../../server/mail/email-message.ts";
import {
  changeEmailOverrides,
  findEmailOverrides,
  versionOfOverrides,
  addOverrides,
} from "../../../../server/mail/email-overrides.ts";
import { requestSampleEmail, sampleEmail } from "../../../../server/notifications/sample-email.ts";
import { listChanges } from "../../../../server/change-log/change-log.ts";
import { appContext } from "../../../context.ts";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/class-names.ts";
import { Notice } from "../../../ui/notice.tsx";
import { actorOf, readForm, type FormFields } from "../../guard.ts";
import { ChangeList } from "../../kit/change-list.tsx";
import { TextAreaField } from "../../kit/text-area-field.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import { toChange } from "../../kit/to-change.ts";
import { ChangeNotice } from "../../kit/change-notice.tsx";
import { officePaths } from "../../paths.ts";
import { sentenceOf } from "../../sentences.ts";
import { requireShop } from "../require-shop.ts";
import { SampleFrame } from "../sample-view.tsx";
import { EMAIL_PAGE, findEmailKindByPath } from "./email-pages.ts";
import type { Route } from "./+types/route";

/** The requested shop and kind of email; 404 if there is none, or if the member may not change the shop's settings. */
async function requireEmailKind({ context, request, params }: Route.LoaderArgs | Route.ActionArgs) {
  const { shop, staff } = await requireShop(context, request, params.shopKey, "settings.edit");
  const kind = findEmailKindByPath(params.emailKind);
  if (!kind) throw data(null, { status: 404 });
  return { shop, staff, kind };
}

export async function loader(args: Route.LoaderArgs) {
  const { shop, staff, kind } = await requireEmailKind(args);
  const app = args.context.get(appContext);
  const overrides = await findEmailOverrides(app.genericPlanDb, shop.id, kind);
  const objectId = `${shop.id}.${kind}`;
  const changes = await listChanges(app.genericPlanDb, "mail-words", { id: objectId });
  const sample = addOverrides(sampleEmail(app, shop, kind), overrides);
  return {
    shop: { key: shop.key, name: shop.name },
    kind,
    objectId,
    memberEmail: staff.email,
    overrides,
    seen: versionOfOverrides(overrides),
    subject: sample.subject,
    html: renderEmailHtml(sample),
    isSampleSent: new URL(args.request.url).searchParams.has("enviada"),
    newestChangeId: changes[0]?.id ?? 0,
    changes: changes.map((change) => toChange(change)),
  };
}

/** Saves the texts. The intent "preview" only shows them, and "send" emails the saved ones to the member. */
export async function action(args: Route.ActionArgs) {
  const { shop, staff, kind } = await requireEmailKind(args);
  const app = args.context.get(appContext);
  const form = await readForm(args.request);
  const pagePath = officePaths.settingsSection(shop.key, `correos/${args.params.emailKind}`);
  const intent = form.text("intent");
  if (intent === "send") {
    await requestSampleEmail(app, shop, kind, staff.email);
    return redirect(`${pagePath}?enviada`);
  }
  const overrides = readOverrides(form);
  if (intent === "preview")
    return { overrides, html: renderEmailHtml(addOverrides(sampleEmail(app, shop, kind), overrides)) };
  const change = { kind, overrides, seen: form.multilineText("seen") };
  const outcome = await changeEmailOverrides(app, shop, change, actorOf(args.context, staff));
  return isRefusal(outcome) ? { overrides, failure: sentenceOf(outcome) } : redirect(pagePath);
}

/**
 * Reads one character more than the maximum, so that a longer text is refused instead of cut. Line ends become spaces.
 */
function readOverrides(form: FormFields): EmailOverrides {
  const read = (name: string) =>
    form.multilineText(name, MAX_EMAIL_OVERRIDE_CHARACTERS + 1).replaceAll(/\s*\n\s*/g, " ");
  return { opening: read("opening"), extra: read("extra"), closing: read("closing") };
}

export function meta() {
  return [{ title: "Textos de los correos · Panel" }];
}

const FIELDS: { name: keyof EmailOverrides; label: string; hint: string }[] = [
  { name: "opening", label: "Al empezar", hint: "Un saludo o una noticia, antes de lo que el correo dice." },
  { name: "extra", label: "Después del texto", hint: "Por ejemplo, cuánto tardan tus envíos en estas fechas." },
  { name: "closing", label: "Al final", hint: "Una despedida. Lo que el correo debe decir ahí, se queda." },
];

export default function EmailTextsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { shop, kind, objectId, memberEmail, overrides, seen, subject, html, isSampleSent, newestChangeId, changes } =
    loaderData;
  const shownOverrides = actionData?.overrides ?? overrides;
  return (
    <>
      <PageHead
        title={`Correo: ${EMAIL_PAGE[kind].title}`}
        back={{ to: officePaths.settings(shop.key), label: "Ajustes" }}
        lead={`${shop.name}. Lo que agregas va en cada correo de estos, en texto sencillo.`}
      />
      <nav aria-label="Correos" className="flex flex-wrap gap-2">
        {EMAIL_KINDS.map((linkedKind) => (
          <Link
            key={linkedKind}
            to={officePaths.settingsSection(shop.key, `correos/${EMAIL_PAGE[linkedKind].path}`)}
            aria-current={linkedKind === kind ? "page" : undefined}
            className={cx(
              "flex min-h-9 items-center rounded-full border px-4 text-sm font-semibold",
              linkedKind === kind ? "border-accent-strong bg-accent-soft" : "border-line bg-card",
            )}
          >
            {EMAIL_PAGE[linkedKind].title}
          </Link>
        ))}
      </nav>
      <ChangeNotice kind="mail-words" id={objectId} seen={newestChangeId} />
      {isSampleSent && <Notice tone="success" icon="check" alert title={`Te mandamos la prueba a ${memberEmail}`} />}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Section title="Tus textos">
          <PostForm key={`${kind}${seen}`} submitLabel="Guardar" failure={actionData?.failure}>
            <input type="hidden" name="seen" value={seen} />
            <p className="text-sm text-soft">
              Puedes escribir {"{nombre}"}, {"{pedido}"} y {"{tienda}"}: se cambian por los de cada correo.
            </p>
            {FIELDS.map(({ name, label, hint }) => (
              <TextAreaField
                required={false}
                key={name}
                name={name}
                label={label}
                hint={hint}
                rows={3}
                maxLength={MAX_EMAIL_OVERRIDE_CHARACTERS}
                defaultValue={shownOverrides[name]}
              />
            ))}
            <Button type="submit" variant="secondary" name="intent" value="preview" className="mr-3">
              Ver cómo queda
            </Button>
          </PostForm>
          <PostForm submitLabel="Mándame una prueba" variant="secondary">
            <input type="hidden" name="intent" value="send" />
            <p className="text-sm text-soft">Con lo que está guardado, a {memberEmail}.</p>
          </PostForm>
        </Section>
        <Section title="Así llega">
          <p className="text-sm">
            <span className="text-soft">Asunto:</span> {subject}
          </p>
          <SampleFrame html={actionData?.html ?? html} title="Muestra del correo" isLong />
        </Section>
      </div>
      <Section title="Cambios de este correo">
        <ChangeList changes={changes} />
      </Section>
    </>
  );
}
