import { Form, Link, redirect } from "react-router";
import { isRefusal, type Refusal } from "../../../../domain/refusal.ts";
import { UNIT_NAMES } from "../../../../domain/sat-keys.ts";
import type { SatProductKey } from "../../../../domain/sat-product-keys.ts";
import { isId } from "../../../../server/db/new-id.ts";
import { listConfirmedKeys, listKeysToReview, type KeyToReview } from "../../../../server/invoicing/accept-sat-key.ts";
import {
  listProductsForSatKeys,
  listCategoryKeys,
  type NameWithSatKeys,
} from "../../../../server/invoicing/list-sat-keys.ts";
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
import { sentenceOf, type OfficeRefusalName } from "../../sentences.ts";
import { readSatKey, SatKeyField, SatKeyOptions } from "../sat-key-field.tsx";
import type { Route } from "./+types/route";

const MAX_SHOWN_ROWS = 50;

export async function loader({ context, request }: Route.LoaderArgs) {
  requireStaff(context, request, "invoices.manage", "all");
  const app = context.get(appContext);
  const query = readQuery(request.url);
  const changes = await listChanges(app.genericPlanDb, "sat-keys", { limit: 20 });
  return {
    term: query.text("q"),
    isDone: query.text("hecho") !== "",
    categories: await listCategoryKeys(app.db),
    products: await listProductsForSatKeys(app.db, query.text("q"), MAX_SHOWN_ROWS),
    confirmedKeys: await listConfirmedKeys(app.db),
    keysToReview: await listKeysToReview(app.db, MAX_SHOWN_ROWS),
    changes: changes.map((change) => toChange(change)),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const staff = requireStaff(context, request, "invoices.manage", "all");
  const form = await readForm(request);
  const id = form.text("id");
  const table = form.text("of") === "products" ? "products" : "categories";
  const typed = { ...readSatKey(form), unitKey: form.text("unitKey", 5) };
  const keys = { ...typed, productKey: typed.productKey || null, unitKey: typed.unitKey || null };
  const app = context.get(appContext);
  const outcome = isId(id)
    ? await setSatKeys(app, { table, id }, keys, actorOf(context, staff))
    : { refused: "not_found" };
  if (isRefusal(outcome)) return { id, failure: sentenceOf(outcome as Refusal<OfficeRefusalName>), typed };
  const term = form.text("q", 100);
  return redirect(`${officePaths.satKeys}?${new URLSearchParams({ ...(term && { q: term }), hecho: "1" })}`);
}

export function meta() {
  return [{ title: "Claves del SAT · Panel" }];
}

export default function SatKeys({ loaderData, actionData }: Route.ComponentProps) {
  const { term, isDone, categories, products, confirmedKeys, keysToReview, changes } = loaderData;
  const rowProps = { term, confirmedKeys, refusedAction: actionData };
  return (
    <>
      <PageHead
        title="Claves del SAT"
        back={{ to: officePaths.invoices, label: "Facturación" }}
        lead="Qué clave lleva cada producto en la factura: la suya; si no, la de su categoría; si no, la del emisor."
      />
      {!actionData && isDone && <Notice tone="success" icon="check" alert title="Guardamos la clave." />}
      {actionData && <Notice tone="error" alert title={actionData.failure} />}
      {keysToReview.length > 0 && <KeysToReview keys={keysToReview} />}
      <SatKeyOptions confirmedKeys={confirmedKeys} />
      <Section title="Por categoría">
        <KeyRows kind="categories" rows={categories} {...rowProps} />
      </Section>
      <Section title="De un producto">
        <Filters label="Buscar un producto" hint="Sin búsqueda: los que tienen clave propia" />
        {products.length === 0 ? (
          <p className="text-sm text-soft">
            {term ? "Ningún producto se llama así." : "Ningún producto tiene clave propia: usan la de su categoría."}
          </p>
        ) : (
          <KeyRows kind="products" rows={products} {...rowProps} />
        )}
      </Section>
      <Section title="Bitácora">
        <ChangeList changes={changes} />
      </Section>
    </>
  );
}

const LINK = "font-semibold underline underline-offset-4";

/** Keys that are neither in the list nor confirmed. Invoices have them unchecked, and SAT refuses those it lacks. */
function KeysToReview({ keys }: { keys: readonly KeyToReview[] }) {
  const pathOf = ({ kind, id, name }: KeyToReview): string => {
    if (kind === "issuers") return `${officePaths.issuer}?tienda=${id}`;
    return kind === "products" ? `${officePaths.satKeys}?${new URLSearchParams({ q: name })}` : `#${id}`;
  };
  return (
    <Notice tone="warning" title="Revisa estas claves: no están en la lista y el SAT puede rechazar sus facturas">
      <p>Elige otra de la lista, o confirma que sí es del SAT.</p>
      <ul className="mt-2 space-y-1">
        {keys.map((row) => (
          <li key={`${row.kind} ${row.id}`}>
            <Link to={pathOf(row)} className={LINK}>
              {row.name}
            </Link>{" "}
            {row.key}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

interface KeyRowsProps {
  kind: "categories" | "products";
  rows: readonly NameWithSatKeys[];
  term: string;
  confirmedKeys: readonly SatProductKey[];
  refusedAction?: { id: string; failure: string; typed: { productKey: string; unitKey: string } };
}

function KeyRows({ kind, rows, term, confirmedKeys, refusedAction }: KeyRowsProps) {
  return (
    <ul className="divide-y divide-line">
      {rows.map((row) => {
        const { id, name } = row;
        const refusedForm = refusedAction?.id === id ? refusedAction : undefined;
        const { productKey, unitKey } = refusedForm?.typed ?? row;
        return (
          <li key={`${id} ${productKey} ${unitKey}`} id={id}>
            <Form
              method="post"
              className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 gap-y-2 py-3 sm:grid-cols-[1fr_16rem_9rem_auto]"
            >
              <input type="hidden" name="of" value={kind} />
              <input type="hidden" name="id" value={id} />
              <input type="hidden" name="q" value={term} />
              <span className="text-sm font-semibold wrap-anywhere max-sm:col-span-2 sm:pt-2.5">{name}</span>
              <div className="max-sm:col-span-2">
                <SatKeyField
                  label={`Clave de producto de ${name}`}
                  isLabelHidden
                  defaultValue={productKey ?? ""}
                  confirmedKeys={confirmedKeys}
                  error={refusedForm?.failure}
                />
              </div>
              <select
                name="unitKey"
                aria-label={`Unidad de ${name}`}
                defaultValue={unitKey ?? ""}
                className="min-h-11 rounded-box border border-edge bg-card px-3 text-base"
              >
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
        );
      })}
    </ul>
  );
}
