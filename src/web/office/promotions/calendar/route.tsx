import { ruleText } from "../../../../domain/promotion-rule.ts";
import { isAllowed, shopsWithPermission } from "../../../../domain/staff-permissions.ts";
import { listOffers } from "../../../../server/offers/list-offers.ts";
import { listPromotions } from "../../../../server/promotions/list-promotions.ts";
import { appContext } from "../../../context.ts";
import { requireStaff } from "../../guard.ts";
import { PageHead } from "../../kit/page-head.tsx";
import { Section } from "../../kit/section.tsx";
import { officePaths } from "../../paths.ts";
import { PromotionsTabs } from "../promotions-tabs.tsx";
import { toOfferRows } from "./offer-rows.ts";
import { Timeline } from "./timeline.tsx";
import type { Route } from "./+types/route";

export async function loader({ context, request }: Route.LoaderArgs) {
  const staff = requireStaff(context, request, "promotions.edit");
  const { db } = context.get(appContext);
  const seesOffers = isAllowed(staff.grants, "catalog.edit", "all");
  const promotions = await listPromotions(db, shopsWithPermission(staff.grants, "promotions.edit"));
  const promotionRows = promotions.map((promotion) => ({
    label: `${promotion.name} · ${ruleText(promotion)}`,
    from: promotion.startsAt,
    until: promotion.endsAt,
    path: officePaths.promotion(promotion.id),
  }));
  const offerRows = seesOffers ? toOfferRows(await listOffers(db, { states: ["running", "planned"] })) : null;
  return { now: new Date(), promotionRows, offerRows };
}

export function meta() {
  return [{ title: "Calendario de promociones · Panel" }];
}

export default function PromotionCalendar({ loaderData: { promotionRows, offerRows, now } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Calendario" lead="Qué corre y cuándo, por semana. La primera es esta." />
      <PromotionsTabs />
      <Section title="Promociones y cupones">
        <Timeline rows={promotionRows} now={now} />
      </Section>
      {offerRows && (
        <Section title="Ofertas">
          <Timeline rows={offerRows} now={now} />
        </Section>
      )}
    </>
  );
}
