import { redirect } from "react-router";
import { isRefusal } from "../../../../domain/refusal.ts";
import { isAllowed } from "../../../../domain/staff-permissions.ts";
import { findPromotion } from "../../../../server/promotions/list-promotions.ts";
import { addPromotion } from "../../../../server/promotions/save-promotion.ts";
import { appContext } from "../../../context.ts";
import { actorOf, readForm, requireStaff } from "../../guard.ts";
import { PageHead } from "../../kit/page-head.tsx";
import { officePaths } from "../../paths.ts";
import { readQuery } from "../../read-query.ts";
import { handleSubmission, loadChoices, mayEdit, toRefusedState, toFormState } from "../form.server.ts";
import { PromotionForm } from "../promotion-form.tsx";
import { EMPTY_INPUT, inputOf, moveToLaterYear, type PromotionInput } from "../promotion-input.ts";
import type { Route } from "./+types/route";

/** Query: `de` (a promotion to copy) and `fechas=otro-ano` (its dates move by multiples of 364 days). */
export async function loader({ context, request }: Route.LoaderArgs) {
  const staff = requireStaff(context, request, "promotions.edit");
  const app = context.get(appContext);
  const choices = await loadChoices(context, request);
  const query = readQuery(request.url);
  const movesToLaterYear = query.text("fechas") === "otro-ano";
  const sourcePromotion = await findPromotion(app.db, query.text("de"));
  // Members of a branch see its promotions and those of all shops.
  const isVisible =
    !sourcePromotion?.shopId || isAllowed(staff.grants, "promotions.edit", { shopId: sourcePromotion.shopId });
  const copiedPromotion = isVisible ? sourcePromotion : undefined;
  const input = toNewInput(copiedPromotion, movesToLaterYear);
  // A member who may not edit promotions of all shops creates or copies one for the first shop that they may edit.
  if (!mayEdit(staff.grants, input.shopId || null)) input.shopId = choices.shops[0]?.id ?? "";
  return { choices, state: await toFormState(app, input), isCopy: copiedPromotion !== undefined };
}

/** The form's input: empty, or a copy of a promotion without its codes and past dates. */
function toNewInput(promotion: Awaited<ReturnType<typeof findPromotion>>, movesToLaterYear: boolean): PromotionInput {
  if (!promotion) return { ...EMPTY_INPUT };
  const now = new Date();
  const datedPromotion = movesToLaterYear ? moveToLaterYear(promotion, now) : promotion;
  const input = inputOf(datedPromotion);
  return {
    ...input,
    name: input.name,
    startsAt: datedPromotion.startsAt > now ? input.startsAt : "",
    endsAt: datedPromotion.endsAt && datedPromotion.endsAt > now ? input.endsAt : "",
    coupon: promotion.codeCount > 1 ? "many" : input.coupon,
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const staff = requireStaff(context, request, "promotions.edit");
  const app = context.get(appContext);
  const result = await handleSubmission(context, request, await readForm(request), null);
  if ("state" in result) return { state: result.state, preview: result.state.preview };
  const outcome = await addPromotion(app.db, result.draft, actorOf(context, staff));
  if (!isRefusal(outcome)) return redirect(`${officePaths.promotion(outcome.id)}?hecho=made`);
  const { state } = await toRefusedState(app, result.input, outcome.refused, null);
  return { state, preview: state.preview };
}

export function meta() {
  return [{ title: "Nueva promoción · Panel" }];
}

export default function NewPromotion({ loaderData, actionData }: Route.ComponentProps) {
  const { choices, state, isCopy } = loaderData;
  return (
    <>
      <PageHead
        title="Nueva promoción"
        back={{ to: officePaths.promotions, label: "Promociones" }}
        lead={isCopy ? "Es una copia: revisa sus fechas y su cupón antes de guardarla." : undefined}
      />
      <PromotionForm state={actionData?.state ?? state} choices={choices} isNew />
    </>
  );
}
