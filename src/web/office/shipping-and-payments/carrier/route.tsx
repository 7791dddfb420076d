import { data, Form, redirect } from "react-router";
import { readPesos } from "../../../../domain/read-pesos.ts";
import type { CarrierTerms } from "../../../../domain/quote.ts";
import { isRefusal, type Refusal } from "../../../../domain/refusal.ts";
import {
  addCarrier,
  changeCarrier,
  checkCarrier,
  findEditableCarrier,
  retireCarrier,
  versionOfCarrier,
  storeCarrierPicture,
  type CarrierFields,
} from "../../../../server/shipping/change-carrier.ts";
import { refusalText } from "../../../../domain/refusal-text.ts";
import { storedPictureUrl } from "../../../../server/pictures/picture-url.ts";
import { findSampleProductAndCarrier } from "../../../../server/settings/sample-product-and-carrier.ts";
import { packagingCentsOf } from "../../../../server/shops/shop.ts";
import { listChanges } from "../../../../server/change-log/change-log.ts";
import { appContext, shopContext } from "../../../context.ts";
import { Button } from "../../../ui/button.tsx";
import { actorOf, readUpload, requireStaff, type FormFields } from "../../guard.ts";
import { ChangeList } from "../../kit/change-list.tsx";
import { SuccessNotice } from "../../kit/success-notice.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { Section } from "../../kit/section.tsx";
import { toChange } from "../../kit/to-change.ts";
import { ChangeNotice } from "../../kit/change-notice.tsx";
import { officePaths } from "../../paths.ts";
import { sentenceOf, type OfficeRefusalName } from "../../sentences.ts";
import { computeCarrierSample } from "../carrier-sample.ts";
import { CarrierEditor } from "./carrier-editor.tsx";
import type { Route } from "./+types/route";

/** Limit of the form: two pictures of 20 MB, and its texts. */
const MAX_UPLOAD_BYTES = 41 * 1024 * 1024;
const NEW_CARRIER_ID = "nueva";

const EMPTY_CARRIER: CarrierFields = {
  name: "",
  description: "",
  priceCents: 0,
  insuranceRateBps: null,
  maxPieces: null,
  pieceCents: null,
  minDays: null,
  maxDays: null,
  liveCarrier: null,
  liveService: null,
  alertText: null,
  trackingUrl: null,
};

/** The requested carrier, or null for a new one; otherwise 404. */
async function requireCarrier({ context, request, params: { carrierId } }: Route.LoaderArgs | Route.ActionArgs) {
  // Carriers belong to all shops.
  const staff = requireStaff(context, request, "settings.edit", "all");
  const app = context.get(appContext);
  const carrier = carrierId === NEW_CARRIER_ID ? null : await findEditableCarrier(app.db, carrierId);
  if (carrier === undefined) throw data(null, { status: 404 });
  return { staff, app, carrier };
}

async function loadSampleGoods({ context }: Route.LoaderArgs | Route.ActionArgs) {
  const shop = context.get(shopContext);
  return {
    ...(await findSampleProductAndCarrier(context.get(appContext), shop)),
    packagingCents: packagingCentsOf(shop),
  };
}

export async function loader(args: Route.LoaderArgs) {
  const { app, carrier } = await requireCarrier(args);
  const goods = await loadSampleGoods(args);
  const changes = carrier ? await listChanges(app.genericPlanDb, "carrier", { id: carrier.id }) : [];
  const fields = carrier ?? EMPTY_CARRIER;
  return {
    id: carrier?.id ?? null,
    fields,
    picture: carrier?.picture ? storedPictureUrl(carrier.picture, 240) : null,
    alertPicture: carrier?.alertPicture ? storedPictureUrl(carrier.alertPicture, 800) : null,
    seen: carrier ? versionOfCarrier(carrier) : "",
    sample: computeCarrierSample(carrier && termsOf(carrier), termsOf(fields), goods),
    newestChangeId: changes[0]?.id ?? 0,
    changes: changes.map((change) => toChange(change)),
  };
}

