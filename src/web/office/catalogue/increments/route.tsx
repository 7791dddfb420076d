import { useState } from "react";
import { data, Link, redirect, useSearchParams } from "react-router";
import { formatMoney, toPesos } from "../../../../domain/money.ts";
import { readPriceChange } from "../../../../domain/price-change.ts";
import { isRefusal } from "../../../../domain/refusal.ts";
import { isAllowed } from "../../../../domain/staff-permissions.ts";
import { listIncrementSamples, setIncrements, type IncrementSample } from "../../../../server/shops/shop-prices.ts";
import type { Shop } from "../../../../server/shops/shop.ts";
import { listChanges } from "../../../../server/change-log/change-log.ts";
import type { Staff } from "../../../../server/staff/staff-sessions.ts";
import { appContext } from "../../../context.ts";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/class-names.ts";
import { Notice } from "../../../ui/notice.tsx";
import { actorOf, readForm, requireStaff, type FormFields } from "../../guard.ts";
import { ChangeList } from "../../kit/change-list.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import { toChange } from "../../kit/to-change.ts";
import { ChangeNotice } from "../../kit/change-notice.tsx";
import { officePaths } from "../../paths.ts";
import { sentenceOf } from "../../sentences.ts";
import { CatalogueTabs } from "../catalogue-tabs.tsx";
import type { Route } from "./+types/route";

/** The branches whose prices this member may set. */
function branchesOf(shops: readonly Shop[], { grants }: Staff): Shop[] {
  return shops.filter(({ id, kind }) => kind === "branch" && isAllowed(grants, "catalog.edit", { shopId: id }));
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const staff = requireStaff(context, request, "catalog.edit", "any");
  const app = context.get(appContext);
  const branches = branchesOf(await app.shops.all(), staff);
  const shopKey = new URL(request.url).searchParams.get("tienda");
  const shop = shopKey === null ? branches[0] : branches.find((branch) => branch.key === shopKey);
  if (shopKey !== null && !shop) throw data(null, { status: 404 });
  const changes = shop ? await listChanges(app.genericPlanDb, "shop-prices", { id: shop.id, limit: 20 }) : [];
  return {
    branches: branches.map(({ key, name }) => ({ key, name })),
    shop: shop ? { id: shop.id, key: shop.key, name: shop.name } : null,
    brands: shop ? await listIncrementSamples(app, shop) : [],
    mayEditCatalogue: isAllowed(staff.grants, "catalog.edit", "all"),
    changes: changes.map((change) => toChange(change)),
    newestChangeId: changes[0]?.id ?? 0,
  };
}

/** Saves the typed increments of a branch (`shop`). The intent `preview` only shows their effect. */
export async function action({ context, request }: Route.ActionArgs) {
  const staff = requireStaff(context, request, "catalog.edit", "any");
  const app = context.get(appContext);
  const form = await readForm(request);
  const shop = branchesOf(await app.shops.all(), staff).find(({ id }) => id === form.text("shop"));
  if (!shop) throw data(null, { status: 404 });
  const brands = await listIncrementSamples(app, shop);
  const typedIncrements = Object.fromEntries(brands.map(({ brandId }) => [brandId, form.text(`inc:${brandId}`, 12)]));
  const brandWithInvalidIncrement = brands.find(
    ({ brandId }) => readIncrementCents(typedIncrements[brandId]!) === undefined,
  );
  if (brandWithInvalidIncrement)
    return {
      typed: typedIncrements,
      failure: `Lo que suma a ${brandWithInvalidIncrement.brand} no es una cantidad: escribe p. ej. 20 o -15.50.`,
    };
  if (form.text("intent") === "preview") return { typed: typedIncrements };
  const incrementChanges = brands
    .map(({ brandId }) => ({
      brandId,
      cents: readIncrementCents(typedIncrements[brandId]!) ?? null,
      seen: seenCentsOf(form, brandId),
    }))
    .filter(({ cents, seen }) => cents !== seen);
  const outcome = await setIncrements(app, shop, incrementChanges, actorOf(context, staff));
  if (isRefusal(outcome)) return { typed: typedIncrements, failure: sentenceOf(outcome) };
  return redirect(`${officePaths.increments}?tienda=${shop.key}&guardado=${Date.now()}`);
}

function seenCentsOf(form: FormFields, brandId: string): number | null {
  const text = form.text(`seen:${brandId}`);
  return /^-?\d{1,9}$/.test(text) ? Number(text) : null;
}

