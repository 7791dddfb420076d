import type { ReactNode } from "react";
import { Form, redirect } from "react-router";
import { isRefusal } from "../../../../domain/refusal.ts";
import { listChoices } from "../../../../server/catalog/catalog-choices.ts";
import { findSizes } from "../../../../server/catalog/find-sizes.ts";
import { addExclusion, listExclusions, removeExclusion } from "../../../../server/returns/exclusions.ts";
import { appContext } from "../../../context.ts";
import { Button } from "../../../ui/button.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { actorOf, readForm } from "../../guard.ts";
import { PageHead } from "../../kit/page-head.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import { officePaths } from "../../paths.ts";
import { readQuery } from "../../read-query.ts";
import { sentenceOf } from "../../sentences.ts";
import { requireRequestedShop } from "../../settings/require-shop.ts";
import { ShopPicker } from "../../settings/shop-picker.tsx";
import type { Route } from "./+types/route";

/** Query: `tienda` (the key of a shop), `q` (a search for products to exclude). */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { shops, shop } = await requireRequestedShop(context, request, "settings.edit");
  const { db } = context.get(appContext);
  const term = readQuery(request.url).text("q");
  const { products } = await findSizes(db, term, { among: "all", limit: 10 });
  return {
    shops: shops.map(({ key, name }) => ({ key, name })),
    shop: { key: shop.key, name: shop.name },
    exclusions: await listExclusions(db, shop.id),
    categories: (await listChoices(db)).categories.map(({ id, path }) => ({ id, path })),
    term,
    foundProducts: products.map(({ id, name, color }) => ({ id, name: [name, color].filter(Boolean).join(" ") })),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { staff, shop } = await requireRequestedShop(context, request, "settings.edit");
  const form = await readForm(request);
  const [app, by, id] = [context.get(appContext), actorOf(context, staff), form.text("id")];
  const kind = form.text("kind") === "product" ? ("product" as const) : ("category" as const);
  const outcome =
    form.text("intent") === "remove"
      ? await removeExclusion(app, { shopId: shop.id, id }, by)
      : await addExclusion(app, { shopId: shop.id, kind, id }, by);
  if (isRefusal(outcome)) return { failure: sentenceOf(outcome) };
  return redirect(officePaths.returnExclusions(shop.key));
}

export function meta() {
  return [{ title: "Qué no se devuelve · Panel" }];
}

export default function ExcludedGoods({ loaderData, actionData }: Route.ComponentProps) {
  const { shops, shop, exclusions, categories, term, foundProducts } = loaderData;
  return (
    <>
      <PageHead
        title="Qué no se devuelve"
        back={{ to: officePaths.returns, label: "Devoluciones" }}
        lead="Por higiene, por ejemplo. Con un defecto, equivocado o distinto se recibe siempre. Los boletos nunca se devuelven."
      />
      <ShopPicker shops={shops} currentKey={shop.key} to={officePaths.returnExclusions} />
      {actionData?.failure && <Notice tone="error" alert title={actionData.failure} />}
      <Section title={`Excluido en ${shop.name}`}>
        {exclusions.length === 0 ? (
          <p className="text-soft">Nada: todo lo que no es boleto se puede devolver.</p>
        ) : (
          <ul className="divide-y divide-line">
            {exclusions.map(({ id, kind, name }) => (
              <GoodsItem key={id} name={name} buttonText="Quitar" fields={{ intent: "remove", id }}>
                <span className="text-sm text-soft">{kind === "category" ? "categoría" : "producto"}</span>
              </GoodsItem>
            ))}
          </ul>
        )}
      </Section>
      <Section title="Excluir una categoría">
        <PostForm submitLabel="Excluir" variant="secondary">
          <input type="hidden" name="kind" value="category" />
          <SelectField name="id" label="Categoría" required defaultValue="">
            <option value="">Elige una</option>
            {categories.map(({ id, path }) => (
              <option key={id} value={id}>
                {path}
              </option>
            ))}
          </SelectField>
        </PostForm>
      </Section>
      <Section title="Excluir un producto">
        <Form role="search" className="flex flex-wrap items-end gap-3">
          <input type="hidden" name="tienda" value={shop.key} />
          <div className="min-w-52 grow">
            <TextField name="q" type="search" label="Busca un producto" required={false} defaultValue={term} />
          </div>
          <Button type="submit" variant="secondary">
            Buscar
          </Button>
        </Form>
        {term !== "" && foundProducts.length === 0 && <p className="text-soft">No hay productos así.</p>}
        <ul className="divide-y divide-line">
          {foundProducts.map(({ id, name }) => (
            <GoodsItem key={id} name={name} buttonText="Excluir" fields={{ kind: "product", id }} />
          ))}
        </ul>
      </Section>
    </>
  );
}

/** A category or product, and a button that submits `fields`. */
function GoodsItem({
  name,
  buttonText,
  fields,
  children,
}: {
  name: string;
  buttonText: string;
  fields: Readonly<Record<string, string>>;
  children?: ReactNode;
}) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-2">
      <span className="min-w-0 wrap-anywhere">
        {name} {children}
      </span>
      <Form method="post">
        {Object.entries(fields).map(([field, value]) => (
          <input key={field} type="hidden" name={field} value={value} />
        ))}
        <Button type="submit" variant="quiet" aria-label={`${buttonText} ${name}`}>
          {buttonText}
        </Button>
      </Form>
    </li>
  );
}
