import { data, Form, redirect } from "react-router";
import type { LegalFacts } from "../../../../contract/legal-facts.ts";
import { formatDateTime } from "../../../../domain/dates.ts";
import {
  formatLegalSections,
  parseLegalSections,
  type LegalPageName,
  type LegalText,
} from "../../../../domain/legal-text.ts";
import { isRefusal } from "../../../../domain/refusal.ts";
import {
  changeLegalText,
  getLegalText,
  listLegalVersions,
  versionOfLegalText,
} from "../../../../server/settings/legal-texts.ts";
import { toPublicShop } from "../../../../server/shops/shop.ts";
import { findNewestChange } from "../../../../server/change-log/change-log.ts";
import { appContext } from "../../../context.ts";
import { LegalPage } from "../../../shop/legal/legal-page.tsx";
import { privacyNotice } from "../../../shop/legal/privacy/privacy-notice.ts";
import { returnsPolicy } from "../../../shop/legal/returns/returns-policy.ts";
import { termsOfSale } from "../../../shop/legal/terms/terms-of-sale.ts";
import { Button } from "../../../ui/button.tsx";
import { actorOf, readForm } from "../../guard.ts";
import { TextAreaField } from "../../kit/text-area-field.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import { ChangeNotice } from "../../kit/change-notice.tsx";
import { officePaths } from "../../paths.ts";
import { sentenceOf } from "../../sentences.ts";
import { renderSample } from "../render-sample.server.tsx";
import { requireShop } from "../require-shop.ts";
import { SampleFrame } from "../sample-view.tsx";
import { LEGAL_PAGES } from "./legal-pages.ts";
import type { Route } from "./+types/route";

const STANDARD_TEXTS: Record<LegalPageName, (facts: LegalFacts) => LegalText> = {
  privacy: privacyNotice,
  terms: termsOfSale,
  returns: returnsPolicy,
};

/** Limit of a legal text, in characters. A longer one is refused, and stays in the field. */
const MAX_TEXT_LENGTH = 40_000;
/** Room for a text that is much too long, so that it comes back with a sentence and not as an error page. */
const MAX_FORM_BYTES = 1024 * 1024;

/** The requested shop and legal page; 404 if there is none, or if the member may not change the shop's settings. */
async function requireLegalPage({ context, request, params }: Route.LoaderArgs | Route.ActionArgs) {
  const { shop, staff } = await requireShop(context, request, params.shopKey, "settings.edit");
  const legalPage = Object.hasOwn(LEGAL_PAGES, params.page) ? LEGAL_PAGES[params.page] : undefined;
  if (!legalPage) throw data(null, { status: 404 });
  return { shop, staff, ...legalPage };
}

export async function loader(args: Route.LoaderArgs) {
  const { shop, page, title } = await requireLegalPage(args);
  const app = args.context.get(appContext);
  const text = await getLegalText(app, shop, page, STANDARD_TEXTS[page]);
  const versions = await listLegalVersions(app.genericPlanDb, shop.id, page);
  // The field shows the requested version, so that saving restores it.
  const requestedVersion = new URL(args.request.url).searchParams.get("version");
  const shownVersion = versions.find(({ id }) => String(id) === requestedVersion);
  const objectId = `${shop.id}.${page}`;
  return {
    shop: { id: shop.id, key: shop.key, name: shop.name },
    title,
    objectId,
    newestChangeId: (await findNewestChange(app.genericPlanDb, "legal-text", objectId))?.id ?? 0,
    seen: await versionOfLegalText(app.genericPlanDb, shop.id, page),
    sourceText: formatLegalSections(shownVersion?.sections ?? text.sections),
    shownVersionId: shownVersion ? String(shownVersion.id) : null,
    hasOwnText: versions[0]?.sections != null,
    html: await renderSample(
      toPublicShop(shop),
      app.originOf(shop.hosts),
      <LegalPage text={shownVersion?.sections ? { ...text, sections: shownVersion.sections } : text} />,
    ),
    versions: versions.map(({ id, actor, at, sections }) => ({ id, actor, at, isStandard: sections === null })),
  };
}

