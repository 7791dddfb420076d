import { Link, useSearchParams } from "react-router";
import { formatDateTime } from "../../../domain/dates.ts";
import { formatMoney } from "../../../domain/money.ts";
import { ruleText } from "../../../domain/promotion-rule.ts";
import { promotionState, type PromotionState } from "../../../domain/promotion-terms.ts";
import { shopsWithPermission } from "../../../domain/staff-permissions.ts";
import { listPromotions, type PromotionRow } from "../../../server/promotions/list-promotions.ts";
import { appContext } from "../../context.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/notice.tsx";
import { SelectField } from "../../ui/field.tsx";
import { Filters } from "../kit/filters.tsx";
import { PageHead } from "../kit/page-head.tsx";
import { Table, type Column } from "../kit/table.tsx";
import { requireStaff } from "../guard.ts";
import { officePaths } from "../paths.ts";
import { readQuery } from "../read-query.ts";
import { PromotionBadge, PROMOTION_STATE_LABEL } from "./promotion-badge.tsx";
import { marginSentence } from "./margin-sentence.ts";
import { PromotionsTabs } from "./promotions-tabs.tsx";
import type { Route } from "./+types/route";

const STATES = Object.keys(PROMOTION_STATE_LABEL) as PromotionState[];

/** Query: `estado` (a state) and `q` (part of a name, or of a promotion's only code). */
export async function loader({ context, request }: Route.LoaderArgs) {
  const staff = requireStaff(context, request, "promotions.edit");
  const app = context.get(appContext);
  const now = new Date();
  const query = readQuery(request.url);
  const [state, term] = [query.oneOf("estado", STATES), query.text("q").toLowerCase()];
  const promotions = await listPromotions(app.db, shopsWithPermission(staff.grants, "promotions.edit"));
  const shopNamesById = new Map((await app.shops.all()).map(({ id, name }) => [id, name]));
  const isShown = (row: PromotionRow): boolean =>
    (state === undefined || promotionState(row, now) === state) &&
    (row.name.toLowerCase().includes(term) || (row.code?.toLowerCase().includes(term) ?? false));
  return {
    now,
    isEmpty: promotions.length === 0,
    rows: promotions.filter(isShown).map((row) => ({ ...row, shop: shopNamesById.get(row.shopId ?? "") ?? "Todas" })),
  };
}

export function meta() {
  return [{ title: "Promociones · Panel" }];
}

type PromotionWithShop = PromotionRow & { shop: string };

const makeColumns = (now: Date): Column<PromotionWithShop>[] => [
  {
    head: "Promoción",
    isTitle: true,
    cell: (row) => (
      <>
        <Link to={officePaths.promotion(row.id)} className="font-semibold underline underline-offset-4">
          {row.name}
        </Link>
        <span className="block font-normal text-soft">{ruleText(row)}</span>
      </>
    ),
  },
  { head: "Estado", cell: ({ startsAt, endsAt }) => <PromotionBadge {...{ startsAt, endsAt, now }} /> },
  {
    head: "Cuándo",
    cell: ({ startsAt, endsAt }) => (
      <>
        {formatDateTime(startsAt)}{" "}
        <span className="in-rows:block">{endsAt ? `a ${formatDateTime(endsAt)}` : "sin fin"}</span>
      </>
    ),
  },
  { head: "Tienda", cell: ({ shop }) => shop },
  { head: "Cupón", cell: (row) => <span className="wrap-anywhere">{codeText(row)}</span> },
  { head: "Pedidos", isNumeric: true, cell: ({ orderCount }) => orderCount },
  { head: "Descontó", isNumeric: true, cell: ({ discountCents }) => formatMoney(discountCents) },
  {
    head: "Vendió",
    isNumeric: true,
    cell: ({ soldCents, discountCents }) => (
      <>
        {formatMoney(soldCents)}
        {discountCents > 0 && (
          <span className="text-soft in-rows:block"> sin descuento, {formatMoney(soldCents + discountCents)}</span>
        )}
      </>
    ),
  },
  { head: "Te quedó", isNumeric: true, cell: (row) => marginSentence(row) ?? "—" },
];

function codeText({ code, codeCount, needsCode }: PromotionRow): string {
  if (!needsCode) return "Sin cupón";
  return code ?? `${codeCount} códigos`;
}

export default function Promotions({ loaderData: { rows, isEmpty, now } }: Route.ComponentProps) {
  const [searchParams] = useSearchParams();
  return (
    <>
      <PageHead title="Promociones" lead="Descuentos y cupones de la tienda, y lo que han vendido.">
        <ButtonLink to={officePaths.newPromotion()}>Nueva promoción</ButtonLink>
      </PageHead>
      <PromotionsTabs />
      {isEmpty ? (
        <EmptyState title="Todavía no hay promociones">
          <p className="text-soft">
            Un porcentaje, un 3×2, la segunda a mitad de precio, envío gratis o un regalo: para toda la tienda o para lo
            que elijas, con cupón o sin él. Empieza y termina sola, y ves cómo queda en carritos de muestra antes de
            guardarla.
          </p>
        </EmptyState>
      ) : (
        <>
          <Filters label="Busca por nombre o cupón">
            <div className="w-40">
              <SelectField name="estado" label="Estado" defaultValue={searchParams.get("estado") ?? ""}>
                <option value="">Cualquiera</option>
                {STATES.map((state) => (
                  <option key={state} value={state}>
                    {PROMOTION_STATE_LABEL[state]}
                  </option>
                ))}
              </SelectField>
            </div>
          </Filters>
          {rows.length === 0 ? (
            <p className="text-soft">Ninguna promoción es así.</p>
          ) : (
            <Table caption="Promociones" keyOf={({ id }) => id} rows={rows} columns={makeColumns(now)} />
          )}
          <p className="text-sm text-soft">
            Cuentan los pedidos sin cancelar. «Vendió» es su total con envío; «sin descuento», lo que habrían costado
            esos mismos pedidos. «Te quedó» es lo de los productos menos su costo y el envío que regalaste, en los
            pedidos de los que se conocía el costo al venderse.
          </p>
        </>
      )}
    </>
  );
}
