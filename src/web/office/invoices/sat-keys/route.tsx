import { Form, redirect } from "react-router";
import { isRefusal, type Refusal } from "../../../../domain/refusal.ts";
import { UNIT_NAMES } from "../../../../domain/sat-keys.ts";
import { isId } from "../../../../server/db/new-id.ts";
import { findProductKeys, listCategoryKeys, type NameWithSatKeys } from "../../../../server/invoicing/list-sat-keys.ts";
import { setSatKeys } from "../../../../server/invoicing/set-issuer.ts";
import { listChanges } from "../../../../server/change-log/change-log.ts";
import { appContext } from "../../../context.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { actorOf, readForm, requireStaff } from "../../guard.ts";
import { ChangeList } from "../../kit/change-list.tsx";
import { Filters } from "../../kit/filters.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { Section } from "../../kit/section.tsx";
import { toChange } from "../../kit/to-change.ts";
import { officePaths } from "../../paths.ts";
import { readQuery } from "../../read-query.ts";
import { sentenceOf, type OfficeRefusal } from "../../sentences.ts";
import type { Route } from "./+types/route";

const SHOWN = 50;

export async function loader({ context, request }: Route.LoaderArgs) {
  requireStaff(context, request, "invoices.manage", "all");
  const app = context.get(appContext);
  const query = readQuery(request.url);
  const changes = await listChanges(app.genericPlans, "sat-keys", { limit: 20 });
  return {
    words: query.text("q"),
    done: query.text("hecho") !== "",
    categories: await listCategoryKeys(app.db),
    products: await findProductKeys(app.db, query.text("q"), SHOWN),
    changes: changes.map((change) => toChange(change)),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const staff = requireStaff(context, request, "invoices.manage", "all");
  const form = await readForm(request);
  const id = form.text("id");
  const table = form.text("of") === "products" ? "products" : "categories";
  const keys = { productKey: form.text("productKey", 20) || null, unitKey: form.text("unitKey", 5) || null };
  const app = context.get(appContext);
  const set = isId(id) ? await setSatKeys(app, { table, id }, keys, actorOf(context, staff)) : { refused: "not_found" };
  if (isRefusal(set)) return { id, failure: sentenceOf(set as Refusal<OfficeRefusal>) };
  const words = form.text("q", 100);
  return redirect(`${officePaths.satKeys}?${new URLSearchParams({ ...(words && { q: words }), hecho: "1" })}`);
}

export function meta() {
  return [{ title: "Claves del SAT · Panel" }];
}

export default function SatKeys({ loaderData, actionData }: Route.ComponentProps) {
  const { words, done, categories, products, changes } = loaderData;
  return (
    <>
      <PageHead
        title="Claves del SAT"
        back={{ to: officePaths.invoices, label: "Facturación" }}
        lead="Qué clave lleva cada producto en la factura: la suya; si no, la de su categoría; si no, la del emisor."
      />
      {!actionData && done && <Notice tone="good" icon="check" alert title="Guardamos la clave." />}
      {actionData && <Notice tone="bad" alert title={actionData.failure} />}
      <Section title="Por categoría">
        <KeyRows kind="categories" rows={categories} words={words} />
      </Section>
      <Section title="De un producto">
        <Filters label="Buscar un producto" hint="Sin búsqueda: los que tienen clave propia" />
        {products.length === 0 ? (
          <p className="text-sm text-soft">
            {words ? "Ningún producto se llama así." : "Ningún producto tiene clave propia: usan la de su categoría."}
          </p>
        ) : (
          <KeyRows kind="products" rows={products} words={words} />
        )}
      </Section>
      <Section title="Bitácora">
        <ChangeList changes={changes} />
      </Section>
    </>
  );
}

const FIELD = "min-h-11 rounded-box border border-edge bg-card px-3 text-base";

function KeyRows({
  kind,
  rows,
  words,
}: {
  kind: "categories" | "products";
  rows: readonly NameWithSatKeys[];
  words: string;
}) {
  return (
    <ul className="divide-y divide-line">
      {rows.map(({ id, name, productKey, unitKey }) => (
        <li key={`${id} ${productKey} ${unitKey}`}>
          <Form method="post" className="flex flex-wrap items-center gap-3 py-2">
            <input type="hidden" name="of" value={kind} />
            <input type="hidden" name="id" value={id} />
            <input type="hidden" name="q" value={words} />
            <span className="min-w-48 flex-1 text-sm font-semibold wrap-anywhere">{name}</span>
            <input
              name="productKey"
              aria-label={`Clave de producto de ${name}`}
              placeholder="53102000"
              inputMode="numeric"
              maxLength={8}
              defaultValue={productKey ?? ""}
              className={`${FIELD} w-32`}
            />
            <select name="unitKey" aria-label={`Unidad de ${name}`} defaultValue={unitKey ?? ""} className={FIELD}>
              <option value="">Unidad…</option>
              {Object.entries(UNIT_NAMES).map(([key, label]) => (
                <option key={key} value={key}>
                  {key} {label}
                </option>
              ))}
            </select>
            <Button type="submit" variant="secondary" aria-label={`Guardar las claves de ${name}`}>
              Guardar
            </Button>
          </Form>
        </li>
      ))}
    </ul>
  );
}
