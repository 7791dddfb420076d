import { useEffect, useRef } from "react";
import { data, redirect, useFetcher } from "react-router";
import { isRefusal } from "../../../../domain/refusal.ts";
import { changeShop, readPart, versionOfParts, withValues } from "../../../../server/shops/change-shop.ts";
import { findSampleProductAndCarrier } from "../../../../server/settings/sample-product-and-carrier.ts";
import { toPublicShop, type Shop } from "../../../../server/shops/shop.ts";
import { listChanges } from "../../../../server/change-log/change-log.ts";
import { appContext } from "../../../context.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { actorOf, readForm } from "../../guard.ts";
import { SuccessNotice } from "../../kit/success-notice.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import { toChange } from "../../kit/to-change.ts";
import { ChangeNotice } from "../../kit/change-notice.tsx";
import { officePaths } from "../../paths.ts";
import { sentenceOf } from "../../sentences.ts";
import { FieldInput } from "../field-input.tsx";
import { readField } from "../fields.ts";
import { requireShop } from "../require-shop.ts";
import { computeSampleFigures } from "../sample-figures.ts";
import { SampleFrame, SampleTable } from "../sample-view.tsx";
import { fieldsOf, SETTINGS_SECTIONS } from "../settings-sections.ts";
import { ShopChanges } from "../shop-changes.tsx";
import { renderSection } from "../shop-parts.server.tsx";
import type { Route } from "./+types/route";

/** The requested shop and section of its settings; 404 if there is none, or if the member may not change them. */
async function requireSection({ context, request, params }: Route.LoaderArgs | Route.ActionArgs) {
  const { shop, staff } = await requireShop(context, request, params.shopKey, "settings.edit");
  const section = SETTINGS_SECTIONS.find(({ key }) => key === params.section);
  if (!section) throw data(null, { status: 404 });
  const fields = fieldsOf(section, shop.kind);
  if (fields.length === 0) throw data(null, { status: 404 });
  return { shop, staff, section, fields, paths: fields.map(({ path }) => path) };
}

/** The preview of a section with the stored and the entered values. */
async function loadPreview(
  context: Route.LoaderArgs["context"],
  sectionKey: string,
  storedShop: Shop,
  enteredShop: Shop,
) {
  const app = context.get(appContext);
  const termsOf = ({ kind, settings }: Shop) => ({ isBranch: kind === "branch", settings });
  const now = new Date();
  return {
    figures: computeSampleFigures(sectionKey, {
      storedTerms: termsOf(storedShop),
      enteredTerms: termsOf(enteredShop),
      goods: await findSampleProductAndCarrier(app, storedShop),
      now,
    }),
    html: await renderSection(sectionKey, toPublicShop(enteredShop, now), app.originOf(storedShop.hosts)),
  };
}

export async function loader(args: Route.LoaderArgs) {
  const { shop, section, fields, paths } = await requireSection(args);
  const changes = await listChanges(args.context.get(appContext).genericPlanDb, "shop", { id: shop.id, limit: 200 });
  const isOfSection = (value: unknown) =>
    typeof value === "object" && value !== null && paths.some((path) => path in value);
  return {
    shop: { id: shop.id, key: shop.key, name: shop.name },
    section: { key: section.key, title: section.title, lead: section.lead },
    fields: fields.map((field) => ({ field, value: readPart(shop, field.path) })),
    seen: versionOfParts(shop, paths),
    newestChangeId: changes[0]?.id ?? 0,
    sample: await loadPreview(args.context, section.key, shop, shop),
    changes: changes
      .filter(({ before, after }) => isOfSection(before) || isOfSection(after))
      .slice(0, 20)
      .map((change) => ({ ...toChange(change), isUndoable: false })),
  };
}

