import { Form, redirect, useNavigation } from "react-router";
import type { HomeSection } from "../../../../contract/home-sections.ts";
import { HOME_SECTION_KINDS } from "../../../../domain/home-section.ts";
import { isRefusal } from "../../../../domain/refusal.ts";
import { listChanges } from "../../../../server/change-log/change-log.ts";
import { HOME_PREVIEW_HOURS, makeHomePreview } from "../../../../server/home/home-previews.ts";
import { listHomeChoices } from "../../../../server/home/list-home-choices.ts";
import { changeShop, versionOfParts, withValues } from "../../../../server/shops/change-shop.ts";
import { appContext } from "../../../context.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { actorOf, readForm } from "../../guard.ts";
import { ChangeNotice } from "../../kit/change-notice.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { Section } from "../../kit/section.tsx";
import { SuccessNotice } from "../../kit/success-notice.tsx";
import { officePaths } from "../../paths.ts";
import { sentenceOf } from "../../sentences.ts";
import { requireShop } from "../require-shop.ts";
import type { Route } from "./+types/route";
import { arrangeSections, readHomeForm } from "./home-form.server.ts";
import { SectionFields } from "./section-fields.tsx";
import { SECTION_TEXTS } from "./section-labels.ts";

const HOME_SETTING = "storefront.home";

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { shop } = await requireShop(context, request, params.shopKey, "settings.edit");
  const app = context.get(appContext);
  const [newestChange] = await listChanges(app.genericPlanDb, "shop", { id: shop.id, limit: 1 });
  return {
    shop: { id: shop.id, key: shop.key, name: shop.name },
    sections: shop.settings.storefront.home,
    choices: await listHomeChoices(app.db),
    seen: versionOfParts(shop, [HOME_SETTING]),
    newestChangeId: newestChange?.id ?? 0,
    previewHours: HOME_PREVIEW_HOURS,
  };
}

/** The result of a submitted form: the unsaved draft, and a failure or a preview. */
interface HomeResult {
  draft: HomeSection[];
  failure?: string;
  previewUrl?: string;
}

/** Intents: `save`, `preview`, and those of `arrangeSections`, which only change the draft. */
export async function action({ context, request, params }: Route.ActionArgs): Promise<HomeResult | Response> {
  const { shop, staff } = await requireShop(context, request, params.shopKey, "settings.edit");
  const app = context.get(appContext);
  const form = await readForm(request);
  const intent = form.text("intent");
  const draft = readHomeForm(form);
  if (intent !== "save" && intent !== "preview") return { draft: arrangeSections(draft, intent) };
  const values = { [HOME_SETTING]: draft };
  const changedShop =
    intent === "preview"
      ? withValues(shop, values)
      : await changeShop(app, shop, { values, seen: form.text("seen") }, actorOf(context, staff));
  if (isRefusal(changedShop)) {
    if (changedShop.refused === "unknown_setting") throw new Error(`No setting ${changedShop.path}`);
    return { draft, failure: changedShop.refused === "edit_conflict" ? sentenceOf(changedShop) : changedShop.message };
  }
  if (intent === "preview") {
    return { draft, previewUrl: await makeHomePreview(app, shop, changedShop.settings.storefront.home) };
  }
  return redirect(`${officePaths.settingsSection(shop.key, "portada")}?hecho=guardado`);
}

export function meta() {
  return [{ title: "Portada · Panel" }];
}

export default function HomeSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { shop, seen, newestChangeId, choices, previewHours } = loaderData;
  const sections = actionData?.draft ?? loaderData.sections;
  const isBusy = useNavigation().state === "submitting";
  return (
    <>
      <PageHead
        title="Portada"
        back={{ to: officePaths.settings(shop.key), label: "Ajustes" }}
        lead={`${shop.name}. Qué se ve al llegar, y en qué orden. Nada cambia hasta que guardas.`}
      />
      <ChangeNotice kind="shop" id={shop.id} seen={newestChangeId} />
      {!actionData && (
        <SuccessNotice
          sentences={{ guardado: `Guardado: así está ahora la portada de ${shop.name}. En Ajustes se puede deshacer.` }}
        />
      )}
      {actionData?.failure && <Notice tone="error" alert title={actionData.failure} />}
      {actionData?.previewUrl && (
        <Notice tone="info" alert title="Tu vista previa está lista">
          <a href={actionData.previewUrl} target="_blank" rel="noreferrer" className="font-semibold underline">
            Abrir la portada como quedaría
          </a>
          . El enlace vale {previewHours} horas, también para quien se lo mandes.
        </Notice>
      )}
      <Form method="post" preventScrollReset className="space-y-6">
        {/* Enter in a field presses the first button of a form. This button makes it save. */}
        <button type="submit" name="intent" value="save" tabIndex={-1} aria-hidden className="sr-only" />
        <input type="hidden" name="seen" value={seen} />
        <input type="hidden" name="count" value={sections.length} />
        <ol aria-label="Secciones de la portada" className="space-y-3">
          {sections.map((section, index) => (
            // A section that moves keeps its fields. A section that changes otherwise gets new fields.
            <SectionFields key={keyOf(sections, index)} {...{ section, index, choices }} count={sections.length} />
          ))}
        </ol>
        <AddButtons sections={sections} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" name="intent" value="save" busy={isBusy}>
            Guardar
          </Button>
          <Button type="submit" name="intent" value="preview" variant="secondary">
            Ver cómo quedaría
          </Button>
        </div>
      </Form>
    </>
  );
}

/** The React key of a section, from its content. Equal sections get different keys. */
function keyOf(sections: readonly HomeSection[], index: number): string {
  const text = JSON.stringify(sections[index]);
  const equalCount = sections.slice(0, index).filter((section) => JSON.stringify(section) === text).length;
  return `${text} ${equalCount}`;
}

function AddButtons({ sections }: { sections: readonly HomeSection[] }) {
  const addableKinds = HOME_SECTION_KINDS.filter(
    (kind) => kind === "row" || sections.every((section) => section.kind !== kind),
  );
  return (
    <Section title="Agregar una sección">
      <div className="flex flex-wrap gap-3">
        {addableKinds.map((kind) => (
          <Button key={kind} type="submit" name="intent" value={`add ${kind}`} variant="secondary">
            {SECTION_TEXTS[kind][0]}
          </Button>
        ))}
      </div>
    </Section>
  );
}
