import { data, redirect } from "react-router";
import { conditionsOf } from "../../../../domain/promotion-conditions.ts";
import { promotionState } from "../../../../domain/promotion-terms.ts";
import { formatMoney } from "../../../../domain/money.ts";
import { ruleText } from "../../../../domain/promotion-rule.ts";
import { isRefusal } from "../../../../domain/refusal.ts";
import { isAllowed } from "../../../../domain/staff-permissions.ts";
import { listChanges } from "../../../../server/change-log/change-log.ts";
import { generateCodes } from "../../../../server/promotions/generate-codes.ts";
import { findPromotion, listPromotionCodes } from "../../../../server/promotions/list-promotions.ts";
import { limitCodes } from "../../../../server/promotions/limit-codes.ts";
import { namesOf, listScopeNames } from "../../../../server/promotions/scope-names.ts";
import { changePromotion, endPromotion } from "../../../../server/promotions/save-promotion.ts";
import { appContext } from "../../../context.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { actorOf, readForm, requireStaff } from "../../guard.ts";
import { ChangeList } from "../../kit/change-list.tsx";
import { ChangeNotice } from "../../kit/change-notice.tsx";
import { Facts } from "../../kit/facts.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import { SuccessNotice } from "../../kit/success-notice.tsx";
import { toChange } from "../../kit/to-change.ts";
import { officePaths } from "../../paths.ts";
import { sentenceOf } from "../../sentences.ts";
import { handleSubmission, loadChoices, mayEdit, toRefusedState, toFormState } from "../form.server.ts";
import { marginSentence } from "../margin-sentence.ts";
import { PromotionBadge } from "../promotion-badge.tsx";
import { PromotionForm } from "../promotion-form.tsx";
import { inputOf } from "../promotion-input.ts";
import { CodesSection } from "./codes-section.tsx";
import type { Route } from "./+types/route";

/** How many codes the page shows. The CSV file has all. */
const MAX_SHOWN_CODES = 20;

/**
 * The requested promotion; 404 for another shop's. Members of one branch also see promotions of all shops, which they
 * may not change.
 */
async function requirePromotion({ context, request, params }: Route.LoaderArgs | Route.ActionArgs) {
  const staff = requireStaff(context, request, "promotions.edit");
  const promotion = await findPromotion(context.get(appContext).db, params.promotionId);
  const shopId = promotion?.shopId ?? null;
  const isVisible = shopId === null || isAllowed(staff.grants, "promotions.edit", { shopId });
  if (!promotion || !isVisible) throw data(null, { status: 404 });
  return { staff, promotion };
}

export async function loader(args: Route.LoaderArgs) {
  const { staff, promotion } = await requirePromotion(args);
  const { context, request } = args;
  const app = context.get(appContext);
  const now = new Date();
  const shops = await app.shops.all();
  const changes = await listChanges(app.genericPlanDb, "promotion", { id: promotion.id, limit: 30 });
  const names = await listScopeNames(app.db, [promotion]);
  const canEdit = mayEdit(staff.grants, promotion.shopId) && promotionState(promotion, now) !== "ended";
  return {
    promotion,
    now,
    canEdit,
    shopName: shops.find(({ id }) => id === promotion.shopId)?.name ?? "Todas",
    conditions: conditionsOf(promotion, namesOf(promotion, names)),
    editForm: canEdit
      ? { choices: await loadChoices(context, request), state: await toFormState(app, inputOf(promotion), promotion) }
      : null,
    // Only members who may change the promotion see its codes.
    codes: mayEdit(staff.grants, promotion.shopId)
      ? await listPromotionCodes(app.db, promotion.id, MAX_SHOWN_CODES)
      : null,
    changes: changes.map((change) => toChange(change)),
  };
}

/**
 * Intents: `end` ends the promotion, `limit` sets how often each of its codes may be used, `codes` creates more codes.
 * All others are those of the promotion's form.
 */
export async function action(args: Route.ActionArgs) {
  const { staff, promotion } = await requirePromotion(args);
  const { context, request } = args;
  if (!mayEdit(staff.grants, promotion.shopId)) throw data(null, { status: 404 });
  const { db } = context.get(appContext);
  const form = await readForm(request);
  const by = actorOf(context, staff);
  const redirectWithSentence = (sentenceKey: string) =>
    redirect(`${officePaths.promotion(promotion.id)}?hecho=${sentenceKey}`);
  switch (form.text("intent")) {
    case "end": {
      const outcome = await endPromotion(db, promotion.id, by);
      return isRefusal(outcome) ? { failure: sentenceOf(outcome) } : redirectWithSentence("end");
    }
    case "limit": {
      const maxUses = form.text("maxUses");
      const outcome = await limitCodes(db, promotion.id, maxUses === "" ? null : readCount(maxUses), by);
      return isRefusal(outcome)
        ? { refusedLimit: { maxUses, error: sentenceOf(outcome) } }
        : redirectWithSentence("limit");
    }
    case "codes": {
      const [count, prefix] = [form.text("count"), form.text("prefix")];
      const batch = { count: readCount(count), prefix };
      const outcome = await generateCodes(db, promotion.id, batch, by);
      return isRefusal(outcome)
        ? { refusedBatch: { count, prefix, error: sentenceOf(outcome) } }
        : redirectWithSentence("codes");
    }
    default: {
      const submission = await handleSubmission(context, request, form, promotion);
      if ("state" in submission) return { state: submission.state, preview: submission.state.preview };
      const outcome = await changePromotion(db, promotion.id, submission.draft, by);
      if (!isRefusal(outcome)) return redirectWithSentence("save");
      const { state } = await toRefusedState(context.get(appContext), submission.input, outcome.refused, promotion);
      return { state, preview: state.preview };
    }
  }
}