/** Reads an increment in centavos: null for an empty text, undefined when the text is not an amount. */
function readIncrementCents(text: string): number | null | undefined {
  if (text === "") return null;
  const change = readPriceChange(text);
  return change?.kind === "amount" ? change.cents : undefined;
}

export function meta() {
  return [{ title: "Precios por marca · Panel" }];
}

export default function Increments({ loaderData, actionData }: Route.ComponentProps) {
  const { branches, shop, brands, mayEditCatalogue, changes, newestChangeId } = loaderData;
  const savedAt = useSearchParams()[0].get("guardado");
  return (
    <>
      <h1 className="text-2xl font-bold">{mayEditCatalogue ? "Catálogo" : "Precios por marca"}</h1>
      {mayEditCatalogue && <CatalogueTabs />}
      {shop === null ? (
        <p className="text-soft">Los incrementos son de las sucursales, y todavía no hay ninguna.</p>
      ) : (
        <>
          {branches.length > 1 && (
            <nav aria-label="Sucursales" className="flex flex-wrap gap-2">
              {branches.map(({ key, name }) => (
                <Link
                  key={key}
                  to={`${officePaths.increments}?tienda=${key}`}
                  aria-current={key === shop.key ? "page" : undefined}
                  className={cx(
                    "min-h-9 rounded-full border px-4 py-1.5 text-sm",
                    key === shop.key && "bg-accent-soft",
                  )}
                >
                  {name}
                </Link>
              ))}
            </nav>
          )}
          <ChangeNotice kind="shop-prices" id={shop.id} seen={newestChangeId} />
          {savedAt && !actionData && (
            <Notice tone="success" icon="check" alert title="Guardado: la sucursal ya cobra así." />
          )}
          <Section title={`Lo que ${shop.name} suma a cada marca`}>
            <IncrementForm
              key={`${shop.id} ${savedAt}`}
              shopId={shop.id}
              brands={brands}
              typedIncrements={actionData?.typed}
              failure={actionData?.failure}
            />
          </Section>
          <Section title="Bitácora">
            <ChangeList changes={changes} />
          </Section>
        </>
      )}
    </>
  );
}

/** Shows the resulting price of a sample product while staff type. Without JavaScript the preview button shows it. */
function IncrementForm({
  shopId,
  brands: latestBrands,
  typedIncrements,
  failure,
}: {
  shopId: string;
  brands: readonly IncrementSample[];
  typedIncrements: Record<string, string> | undefined;
  failure: string | undefined;
}) {
  // The values when the page was opened. The server refuses to overwrite a concurrent change of them.
  const [brands] = useState(latestBrands);
  const [texts, setTexts] = useState<Record<string, string>>({});
  const textOf = ({ brandId, cents }: IncrementSample) =>
    texts[brandId] ?? typedIncrements?.[brandId] ?? (cents === null ? "" : String(toPesos(cents)));
  return (
    <PostForm submitLabel="Guardar precios" failure={failure} noValidate>
      <input type="hidden" name="shop" value={shopId} />
      <p className="text-sm text-soft">
        Pesos que se suman al precio de la matriz; con menos, se restan. Los precios propios no cambian.
      </p>
      <ul className="divide-y divide-line">
        {brands.map((row) => {
          const { brandId, brand, cents, sample } = row;
          return (
            <li key={brandId} className="grid items-center gap-x-4 gap-y-1 py-2 sm:grid-cols-[1fr_8rem_1.5fr]">
              <label htmlFor={brandId} className="font-semibold">
                {brand}
              </label>
              <input type="hidden" name={`seen:${brandId}`} value={cents ?? ""} />
              <input
                id={brandId}
                name={`inc:${brandId}`}
                value={textOf(row)}
                onChange={({ currentTarget: { value } }) => setTexts((current) => ({ ...current, [brandId]: value }))}
                inputMode="decimal"
                placeholder="0"
                maxLength={12}
                className="min-h-11 w-full rounded-box border border-edge bg-card px-3 tabular"
              />
              <span className="text-sm text-soft">
                {sample ? effectOf(sample, textOf(row)) : "Sin productos publicados."}
              </span>
            </li>
          );
        })}
      </ul>
      <Button type="submit" variant="secondary" name="intent" value="preview" className="mr-3">
        Ver el efecto
      </Button>
    </PostForm>
  );
}

function effectOf({ name, priceCents }: { name: string; priceCents: number }, text: string): string {
  const cents = readIncrementCents(text);
  if (cents === undefined) return "Escribe una cantidad, p. ej. 20 o -15.50.";
  return `${name}: ${formatMoney(priceCents)} → ${formatMoney(Math.max(0, priceCents + (cents ?? 0)))}`;
}