/** Saves a section. The intent `preview` only shows its effect. */
export async function action(args: Route.ActionArgs) {
  const { shop, staff, section, fields } = await requireSection(args);
  const form = await readForm(args.request);
  const values = Object.fromEntries(fields.map((field) => [field.path, readField(field, form)]));
  const isPreview = form.text("intent") === "preview";
  const app = args.context.get(appContext);
  const by = actorOf(args.context, staff);
  const changedShop = isPreview
    ? withValues(shop, values)
    : await changeShop(app, shop, { values, seen: form.text("seen") }, by);
  if (!isRefusal(changedShop)) {
    if (isPreview)
      return { isPreview, sample: await loadPreview(args.context, section.key, shop, changedShop), typed: values };
    return redirect(`${officePaths.settingsSection(shop.key, section.key)}?hecho=guardado`);
  }
  if (changedShop.refused === "edit_conflict") return { isPreview, failure: sentenceOf(changedShop), typed: values };
  if (changedShop.refused === "unknown_setting") throw new Error(`No setting ${changedShop.path}`);
  const field = fields.find(({ path }) => changedShop.path === path || changedShop.path.startsWith(`${path}.`));
  if (!field) return { isPreview, failure: changedShop.message, typed: values };
  return { isPreview, errors: { [field.path]: changedShop.message }, typed: values };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `${loaderData?.section.title ?? "Ajustes"} · Panel` }];
}

/** Pause in typing before the preview is requested, in milliseconds. */
const TYPING_PAUSE_MS = 350;

export default function SettingsSectionPage({ loaderData, actionData }: Route.ComponentProps) {
  const { shop, section, seen, newestChangeId, changes } = loaderData;
  return (
    <>
      <PageHead
        title={section.title}
        back={{ to: officePaths.settings(shop.key), label: "Ajustes" }}
        lead={`${shop.name}. ${section.lead}`}
      />
      <ChangeNotice kind="shop" id={shop.id} seen={newestChangeId} />
      {!actionData && (
        <SuccessNotice
          sentences={{ guardado: `Guardado: así está ahora ${shop.name}. En Ajustes se puede deshacer.` }}
        />
      )}
      {/* The new key shows the stored values after a save or a concurrent change. */}
      <SectionEditor key={seen} loaded={loaderData} actionData={actionData} />
      <Section title="Cambios de esta sección">
        <ShopChanges changes={changes} />
      </Section>
    </>
  );
}

function SectionEditor({
  loaded: { section, fields, seen, sample: initialSample },
  actionData,
}: {
  loaded: Route.ComponentProps["loaderData"];
  actionData: Route.ComponentProps["actionData"];
}) {
  const previewFetcher = useFetcher<typeof action>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const lastResult = previewFetcher.data ?? actionData;
  const sample = previewFetcher.data?.sample ?? actionData?.sample ?? initialSample;
  const errors: Record<string, string | undefined> = lastResult?.errors ?? {};
  const typedValues: Record<string, unknown> | undefined = actionData?.typed;
  const schedulePreview = (form: HTMLFormElement) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const body = new FormData(form);
      body.set("intent", "preview");
      void previewFetcher.submit(new URLSearchParams([...body] as [string, string][]), { method: "post" });
    }, TYPING_PAUSE_MS);
  };
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <Section title="Cómo funciona">
        <PostForm
          submitLabel="Guardar"
          failure={actionData?.failure}
          onChange={(event) => schedulePreview(event.currentTarget)}
        >
          <input type="hidden" name="seen" value={seen} />
          {fields.map(({ field, value }) => (
            <FieldInput
              key={field.path}
              field={field}
              value={typedValues ? displayValue(typedValues[field.path]) : value}
              error={errors[field.path]}
            />
          ))}
          <noscript>
            <Button type="submit" name="intent" value="preview" variant="secondary">
              Ver cómo quedaría
            </Button>
          </noscript>
        </PostForm>
      </Section>
      <div className="min-w-0 lg:sticky lg:top-6">
        <Section title="Así se verá">
          <div aria-live="polite" className="space-y-4">
            {sample.html && (
              <SampleFrame
                html={sample.html}
                title={`Muestra: ${section.title}`}
                className={FRAME_HEIGHT[section.key]}
              />
            )}
            {sample.figures && <SampleTable figures={sample.figures} />}
            {Object.values(errors).some(Boolean) && (
              <Notice tone="warning" title="Falta corregir algo: la muestra es de lo último que sí vale" />
            )}
          </div>
        </Section>
      </div>
    </div>
  );
}

/** The value that an input shows. An invalid number, which was read as NaN, becomes empty. */
function displayValue(value: unknown): unknown {
  return typeof value === "number" && Number.isNaN(value) ? "" : value;
}

/** Heights of the previews that differ from the default. */
const FRAME_HEIGHT: Record<string, string> = { redes: "h-28", mantenimiento: "h-[28rem]", tienda: "h-[30rem]" };