/** Saves `text`. The intent "preview" only shows it, and "standard" restores the standard text. */
export async function action(args: Route.ActionArgs) {
  const { shop, staff, page } = await requireLegalPage(args);
  const app = args.context.get(appContext);
  const form = await readForm(args.request, MAX_FORM_BYTES);
  const intent = form.text("intent");
  const typedText = form.multilineText("text", Number.POSITIVE_INFINITY);
  const sections = intent === "standard" ? null : parseLegalSections(typedText);
  if (sections === undefined) return { failure: sentenceOf({ refused: "legal_malformed" }), typedText };
  if (sections !== null && typedText.length > MAX_TEXT_LENGTH) {
    return { failure: sentenceOf({ refused: "legal_long" }), typedText };
  }
  if (intent === "preview" && sections) {
    const text = { ...(await getLegalText(app, shop, page, STANDARD_TEXTS[page])), sections };
    return {
      typedText,
      html: await renderSample(toPublicShop(shop), app.originOf(shop.hosts), <LegalPage text={text} />),
    };
  }
  const change = { page, sections, seen: form.text("seen") };
  const outcome = await changeLegalText(app, shop, change, actorOf(args.context, staff));
  if (isRefusal(outcome)) return { failure: sentenceOf(outcome), typedText };
  return redirect(officePaths.settingsSection(shop.key, `textos/${args.params.page}`));
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `${loaderData?.title ?? "Textos"} · Panel` }];
}

export default function LegalTextPage({ loaderData, actionData }: Route.ComponentProps) {
  const { shop, title, objectId, newestChangeId, seen, sourceText, shownVersionId, hasOwnText, html, versions } =
    loaderData;
  return (
    <>
      <PageHead
        title={title}
        back={{ to: officePaths.settings(shop.key), label: "Ajustes" }}
        lead={`${shop.name}. ${hasOwnText ? "Con tus palabras." : "El texto estándar, con los datos de tus ajustes: si guardas el tuyo, deja de seguirlos."}`}
      />
      <ChangeNotice kind="legal-text" id={objectId} seen={newestChangeId} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Section title={shownVersionId ? `Versión ${shownVersionId}, para volver a ella` : "Texto"}>
          <PostForm key={`${seen}${shownVersionId}`} submitLabel="Guardar" failure={actionData?.failure}>
            <input type="hidden" name="seen" value={seen} />
            <TextAreaField
              required={false}
              name="text"
              label="Texto de la página"
              hint="«## Título» empieza una sección; una línea vacía, otro párrafo; «- » cada punto de una lista."
              rows={24}
              defaultValue={actionData?.typedText ?? sourceText}
            />
            <Button type="submit" variant="secondary" name="intent" value="preview" className="mr-3">
              Ver cómo queda
            </Button>
          </PostForm>
          {hasOwnText && (
            <PostForm submitLabel="Volver al texto estándar" variant="secondary">
              <input type="hidden" name="seen" value={seen} />
              <input type="hidden" name="intent" value="standard" />
            </PostForm>
          )}
        </Section>
        <Section title="Así se lee">
          <SampleFrame html={actionData?.html ?? html} title={`Muestra: ${title}`} isLong />
        </Section>
      </div>
      <Section title="Versiones">
        {versions.length === 0 && <p className="text-sm text-soft">Siempre ha sido el texto estándar.</p>}
        <ol className="divide-y divide-line text-sm">
          {versions.map(({ id, actor, at, isStandard }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-2 py-2">
              <span>
                <span className="font-semibold">Versión {id}</span> · {actor} · {formatDateTime(at)}
                {isStandard && " · texto estándar"}
              </span>
              {!isStandard && String(id) !== seen && (
                <Form>
                  <input type="hidden" name="version" value={id} />
                  <Button type="submit" variant="quiet">
                    Ver la versión {id}
                  </Button>
                </Form>
              )}
            </li>
          ))}
        </ol>
      </Section>
    </>
  );
}
