import { data, redirect, redirectDocument } from "react-router";
import { isRefusal } from "../../../domain/refusal.ts";
import type { App } from "../../../server/app.ts";
import { confirmStep, setFirstStepsHidden, openShop } from "../../../server/settings/first-steps.ts";
import { makePreviewLink } from "../../../server/settings/preview.ts";
import type { Shop } from "../../../server/shops/shop.ts";
import type { Actor } from "../../../server/change-log/change-log.ts";
import { appContext } from "../../context.ts";
import { Notice } from "../../ui/notice.tsx";
import { actorOf, readForm } from "../guard.ts";
import { SuccessNotice } from "../kit/success-notice.tsx";
import { PageHead } from "../kit/page-head.tsx";
import { officePaths } from "../paths.ts";
import { sentenceOf } from "../sentences.ts";
import { requireShop } from "../settings/require-shop.ts";
import { loadSteps } from "./load-steps.server.ts";
import { StepList } from "./step-list.tsx";
import { missingStepsSentence } from "./step-texts.ts";
import type { Route } from "./+types/route";

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { shop } = await requireShop(context, request, params.shopKey, "settings.edit");
  const [stepsView] = await loadSteps(context.get(appContext), [shop]);
  return { stepsView: stepsView! };
}

/** Runs the intent of a button of the list. Returns a redirect or a failure. */
async function runIntent(app: App, shop: Shop, intent: string, by: Actor): Promise<Response | { failure: string }> {
  const stepsPath = officePaths.firstSteps(shop.key);
  switch (intent) {
    case "theme":
    case "legal":
      await confirmStep(app, shop, intent, by);
      return redirect(stepsPath);
    case "hide":
    case "show": {
      const visibility = await setFirstStepsHidden(app, shop, intent === "hide");
      if (isRefusal(visibility)) return { failure: sentenceOf(visibility) };
      return redirect(visibility === "hidden" ? officePaths.home : stepsPath);
    }
    case "open": {
      const outcome = await openShop(app, shop, by);
      return isRefusal(outcome)
        ? { failure: missingStepsSentence(outcome.missingSteps) }
        : redirect(`${stepsPath}?hecho=abierta`);
    }
    case "preview":
      // The preview is a page of the shop and may be on another host, so the browser leaves the panel.
      return redirectDocument(await makePreviewLink(app, shop, by));
    default:
      throw data(null, { status: 400 });
  }
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const { shop, staff } = await requireShop(context, request, params.shopKey, "settings.edit");
  const form = await readForm(request);
  return runIntent(context.get(appContext), shop, form.text("intent"), actorOf(context, staff));
}

export function meta() {
  return [{ title: "Primeros pasos · Panel" }];
}

export default function FirstStepsPage({ loaderData: { stepsView }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title="Primeros pasos"
        back={{ to: officePaths.home, label: "Inicio" }}
        lead={`Lo que hace falta para que ${stepsView.shop.name} venda.`}
      />
      <SuccessNotice
        sentences={{ abierta: `¡${stepsView.shop.name} está abierta! Cualquiera puede comprar desde ahora.` }}
      />
      {actionData?.failure && <Notice tone="error" alert title={actionData.failure} />}
      <StepList {...stepsView} />
    </>
  );
}
