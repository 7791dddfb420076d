import { data, Link, redirect, useSearchParams } from "react-router";
import { isRefusal } from "../../../../../domain/refusal.ts";
import { listChanges } from "../../../../../server/change-log/change-log.ts";
import { findGuide } from "../../../../../server/size-guides/queries.ts";
import { changeGuide, deleteGuide } from "../../../../../server/size-guides/save-guide.ts";
import { appContext } from "../../../../context.ts";
import { Notice } from "../../../../ui/notice.tsx";
import { actorOf, readForm, requireStaff } from "../../../guard.ts";
import { ChangeList } from "../../../kit/change-list.tsx";
import { ChangeNotice } from "../../../kit/change-notice.tsx";
import { PageHead } from "../../../kit/page-head.tsx";
import { PostForm } from "../../../kit/post-form.tsx";
import { Section } from "../../../kit/section.tsx";
import { toChange } from "../../../kit/to-change.ts";
import { officePaths } from "../../../paths.ts";
import { sentenceOf } from "../../../sentences.ts";
import { GuideForm } from "../guide-form.tsx";
import { formatGuideTitle } from "../guide-title.ts";
import { differencesOf, readGuideForm, toGrid, toRefusedGuide } from "../read-guide-form.server.ts";
import type { Route } from "./+types/route";

export async function loader({ context, request, params }: Route.LoaderArgs) {
  requireStaff(context, request, "catalog.edit", "all");
  const app = context.get(appContext);
  const guide = await findGuide(app.db, params.guideId);
  if (!guide) throw data(null, { status: 404 });
  const changes = await listChanges(app.genericPlanDb, "size-guide", { id: guide.id, limit: 30 });
  return {
    id: guide.id,
    title: formatGuideTitle(guide),
    productId: guide.productId,
    version: guide.version,
    grid: toGrid(guide),
    changes: changes.map((change) => toChange(change)),
    newestChangeId: changes[0]?.id ?? 0,
  };
}

export async function action({ context, request, params: { guideId: id } }: Route.ActionArgs) {
  const staff = requireStaff(context, request, "catalog.edit", "all");
  const app = context.get(appContext);
  const by = actorOf(context, staff);
  const form = await readForm(request);
  const seen = Number.parseInt(form.text("version"), 10) || 0;
  if (form.text("intent") === "delete") {
    const deleteResult = await deleteGuide(app, { id, seen }, by);
    return isRefusal(deleteResult)
      ? { deleteFailure: sentenceOf(deleteResult) }
      : redirect(`${officePaths.sizeGuides}?borrada`);
  }
  const typedGrid = readGuideForm(form);
  const changeResult = await changeGuide(app, { id, seen }, typedGrid, by);
  if ("version" in changeResult) return redirect(`${officePaths.sizeGuide(id)}?guardado=${changeResult.version}`);
  const refusedGuide = toRefusedGuide(typedGrid, changeResult);
  const currentGuide =
    isRefusal(changeResult) && changeResult.refused === "edit_conflict" ? await findGuide(app.db, id) : undefined;
  if (!currentGuide) return { refused: refusedGuide };
  return {
    refused: { ...refusedGuide, version: currentGuide.version, differences: differencesOf(typedGrid, currentGuide) },
  };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `Guía de tallas: ${loaderData?.title ?? ""} · Panel` }];
}

export default function EditSizeGuide({ loaderData, actionData }: Route.ComponentProps) {
  const { id, title, productId, version, grid, changes, newestChangeId } = loaderData;
  const savedVersion = useSearchParams()[0].get("guardado");
  const refusedGuide = actionData && "refused" in actionData ? actionData.refused : undefined;
  const deleteFailure = actionData && "deleteFailure" in actionData ? actionData.deleteFailure : undefined;
  return (
    <>
      <PageHead
        title={`Guía de tallas: ${title}`}
        back={{ to: officePaths.sizeGuides, label: "Guías de tallas" }}
        lead={
          productId && (
            <Link to={officePaths.product(productId)} className="text-sm font-semibold underline underline-offset-4">
              Ver el producto
            </Link>
          )
        }
      />
      <ChangeNotice kind="size-guide" id={id} seen={newestChangeId} />
      {savedVersion && !actionData && (
        <Notice tone="success" icon="check" alert title="Guardado: la tienda ya la muestra." />
      )}
      <Section title="Medidas">
        <GuideForm key={savedVersion} storedGrid={grid} version={version} refusedGuide={refusedGuide} />
      </Section>
      <Section title="Borrar la guía">
        <p className="text-sm text-soft">Sus productos muestran después la guía que sigue, o ninguna.</p>
        <PostForm submitLabel="Borrar la guía" variant="danger" failure={deleteFailure}>
          <input type="hidden" name="intent" value="delete" />
          <input type="hidden" name="version" value={version} />
        </PostForm>
      </Section>
      <Section title="Bitácora">
        <ChangeList changes={changes} />
      </Section>
    </>
  );
}