/** Saves the carrier. The intent `preview` only shows what it would cost, and `retire` removes it from every shop. */
export async function action(args: Route.ActionArgs) {
  const { staff, app, carrier } = await requireCarrier(args);
  const by = actorOf(args.context, staff);
  const form = await readUpload(args.request, MAX_UPLOAD_BYTES);
  if (form === null) return { failure: refusalText("picture_too_heavy", "staff") };
  if (form.text("intent") === "retire" && carrier) {
    const outcome = await retireCarrier(app, carrier.id, by);
    return isRefusal(outcome) ? { failure: sentenceOf(outcome) } : redirect(officePaths.shippingAndPayments());
  }
  const fields = readFields(form);
  const checkedFields = checkCarrier(fields);
  if (isRefusal(checkedFields)) return { errors: { [checkedFields.field]: checkedFields.message } };
  if (form.text("intent") === "preview") {
    return {
      sample: computeCarrierSample(carrier && termsOf(carrier), termsOf(checkedFields), await loadSampleGoods(args)),
    };
  }
  const pictures = { picture: carrier?.picture ?? null, alertPicture: carrier?.alertPicture ?? null };
  for (const name of ["picture", "alertPicture"] as const) {
    const [file] = form.files(name);
    if (form.text(`${name}.drop`) === "1") pictures[name] = null;
    if (!file) continue;
    const storedPicture = await storeCarrierPicture(app, Buffer.from(await file.arrayBuffer()), checkedFields.name);
    if (isRefusal(storedPicture)) return { errors: { [name]: refusalText(storedPicture.refused, "staff") } };
    pictures[name] = storedPicture;
  }
  const outcome = carrier
    ? await changeCarrier(app, { id: carrier.id, fields, pictures, seen: form.text("seen") }, by)
    : await addCarrier(app, fields, pictures, by);
  if (!isRefusal(outcome)) return redirect(`${officePaths.carrier(outcome.id)}?hecho=guardado`);
  if ("field" in outcome) return { errors: { [outcome.field]: outcome.message } };
  return { failure: sentenceOf(outcome as Refusal<OfficeRefusalName>) };
}

/** Reads the typed fields. An invalid number becomes NaN, which the use case refuses with a message for its field. */
function readFields(form: FormFields): CarrierFields {
  const readCents = (name: string) => readPesos(form.text(name)) ?? Number.NaN;
  const readOrNull = <Value,>(name: string, read: () => Value) => (form.text(name) === "" ? null : read());
  return {
    name: form.text("name", 61),
    description: form.text("description", 201),
    priceCents: readCents("priceCents"),
    insuranceRateBps: readOrNull("insuranceRateBps", () => {
      const typed = form.text("insuranceRateBps").replace("%", "").trim();
      return /^\d{1,3}(?:\.\d{1,4})?$/.test(typed) ? Number((Number(typed) * 100).toFixed(2)) : Number.NaN;
    }),
    maxPieces: readOrNull("maxPieces", () =>
      /^\d{1,6}$/.test(form.text("maxPieces")) ? Number(form.text("maxPieces")) : Number.NaN,
    ),
    pieceCents: readOrNull("pieceCents", () => readCents("pieceCents")),
    minDays: readOrNull("minDays", () => readDays(form.text("minDays"))),
    maxDays: readOrNull("maxDays", () => readDays(form.text("maxDays"))),
    liveCarrier: (form.text("liveCarrier", 41) || null) as CarrierFields["liveCarrier"],
    liveService: form.text("liveService", 61).toLowerCase() || null,
    alertText: form.multilineText("alertText", 1_001) || null,
    trackingUrl: form.text("trackingUrl", 501) || null,
  };
}

function readDays(typed: string): number {
  return /^\d{1,3}$/.test(typed) ? Number(typed) : Number.NaN;
}

function termsOf({ priceCents, insuranceRateBps, maxPieces, pieceCents }: CarrierFields): CarrierTerms {
  const piecesFee = maxPieces === null || pieceCents === null ? null : { includedPieces: maxPieces, pieceCents };
  return { priceCents, insuranceRateBps, piecesFee };
}

export function meta() {
  return [{ title: "Paquetería · Panel" }];
}

export default function CarrierPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, fields, changes, newestChangeId, seen } = loaderData;
  return (
    <>
      <PageHead
        title={id ? fields.name : "Agregar paquetería"}
        back={{ to: officePaths.shippingAndPayments(), label: "Envíos y pagos" }}
        lead="Vale para todas las tiendas. Los pedidos hechos conservan lo que se les cobró."
      />
      {id && <ChangeNotice kind="carrier" id={id} seen={newestChangeId} />}
      {!actionData && (
        <SuccessNotice sentences={{ guardado: "Guardado: así se cobra desde ahora en todas las tiendas." }} />
      )}
      <CarrierEditor key={seen} loaded={loaderData} actionData={actionData} />
      {id && (
        <>
          <Section title="Retirar">
            <details className="text-sm">
              <summary className="inline-block min-h-9 py-2 font-semibold text-error underline underline-offset-4">
                Retirar de todas las tiendas…
              </summary>
              <Form method="post" encType="multipart/form-data" className="space-y-3 pt-2">
                <p className="text-soft">Nadie podrá elegirla. Los pedidos que ya la tienen siguen igual.</p>
                <input type="hidden" name="intent" value="retire" />
                <Button type="submit" variant="danger">
                  Retirar
                </Button>
              </Form>
            </details>
          </Section>
          <Section title="Bitácora">
            <ChangeList changes={changes} />
          </Section>
        </>
      )}
    </>
  );
}
