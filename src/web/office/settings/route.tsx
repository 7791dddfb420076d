import { Link, redirect } from "react-router";
import { isRefusal, type Refusal } from "../../../domain/refusal.ts";
import { undoChange } from "../../../server/shops/change-shop.ts";
import { listChanges } from "../../../server/change-log/change-log.ts";
import { appContext } from "../../context.ts";
import { Notice } from "../../ui/notice.tsx";
import { actorOf, readForm } from "../guard.ts";
import { PageHead } from "../kit/page-head.tsx";
import { Section } from "../kit/section.tsx";
import { toChange } from "../kit/to-change.ts";
import { ChangeNotice } from "../kit/change-notice.tsx";
import { officePaths } from "../paths.ts";
import { sentenceOf, type OfficeRefusalName } from "../sentences.ts";
import { SETTINGS_PAGES } from "./settings-pages.ts";
import { requireRequestedShop } from "./require-shop.ts";
import { SETTINGS_SECTIONS, fieldsOf } from "./settings-sections.ts";
import { ShopChanges } from "./shop-changes.tsx";
import { ShopPicker } from "./shop-picker.tsx";
import type { Route } from "./+types/route";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { shops, shop } = await requireRequestedShop(context, request, "settings.edit");
  const changes = await listChanges(context.get(appContext).genericPlanDb, "shop", { id: shop.id });
  const { management } = shop.settings;
  const sections = SETTINGS_SECTIONS.filter((section) => fieldsOf(section, shop.kind).length > 0);
  return {
    shops: shops.map(({ key, name }) => ({ key, name })),
    shop: { id: shop.id, key: shop.key, name: shop.name },
    isClosed: management.maintenance.enabled,
    canSell: management.canSell,
    sections: [...sections, ...SETTINGS_PAGES].map(({ key, title, lead }) => ({ key, title, lead })),
    seen: changes[0]?.id ?? 0,
    changes: changes.map((change) => ({ ...toChange(change), isUndoable: change.action === "settings" })),
  };
}

/** Undoes a change. `undo` is its id in the change log. */
export async function action({ context, request }: Route.ActionArgs) {
  const { staff, shop } = await requireRequestedShop(context, request, "settings.edit");
  const form = await readForm(request);
  const changeNumber = Number(form.text("undo"));
  const id = Number.isSafeInteger(changeNumber) ? changeNumber : 0;
  const outcome = await undoChange(context.get(appContext), shop, id, actorOf(context, staff));
  if (!isRefusal(outcome)) return redirect(officePaths.settings(shop.key));
  const { refused } = outcome;
  if (refused === "bad_value" || refused === "unknown_setting") {
    return { failure: refused === "bad_value" ? outcome.message : sentenceOf({ refused: "change_unknown" }) };
  }
  return { failure: sentenceOf(outcome as Refusal<OfficeRefusalName>) };
}

export function meta() {
  return [{ title: "Ajustes · Panel" }];
}

export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  const { shops, shop, sections, changes, seen, isClosed, canSell } = loaderData;
  return (
    <>
      <PageHead title="Ajustes" lead="Cada cambio dice qué hace antes de guardarse, y se puede deshacer." />
      <ShopPicker shops={shops} currentKey={shop.key} to={officePaths.settings} />
      <ChangeNotice kind="shop" id={shop.id} seen={seen} />
      {actionData?.failure && <Notice tone="error" alert title={actionData.failure} />}
      {isClosed && <Notice tone="warning" title={`${shop.name} está en mantenimiento: nadie puede comprar`} />}
      {!isClosed && !canSell && <Notice tone="warning" title={`${shop.name} no está vendiendo en línea`} />}
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {sections.map(({ key, title, lead }) => (
          <li key={key}>
            <Link
              to={officePaths.settingsSection(shop.key, key)}
              className="block h-full rounded-box border border-line bg-card p-4 hover:border-ink"
            >
              <span className="font-semibold underline underline-offset-4">{title}</span>
              <span className="block text-sm text-soft">{lead}</span>
            </Link>
          </li>
        ))}
      </ul>
      <p>
        <Link
          to={officePaths.firstSteps(shop.key)}
          className="inline-flex min-h-9 items-center text-sm font-semibold underline underline-offset-4"
        >
          Primeros pasos de {shop.name}
        </Link>
      </p>
      <Section title={`Cambios en ${shop.name}`}>
        <ShopChanges changes={changes} />
      </Section>
    </>
  );
}
