import { redirect } from "react-router";
import { isAllowed } from "../../../domain/staff-permissions.ts";
import { isRefusal, type Refusal } from "../../../domain/refusal.ts";
import { findPaymentMethod } from "../../../server/checkout/find-payment-method.ts";
import { listAllCarriers } from "../../../server/shipping/carriers.ts";
import { reorderCarrier } from "../../../server/shipping/change-carrier.ts";
import { listPickupPoints } from "../../../server/pickup-points/pickup-points.ts";
import { setCarrierOffered } from "../../../server/shipping/offer-carrier.ts";
import { changePaymentMethodTexts } from "../../../server/checkout/payment-method-texts.ts";
import { findSampleProductAndCarrier } from "../../../server/settings/sample-product-and-carrier.ts";
import { onlineFeeOf, packagingCentsOf, acceptsPaymentMethod } from "../../../server/shops/shop.ts";
import { listChanges } from "../../../server/change-log/change-log.ts";
import { appContext } from "../../context.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { actorOf, readForm, requireStaff } from "../guard.ts";
import { ChangeList } from "../kit/change-list.tsx";
import { PageHead } from "../kit/page-head.tsx";
import { Section } from "../kit/section.tsx";
import { toChange } from "../kit/to-change.ts";
import { ChangeNotice } from "../kit/change-notice.tsx";
import { officePaths } from "../paths.ts";
import { sentenceOf, type OfficeRefusalName } from "../sentences.ts";
import { requireRequestedShop } from "../settings/require-shop.ts";
import { computeSampleFigures } from "../settings/sample-figures.ts";
import { ShopPicker } from "../settings/shop-picker.tsx";
import { Carriers } from "./carriers.tsx";
import { PickupPoints } from "./pickup-points.tsx";
import { Charges } from "./charges.tsx";
import { METHOD_SECTION_KEY, PaymentMethodSection } from "./payment-method-section.tsx";
import type { Route } from "./+types/route";

const METHODS = ["MP", "TB"] as const;
const CARRIER_INTENTS = ["offer", "withdraw", "up", "down"] as const;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { staff, shops, shop } = await requireRequestedShop(context, request, "settings.edit");
  const app = context.get(appContext);
  const [changes, carriers, goods] = [
    await listChanges(app.genericPlanDb, "shop", { id: shop.id, limit: 20 }),
    await listAllCarriers(app.db, shop.id),
    await findSampleProductAndCarrier(app, shop),
  ];
  const terms = { isBranch: shop.kind === "branch", settings: shop.settings };
  const methods = [];
  for (const key of METHODS) {
    const paymentMethod = await findPaymentMethod(app.genericPlanDb, shop.id, key);
    const figures = computeSampleFigures(METHOD_SECTION_KEY[key], {
      storedTerms: terms,
      enteredTerms: terms,
      goods,
      now: new Date(),
    });
    methods.push({
      key,
      name: paymentMethod?.name ?? "",
      message: paymentMethod?.checkout_message ?? "",
      isOffered: acceptsPaymentMethod(shop, key),
      figures,
    });
  }
  return {
    shops: shops.map(({ key, name }) => ({ key, name })),
    shop: { id: shop.id, key: shop.key, name: shop.name },
    // Only members with the permission in all shops edit and sort the carriers. Others choose which of them their shop
    // offers.
    canEditCarriers: isAllowed(staff.grants, "settings.edit", "all"),
    carriers,
    points: await listPickupPoints(app.db, shop.id),
    charges: {
      packagingCents: packagingCentsOf(shop),
      fee: acceptsPaymentMethod(shop, "MP") ? onlineFeeOf(shop) : null,
    },
    methods,
    newestChangeId: changes[0]?.id ?? 0,
    changes: changes.map((change) => toChange(change)),
  };
}

/**
 * The field `offer`, `withdraw`, `up` or `down` has the id of a carrier. `method` is a payment method, with its new
 * `name` and `message`.
 */
export async function action({ context, request }: Route.ActionArgs) {
  const { staff, shop } = await requireRequestedShop(context, request, "settings.edit");
  const app = context.get(appContext);
  const by = actorOf(context, staff);
  const form = await readForm(request);
  const intent = CARRIER_INTENTS.find((name) => form.text(name) !== "");
  const method = METHODS.find((key) => key === form.text("method"));
  let outcome: unknown;
  if (intent === "offer" || intent === "withdraw") {
    outcome = await setCarrierOffered(
      app,
      shop.id,
      { carrierId: form.text(intent), isOffered: intent === "offer" },
      by,
    );
  } else if (intent) {
    requireStaff(context, request, "settings.edit", "all");
    outcome = await reorderCarrier(app, form.text(intent), intent, by);
  } else if (method) {
    const texts = { method, name: form.text("name"), message: form.multilineText("message", 2_001) };
    outcome = await changePaymentMethodTexts(app, shop, texts, by);
  } else return { failure: "No entendimos qué cambiar: recarga la página.", method: null };
  if (!isRefusal(outcome)) return redirect(officePaths.shippingAndPayments(shop.key));
  return { failure: sentenceOf(outcome as Refusal<OfficeRefusalName>), method: method ?? null };
}

export function meta() {
  return [{ title: "Envíos y pagos · Panel" }];
}

export default function ShippingAndPayments({ loaderData, actionData }: Route.ComponentProps) {
  const { shops, shop, canEditCarriers, charges, methods, changes, newestChangeId } = loaderData;
  return (
    <>
      <PageHead title="Envíos y pagos" lead="Con qué se envía, cómo se paga y en cuánto tiempo.">
        <ButtonLink to={officePaths.carrierAccount(shop.key)} variant="secondary">
          Cuenta para comprar guías
        </ButtonLink>
        {canEditCarriers && <ButtonLink to={officePaths.carrier("nueva")}>Agregar paquetería</ButtonLink>}
      </PageHead>
      <ShopPicker shops={shops} currentKey={shop.key} to={officePaths.shippingAndPayments} />
      <ChangeNotice kind="shop" id={shop.id} seen={newestChangeId} />
      {actionData?.failure && actionData.method === null && <Notice tone="error" alert title={actionData.failure} />}
      <Carriers loaded={loaderData} />
      <PickupPoints loaded={loaderData} />
      <Charges shopKey={shop.key} {...charges} />
      {methods.map((method) => (
        <PaymentMethodSection
          key={method.key}
          shopKey={shop.key}
          method={method}
          failure={actionData?.method === method.key ? actionData.failure : undefined}
        />
      ))}
      <Section title={`Cambios en ${shop.name}`}>
        <ChangeList changes={changes} />
      </Section>
    </>
  );
}
