import { data, Link } from "react-router";
import { isAllowed, shopsWithPermission } from "../../../../domain/staff-permissions.ts";
import { listCompliancePromotions } from "../../../../server/promotions/list-compliance-promotions.ts";
import { listOwnLegalTexts } from "../../../../server/settings/legal-texts.ts";
import { appContext } from "../../../context.ts";
import { requireStaff } from "../../guard.ts";
import { Badge } from "../../kit/badge.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { Section } from "../../kit/section.tsx";
import { officePaths } from "../../paths.ts";
import { readQuery } from "../../read-query.ts";
import { ShopPicker } from "../../settings/shop-picker.tsx";
import { PromotionsTabs } from "../promotions-tabs.tsx";
import { listCompliancePoints, type CompliancePoint } from "./points.ts";
import type { Route } from "./+types/route";

/** Query: `tienda` (the key of a shop). */
export async function loader({ context, request }: Route.LoaderArgs) {
  const staff = requireStaff(context, request, "promotions.edit");
  const app = context.get(appContext);
  const allowedShops = shopsWithPermission(staff.grants, "promotions.edit");
  const shops = (await app.shops.all()).filter(({ id }) => allowedShops === "all" || allowedShops.includes(id));
  const key = readQuery(request.url).text("tienda");
  const shop = key === "" ? shops[0] : shops.find((candidate) => candidate.key === key);
  if (!shop) throw data(null, { status: 404 });
  const { company, payments } = shop.settings;
  const points = listCompliancePoints(
    {
      key: shop.key,
      company,
      ownTexts: await listOwnLegalTexts(app.genericPlanDb, shop.id),
      hasOnlineFee: payments.enabled && payments.fee + payments.base > 0,
      promotions: await listCompliancePromotions(app.db, shop.id),
    },
    new Date(),
  );
  return {
    points,
    shop: { key: shop.key, name: shop.name },
    shops: shops.map((choice) => ({ key: choice.key, name: choice.name })),
    canEditSettings: isAllowed(staff.grants, "settings.edit", { shopId: shop.id }),
  };
}

export function meta() {
  return [{ title: "¿Cumple mi tienda? · Panel" }];
}

const STATE_BADGE = {
  ok: { label: "Bien", tone: "success" },
  check: { label: "Revísalo", tone: "warning" },
  missing: { label: "Falta", tone: "error" },
} as const;

export default function Compliance({ loaderData }: Route.ComponentProps) {
  const { points, shop, shops, canEditSettings } = loaderData;
  const missingCount = points.filter(({ state }) => state === "missing").length;
  return (
    <>
      <PageHead
        title="¿Cumple mi tienda?"
        lead="Lo que Profeco revisa en una tienda en línea. Es una guía: las dudas, con tu abogado o contador."
      />
      <PromotionsTabs />
      <ShopPicker shops={shops} currentKey={shop.key} to={officePaths.compliance} />
      <Section
        title={
          missingCount === 0
            ? `${shop.name}: no falta nada`
            : `${shop.name}: ${missingCount === 1 ? "falta 1 punto" : `faltan ${missingCount} puntos`}`
        }
      >
        <ul className="divide-y divide-line">
          {points.map((point) => (
            <Point key={point.title + point.to} point={point} canEditSettings={canEditSettings} />
          ))}
        </ul>
      </Section>
    </>
  );
}

function Point({
  point: { title, state, text, to },
  canEditSettings,
}: {
  point: CompliancePoint;
  canEditSettings: boolean;
}) {
  const isSetting = !to.startsWith(officePaths.promotions);
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 py-3">
      <span className="w-24 shrink-0">
        <Badge tone={STATE_BADGE[state].tone}>{STATE_BADGE[state].label}</Badge>
      </span>
      <div className="min-w-52 flex-1">
        <p className="font-semibold wrap-anywhere">{title}</p>
        <p className="text-sm text-soft wrap-anywhere">{text}</p>
      </div>
      {(!isSetting || canEditSettings) && (
        <Link
          to={to}
          aria-label={`${state === "missing" ? "Arreglar" : "Ver"}: ${title}`}
          className="inline-flex min-h-11 items-center text-sm font-semibold underline underline-offset-4"
        >
          {state === "missing" ? "Arreglar" : "Ver"}
        </Link>
      )}
    </li>
  );
}
