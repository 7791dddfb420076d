import { redirect } from "react-router";
import { isRefusal, type Refusal } from "../../../../domain/refusal.ts";
import { formatLocalTime } from "../../../../server/cfdi/local-time.ts";
import { listChanges } from "../../../../server/change-log/change-log.ts";
import { isId } from "../../../../server/db/new-id.ts";
import { listProductVat, listCategoryVat, setVatTreatment } from "../../../../server/invoicing/vat-treatments.ts";
import { appContext } from "../../../context.ts";
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
import { VatRow, type RefusedVatForm } from "./vat-row.tsx";
import type { Route } from "./+types/route";

const MAX_SHOWN_PRODUCTS = 50;

export async function loader({ context, request }: Route.LoaderArgs) {
  requireStaff(context, request, "invoices.manage", "all");
  const app = context.get(appContext);
  const query = readQuery(request.url);
  const changes = await listChanges(app.genericPlanDb, "vat", { limit: 20 });
  return {
    term: query.text("q"),
    isDone: query.text("hecho") !== "",
    today: todayInMexico(),
    categories: await listCategoryVat(app.db),
    products: await listProductVat(app.db, { term: query.text("q"), limit: MAX_SHOWN_PRODUCTS }),
    changes: changes.map((change) => toChange(change)),
  };
}

export async function action({ context, request }: Route.ActionArgs): Promise<RefusedVatForm | Response> {
  const staff = requireStaff(context, request, "invoices.manage", "all");
  const form = await readForm(request);
  const id = form.text("id");
  const typedValues = { id, treatment: form.text("treatment", 20), validFrom: form.text("validFrom", 10) };
  const today = todayInMexico();
  const target = { table: form.text("of") === "products" ? ("products" as const) : ("categories" as const), id };
  const input = {
    ...typedValues,
    validFrom: typedValues.validFrom || today,
    today,
    seen: Number(form.text("seen", 15)),
  };
  const outcome = isId(id)
    ? await setVatTreatment(context.get(appContext), target, input, actorOf(context, staff))
    : { refused: "not_found" };
  if (isRefusal(outcome)) {
    return { ...typedValues, refused: outcome.refused, failure: sentenceOf(outcome as Refusal<OfficeRefusalName>) };
  }
  const term = form.text("q", 100);
  return redirect(`${officePaths.vat}?${new URLSearchParams({ ...(term && { q: term }), hecho: "1" })}`);
}

/** Today in Mexico City. Products and categories belong to all shops, so no shop's time zone applies. */
function todayInMexico(): string {
  return formatLocalTime(new Date(), "America/Mexico_City").slice(0, 10);
}

export function meta() {
  return [{ title: "IVA · Panel" }];
}

export default function VatPage({ loaderData, actionData }: Route.ComponentProps) {
  const { term, isDone, today, categories, products, changes } = loaderData;
  const rowProps = { today, term, refusedVatForm: actionData };
  const isRefusedRowShown = [...categories, ...products].some(({ id }) => id === actionData?.id);
  return (
    <>
      <PageHead
        title="IVA"
        back={{ to: officePaths.invoices, label: "Facturación" }}
        lead="Cómo va el IVA de cada producto: el suyo; si no, el de su categoría; si no, el general de quien factura."
      />
      {!actionData && isDone && (
        <Notice
          tone="success"
          icon="check"
          alert
          title="Guardamos el IVA. Cuenta para los pedidos hechos desde ese día; las facturas ya hechas no cambian."
        />
      )}
      {actionData && !isRefusedRowShown && <Notice tone="error" alert title={actionData.failure} />}
      <Notice
        tone="info"
        title="¿Vendes boletos? Pregúntale a tu contador: algunos espectáculos pagan otro impuesto y van exentos o sin IVA."
      >
        El envío, el seguro, el empaque y la comisión llevan siempre el IVA general de quien factura.
      </Notice>
      <Section title="Por categoría">
        <ul className="divide-y divide-line">
          {categories.map((category) => (
            <VatRow key={rowKey(category)} kind="categories" item={category} {...rowProps} />
          ))}
        </ul>
        {categories.length === 0 && <p className="text-sm text-soft">Aún no hay categorías.</p>}
      </Section>
      <Section title="De un producto">
        <Filters label="Buscar un producto" hint="Sin búsqueda: los que tienen IVA propio" />
        {products.length === 0 ? (
          <p className="text-sm text-soft">
            {term ? "Ningún producto se llama así." : "Ningún producto tiene IVA propio: usan el de su categoría."}
          </p>
        ) : (
          <ul className="divide-y divide-line">
            {products.map((product) => (
              <VatRow key={rowKey(product)} kind="products" item={product} {...rowProps} />
            ))}
          </ul>
        )}
      </Section>
      <Section title="Bitácora">
        <ChangeList changes={changes} />
      </Section>
    </>
  );
}

/** A React key that changes with the row's VAT, so that the row's form closes and shows the new values. */
function rowKey({ id, periods }: { id: string; periods: readonly { id: number }[] }): string {
  return `${id} ${periods.map((period) => period.id).join()}`;
}
