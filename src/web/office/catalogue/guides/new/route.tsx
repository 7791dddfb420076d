import { data, redirect } from "react-router";
import { listChoices } from "../../../../../server/catalog/catalog-choices.ts";
import { findEditedProduct } from "../../../../../server/catalog/edited-product.ts";
import type { App } from "../../../../../server/app.ts";
import { findOwnGuide, findInheritedGuide, type GuideOwner } from "../../../../../server/size-guides/queries.ts";
import { createGuide } from "../../../../../server/size-guides/save-guide.ts";
import { appContext } from "../../../../context.ts";
import { actorOf, readForm, requireStaff } from "../../../guard.ts";
import { PageHead } from "../../../kit/page-head.tsx";
import { Section } from "../../../kit/section.tsx";
import { officePaths } from "../../../paths.ts";
import { GuideForm } from "../guide-form.tsx";
import { formatGuideTitle } from "../guide-title.ts";
import { makeEmptyRow, type GuideGrid } from "../paste-block.ts";
import { readGuideForm, toGrid, toRefusedGuide } from "../read-guide-form.server.ts";
import type { Route } from "./+types/route";

export async function loader({ context, request }: Route.LoaderArgs) {
  requireStaff(context, request, "catalog.edit", "all");
  const app = context.get(appContext);
  const { owner, title, sizes } = await requireOwner(app, request);
  const existingGuide = await findOwnGuide(app.db, owner);
  if (existingGuide) throw redirect(officePaths.sizeGuide(existingGuide.id));
  const inheritedGuide = await findInheritedGuide(app.db, owner);
  return {
    title,
    grid: inheritedGuide ? toGrid(inheritedGuide) : makeEmptyGrid(sizes),
    isInherited: inheritedGuide !== undefined,
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const staff = requireStaff(context, request, "catalog.edit", "all");
  const app = context.get(appContext);
  const { owner } = await requireOwner(app, request);
  const typedGrid = readGuideForm(await readForm(request));
  const createResult = await createGuide(app, owner, typedGrid, actorOf(context, staff));
  if ("id" in createResult) return redirect(`${officePaths.sizeGuide(createResult.id)}?guardado=1`);
  return { refused: toRefusedGuide(typedGrid, createResult) };
}

/** The owner that the query names, the guide's title, and the sizes of an empty guide. 404 for an unknown owner. */
async function requireOwner(
  app: App,
  request: Request,
): Promise<{ owner: GuideOwner; title: string; sizes: string[] }> {
  const query = new URL(request.url).searchParams;
  const product = await findEditedProduct(app.db, query.get("producto") ?? "");
  if (product) {
    const title = [product.name, product.color].filter(Boolean).join(" · ");
    return { owner: { productId: product.id }, title, sizes: product.sizes.map(({ name }) => name) };
  }
  const { categories, brands } = await listChoices(app.db);
  const category = categories.find(({ id }) => id === query.get("categoria"));
  const brandId = query.get("marca") || null;
  const brand = brands.find(({ id }) => id === brandId) ?? null;
  // oxlint-disable-next-line no-throw-literal -- React Router's way of answering 404
  if (!category || (brandId !== null && brand === null)) throw data(null, { status: 404 });
  const title = formatGuideTitle({ product: null, category: category.path, brand: brand?.name ?? null });
  return { owner: { categoryId: category.id, brandId }, title, sizes: ["CH", "M", "G", "XG"] };
}

function makeEmptyGrid(sizes: readonly string[]): GuideGrid {
  const measures = ["chest", "waist", "hip"];
  return { measures, rows: sizes.map((size) => ({ ...makeEmptyRow(measures.length), size })) };
}

export function meta() {
  return [{ title: "Guía de tallas nueva · Panel" }];
}

export default function NewSizeGuide({ loaderData: { title, grid, isInherited }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title={`Guía de tallas nueva: ${title}`}
        back={{ to: officePaths.sizeGuides, label: "Guías de tallas" }}
        lead={isInherited && "Empieza con las medidas de la guía que usa hasta ahora."}
      />
      <Section title="Medidas">
        <GuideForm storedGrid={grid} refusedGuide={actionData?.refused} />
      </Section>
    </>
  );
}
