import { data, redirect } from "react-router";
import { isRefusal } from "../../../../domain/refusal.ts";
import { isAllowed, shopsWithPermission } from "../../../../domain/staff-permissions.ts";
import type { App } from "../../../../server/app.ts";
import type { VisibleShops } from "../../../../server/catalog/visible-products.ts";
import { isId } from "../../../../server/db/new-id.ts";
import { recordStockCount, sumExpectedPieces, type CountedSize } from "../../../../server/stock/record-stock-count.ts";
import { listStockLevels } from "../../../../server/stock/list-stock-levels.ts";
import { appContext } from "../../../context.ts";
import { actorOf, readForm, requireStaff, type FormFields } from "../../guard.ts";
import { SuccessNotice } from "../../kit/success-notice.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { Section } from "../../kit/section.tsx";
import { officePaths } from "../../paths.ts";
import { readWholeNumber } from "../../read-whole-number.ts";
import { sentenceOf, type OfficeRefusalName } from "../../sentences.ts";
import { CountForm } from "./count-form.tsx";
import { CountPreview } from "./count-preview.tsx";
import type { Route } from "./+types/route";

/** Maximum number of sizes in one count. */
const MAX_SIZES = 200;

async function requireProduct(app: App, productId: string, shops: VisibleShops) {
  const [product] = isId(productId) ? (await listStockLevels(app.db, { shops, term: productId })).products : [];
  if (product?.id !== productId) throw data(null, { status: 404 });
  return product;
}

export async function loader({ context, request, params: { productId } }: Route.LoaderArgs) {
  const staff = requireStaff(context, request, "stock.view");
  const product = await requireProduct(
    context.get(appContext),
    productId,
    shopsWithPermission(staff.grants, "stock.view"),
  );
  return { product, canChange: isAllowed(staff.grants, "stock.change", "all") };
}

/**
 * The first request previews the differences. A request with `row` (size:counted:expected) saves the count, or previews
 * it again if the stock has changed.
 */
export async function action({ context, request, params: { productId } }: Route.ActionArgs) {
  const staff = requireStaff(context, request, "stock.change", "all");
  const app = context.get(appContext);
  const product = await requireProduct(app, productId, "all");
  const form = await readForm(request);
  const withOrders = form.text("withoutOrders") === "";
  const rows = form.all("row");
  if (rows.length > 0) {
    const sizes = rows.map(readRow);
    if (sizes.some((size) => size === null)) throw data(null, { status: 400 });
    const count = { sizes: sizes as CountedSize[], withOrders, reason: "Conteo" };
    const outcome = await recordStockCount(app, count, actorOf(context, staff));
    if (!isRefusal(outcome)) return redirect(`${officePaths.stockCount(productId)}?hecho=contado`);
    if (outcome.refused !== "count_outdated")
      return failWith(outcome.refused, withOrders, toCounts(sizes as CountedSize[]));
    return toPreview(product, toCounts(sizes as CountedSize[]), withOrders, sentenceOf(outcome));
  }
  const counts = readCounts(form, product.sizes);
  if (counts === null) return failWith("counted_wrong", withOrders);
  if (counts.size === 0) return failWith("nothing_counted", withOrders);
  if (counts.size > MAX_SIZES) return failWith("count_long", withOrders, counts);
  return toPreview(product, counts, withOrders);
}

type Counts = Map<string, number>;
type Product = Awaited<ReturnType<typeof requireProduct>>;

function failWith(refused: OfficeRefusalName, withOrders: boolean, counts: Counts = new Map()) {
  return { failure: sentenceOf({ refused }), rows: null, withOrders, counts: Object.fromEntries(counts) };
}

/** The preview of a count, compared with the current stock. */
function toPreview({ sizes }: Product, counts: Counts, withOrders: boolean, failure?: string) {
  const rows = sizes
    .filter(({ sizeId }) => counts.has(sizeId))
    .map((size) => ({ ...size, counted: counts.get(size.sizeId)!, expected: sumExpectedPieces(size, withOrders) }));
  return { failure, rows, withOrders, counts: Object.fromEntries(counts) };
}

/** The counted pieces by size id. Null if one of the texts is not a whole number. */
function readCounts(form: FormFields, sizes: Product["sizes"]): Counts | null {
  const counts: Counts = new Map();
  for (const { sizeId } of sizes) {
    const text = form.text(`counted-${sizeId}`);
    if (text === "") continue;
    const counted = readWholeNumber(text, 0);
    if (counted === null) return null;
    counts.set(sizeId, counted);
  }
  return counts;
}

function readRow(row: string): CountedSize | null {
  const [sizeId = "", counted = "", expected = ""] = row.split(":");
  const parsedRow = { sizeId, counted: readWholeNumber(counted, 0), expected: readWholeNumber(expected, 0) };
  return isId(sizeId) && parsedRow.counted !== null && parsedRow.expected !== null ? (parsedRow as CountedSize) : null;
}

function toCounts(sizes: readonly CountedSize[]): Counts {
  return new Map(sizes.map(({ sizeId, counted }) => [sizeId, counted]));
}

export function meta() {
  return [{ title: "Contar · Panel" }];
}

export default function CountPage({ loaderData: { product, canChange }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title={product.name}
        back={{ to: officePaths.stock, label: "Existencias" }}
        lead={[product.brand, product.color].filter(Boolean).join(" · ")}
      />
      {!actionData && <SuccessNotice sentences={{ contado: "Conteo guardado: así quedaron las existencias." }} />}
      <Section title={actionData?.rows ? "Revisa la diferencia" : canChange ? "Contar" : "Tallas"}>
        {actionData?.rows ? (
          <CountPreview rows={actionData.rows} withOrders={actionData.withOrders} failure={actionData.failure} />
        ) : (
          <CountForm
            sizes={product.sizes}
            canChange={canChange}
            failure={actionData?.failure}
            countsBySizeId={actionData?.counts ?? {}}
            withOrders={actionData?.withOrders ?? true}
          />
        )}
      </Section>
    </>
  );
}