/** Invalid input becomes 0, which the use cases refuse. */
function readCount(typed: string): number {
  return /^\d{1,7}$/.test(typed) ? Number(typed) : 0;
}

const DONE_SENTENCES = {
  made: "La promoción está hecha.",
  save: "Guardado. Los pedidos que ya están conservan lo que se les descontó.",
  end: "La promoción terminó. Los carritos la pierden en su siguiente cuenta; los pedidos la conservan.",
  limit: "Los cupones tienen sus usos nuevos.",
  codes: "Los cupones están hechos: descárgalos en el CSV.",
};

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `${loaderData?.promotion.name ?? "Promoción"} · Panel` }];
}

export default function PromotionPage({ loaderData, actionData }: Route.ComponentProps) {
  const { promotion, now, canEdit, shopName, conditions, editForm, codes, changes } = loaderData;
  const { id, name, startsAt, endsAt, needsCode } = promotion;
  const result = actionData as
    | {
        failure?: string;
        refusedBatch?: { count: string; prefix: string; error: string };
        refusedLimit?: { maxUses: string; error: string };
        state?: never;
      }
    | { state: NonNullable<typeof editForm>["state"]; failure?: never; refusedBatch?: never; refusedLimit?: never }
    | undefined;
  return (
    <>
      <PageHead
        title={name}
        back={{ to: officePaths.promotions, label: "Promociones" }}
        lead={
          <span className="flex flex-wrap items-center gap-2">
            <PromotionBadge {...{ startsAt, endsAt, now }} /> {ruleText(promotion)}
          </span>
        }
      >
        <ButtonLink variant="secondary" to={officePaths.newPromotion(id)}>
          Duplicar
        </ButtonLink>
        <ButtonLink variant="secondary" to={officePaths.newPromotion(id, true)}>
          Repetir otro año
        </ButtonLink>
      </PageHead>
      {result?.failure && <Notice tone="error" alert title={result.failure} />}
      {!actionData && <SuccessNotice sentences={DONE_SENTENCES} />}
      <ChangeNotice kind="promotion" id={id} seen={changes[0]?.id ?? 0} />
      <Section title="Lo que ha hecho">
        <Facts
          facts={{
            Pedidos: promotion.orderCount,
            Descontó: formatMoney(promotion.discountCents),
            Vendió: formatMoney(promotion.soldCents),
            "Sin ella habrían costado":
              promotion.orderCount > 0 ? formatMoney(promotion.soldCents + promotion.discountCents) : null,
            "Te quedó": marginSentence(promotion),
            Tienda: shopName,
            "La hizo": promotion.createdBy,
          }}
        />
      </Section>
      <Section title="Así la leen tus clientes">
        <p className="wrap-anywhere">{conditions.join(" ")}</p>
        {promotion.terms && <p className="whitespace-pre-line wrap-anywhere">{promotion.terms}</p>}
      </Section>
      {editForm && (
        <PromotionForm
          key={`${id} ${changes[0]?.id ?? 0}`}
          state={result?.state ?? editForm.state}
          choices={editForm.choices}
          isNew={false}
        />
      )}
      {needsCode && codes && (
        <CodesSection
          id={id}
          codes={codes}
          total={promotion.codeCount}
          canEdit={canEdit}
          refusedBatch={result?.refusedBatch}
          refusedLimit={result?.refusedLimit}
        />
      )}
      {canEdit && (
        <Section title="Terminarla">
          <details className="text-sm">
            <summary className="inline-block min-h-11 py-2.5 font-semibold text-error underline underline-offset-4">
              Terminar ahora…
            </summary>
            <PostForm submitLabel="Terminar ahora" variant="danger" className="pt-2">
              <input type="hidden" name="intent" value="end" />
              <p className="text-soft">
                Desde este momento no descuenta nada más, y no se puede reanudar: la puedes duplicar. Los pedidos que ya
                están la conservan.
              </p>
            </PostForm>
          </details>
        </Section>
      )}
      <Section title="Bitácora">
        <ChangeList changes={changes} />
      </Section>
    </>
  );
}
