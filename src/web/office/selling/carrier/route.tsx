import { useEffect, useRef } from "react";
import { data, Form, redirect, useFetcher } from "react-router";
import { readPesos } from "../../../../domain/read-pesos.ts";
import type { CarrierTerms } from "../../../../domain/quote.ts";
import { TRACKING_PRESETS } from "../../../../domain/tracking-url.ts";
import { isRefusal, type Refusal } from "../../../../domain/refusal.ts";
import {
  addCarrier,
  changeCarrier,
  checkCarrier,
  findStoredCarrier,
  retireCarrier,
  versionOfCarrier,
  storeCarrierPicture,
  type CarrierFields,
} from "../../../../server/shipping/change-carrier.ts";
import { REFUSALS } from "../../../../server/http/refusals.ts";
import { findSampleGoods } from "../../../../server/settings/sample-cart.ts";
import { packagingCents } from "../../../../server/shops/shop.ts";
import { listChanges } from "../../../../server/change-log/change-log.ts";
import { appContext, shopContext } from "../../../context.ts";
import { Button } from "../../../ui/button.tsx";
import { CheckField, TextField } from "../../../ui/field.tsx";
import { actorOf, readUpload, requireStaff, type FormFields } from "../../guard.ts";
import { ChangeList } from "../../kit/change-list.tsx";
import { FileField } from "../../kit/file-field.tsx";
import { AreaField } from "../../kit/area-field.tsx";
import { SuccessNotice } from "../../kit/success-notice.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import { toChange } from "../../kit/to-change.ts";
import { ChangeNotice } from "../../kit/change-notice.tsx";
import { officePaths } from "../../paths.ts";
import { sentenceOf, type OfficeRefusal } from "../../sentences.ts";
import { SampleTable } from "../../settings/sample-view.tsx";
import { carrierSample } from "../carrier-sample.ts";
import type { Route } from "./+types/route";

/** Room for two pictures. */
const MAX_UPLOAD_BYTES = 41 * 1024 * 1024;
const NEW = "nueva";

const EMPTY: CarrierFields = {
  name: "",
  description: "",
  priceCents: 0,
  insuranceRateBps: null,
  maxPieces: null,
  pieceCents: null,
  alertText: null,
  trackingUrl: null,
};

async function findRequested({ context, request, params: { carrierId } }: Route.LoaderArgs | Route.ActionArgs) {
  // Carriers belong to all shops.
  const staff = requireStaff(context, request, "settings.edit", "all");
  const app = context.get(appContext);
  const carrier = carrierId === NEW ? null : await findStoredCarrier(app.db, carrierId);
  if (carrier === undefined) throw data(null, { status: 404 });
  return { staff, app, carrier };
}

async function sampleGoods({ context }: Route.LoaderArgs | Route.ActionArgs) {
  const shop = context.get(shopContext);
  return { ...(await findSampleGoods(context.get(appContext), shop)), packagingCents: packagingCents(shop) };
}

export async function loader(args: Route.LoaderArgs) {
  const { app, carrier } = await findRequested(args);
  const goods = await sampleGoods(args);
  const changes = carrier ? await listChanges(app.genericPlans, "carrier", { id: carrier.id }) : [];
  const fields = carrier ?? EMPTY;
  return {
    id: carrier?.id ?? null,
    fields,
    picture: carrier?.picture ?? null,
    alertPicture: carrier?.alertPicture ?? null,
    seen: carrier ? versionOfCarrier(carrier) : "",
    sample: carrierSample(carrier && termsOf(carrier), termsOf(fields), goods),
    newest: changes[0]?.id ?? 0,
    changes: changes.map((change) => toChange(change)),
  };
}

/** Saves the carrier. The intent `preview` only shows what it would cost, and `retire` removes it from every shop. */
export async function action(args: Route.ActionArgs) {
  const { staff, app, carrier } = await findRequested(args);
  const by = actorOf(args.context, staff);
  const form = await readUpload(args.request, MAX_UPLOAD_BYTES);
  if (form === null) return { failure: REFUSALS.picture_too_heavy[2] };
  if (form.text("intent") === "retire" && carrier) {
    const saved = await retireCarrier(app, carrier.id, by);
    return isRefusal(saved) ? { failure: sentenceOf(saved) } : redirect(officePaths.selling());
  }
  const fields = readFields(form);
  const checked = checkCarrier(fields);
  if (isRefusal(checked)) return { errors: { [checked.field]: checked.message } };
  if (form.text("intent") === "preview") {
    return { sample: carrierSample(carrier && termsOf(carrier), termsOf(checked), await sampleGoods(args)) };
  }
  const pictures = { picture: carrier?.picture ?? null, alertPicture: carrier?.alertPicture ?? null };
  for (const name of ["picture", "alertPicture"] as const) {
    const [file] = form.files(name);
    if (form.text(`${name}.drop`) === "1") pictures[name] = null;
    if (!file) continue;
    const stored = await storeCarrierPicture(app, Buffer.from(await file.arrayBuffer()), checked.name);
    if (isRefusal(stored)) return { errors: { [name]: REFUSALS[stored.refused][2] } };
    pictures[name] = stored;
  }
  const saved = carrier
    ? await changeCarrier(app, { id: carrier.id, fields, pictures, seen: form.text("seen") }, by)
    : await addCarrier(app, fields, pictures, by);
  if (!isRefusal(saved)) return redirect(`${officePaths.carrier(saved.id)}?hecho=guardado`);
  if ("field" in saved) return { errors: { [saved.field]: saved.message } };
  return { failure: sentenceOf(saved as Refusal<OfficeRefusal>) };
}

/** Invalid figures are NaN, which the use case refuses with its sentence. */
function readFields(form: FormFields): CarrierFields {
  const cents = (name: string) => readPesos(form.text(name)) ?? Number.NaN;
  const orNull = <Value,>(name: string, read: () => Value) => (form.text(name) === "" ? null : read());
  return {
    name: form.text("name", 61),
    description: form.text("description", 201),
    priceCents: cents("priceCents"),
    insuranceRateBps: orNull("insuranceRateBps", () => {
      const typed = form.text("insuranceRateBps").replace("%", "").trim();
      return /^\d{1,3}(?:\.\d{1,4})?$/.test(typed) ? Number((Number(typed) * 100).toFixed(2)) : Number.NaN;
    }),
    maxPieces: orNull("maxPieces", () =>
      /^\d{1,6}$/.test(form.text("maxPieces")) ? Number(form.text("maxPieces")) : Number.NaN,
    ),
    pieceCents: orNull("pieceCents", () => cents("pieceCents")),
    alertText: form.lines("alertText", 1_001) || null,
    trackingUrl: form.text("trackingUrl", 501) || null,
  };
}

function termsOf({ priceCents, insuranceRateBps, maxPieces, pieceCents }: CarrierFields): CarrierTerms {
  const piecesFee = maxPieces === null || pieceCents === null ? null : { maxPieces, pieceCents };
  return { priceCents, insuranceRateBps, piecesFee };
}

export function meta() {
  return [{ title: "Paquetería · Panel" }];
}

const PRESETS_ID = "tracking-presets";

/** Pause in typing before the preview is requested, in milliseconds. */
const TYPING_PAUSE_MS = 350;

export default function CarrierPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, fields, changes, newest, seen } = loaderData;
  return (
    <>
      <PageHead
        title={id ? fields.name : "Agregar paquetería"}
        back={{ to: officePaths.selling(), label: "Envíos y pagos" }}
        lead="Vale para todas las tiendas. Los pedidos hechos conservan lo que se les cobró."
      />
      {id && <ChangeNotice kind="carrier" id={id} seen={newest} />}
      {!actionData && (
        <SuccessNotice sentences={{ guardado: "Guardado: así se cobra desde ahora en todas las tiendas." }} />
      )}
      <Editor key={seen} loaded={loaderData} actionData={actionData} />
      {id && (
        <>
          <Section title="Retirar">
            <details className="text-sm">
              <summary className="inline-block min-h-9 py-2 font-semibold text-bad underline underline-offset-4">
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

function Editor({
  loaded: { id, fields, picture, alertPicture, seen, sample: initialSample },
  actionData,
}: {
  loaded: Route.ComponentProps["loaderData"];
  actionData: Route.ComponentProps["actionData"];
}) {
  const previewFetcher = useFetcher<typeof action>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const errors: Record<string, string | undefined> = (previewFetcher.data ?? actionData)?.errors ?? {};
  const schedulePreview = (form: HTMLFormElement) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const body = new FormData(form);
      // Pictures change no figure and are sent with "Guardar" only.
      body.delete("picture");
      body.delete("alertPicture");
      body.set("intent", "preview");
      void previewFetcher.submit(body, { method: "post", encType: "multipart/form-data" });
    }, TYPING_PAUSE_MS);
  };
  const pesos = (cents: number | null) => (cents === null ? "" : (cents / 100).toFixed(2));
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <Section title="Cómo es">
        <PostForm
          encType="multipart/form-data"
          submit={id ? "Guardar" : "Agregar"}
          failure={actionData?.failure}
          onChange={(event) => schedulePreview(event.currentTarget)}
        >
          <input type="hidden" name="seen" value={seen} />
          <TextField name="name" label="Nombre" maxLength={60} error={errors.name} defaultValue={fields.name} />
          <TextField
            name="description"
            label="Descripción"
            hint="Lo que promete, p. ej. «Llega en 2 a 4 días hábiles»."
            optional
            maxLength={200}
            error={errors.description}
            defaultValue={fields.description}
          />
          <TextField
            name="priceCents"
            label="Precio del envío (pesos)"
            inputMode="decimal"
            error={errors.priceCents}
            defaultValue={pesos(fields.priceCents)}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              name="maxPieces"
              label="Piezas incluidas"
              hint="Vacío: caben todas."
              optional
              inputMode="numeric"
              error={errors.maxPieces}
              defaultValue={fields.maxPieces ?? ""}
            />
            <TextField
              name="pieceCents"
              label="Por cada pieza de más (pesos)"
              optional
              inputMode="decimal"
              error={errors.pieceCents}
              defaultValue={pesos(fields.pieceCents)}
            />
          </div>
          <TextField
            name="insuranceRateBps"
            label="Seguro (% de los productos)"
            hint="Se redondea al peso y lleva IVA. Vacío: no se ofrece."
            optional
            inputMode="decimal"
            error={errors.insuranceRateBps}
            defaultValue={fields.insuranceRateBps === null ? "" : fields.insuranceRateBps / 100}
          />
          <TextField
            name="trackingUrl"
            label="Página de rastreo"
            hint="Con {guide} donde va la guía. Escribe el nombre de la paquetería para ver las que conocemos; vacío, no hay enlace."
            optional
            maxLength={500}
            inputMode="url"
            list={PRESETS_ID}
            error={errors.trackingUrl}
            defaultValue={fields.trackingUrl ?? ""}
          />
          <datalist id={PRESETS_ID}>
            {Object.entries(TRACKING_PRESETS).map(([name, template]) => (
              <option key={name} value={template} label={name} />
            ))}
          </datalist>
          <PictureInput name="picture" label="Imagen" current={picture} error={errors.picture} />
          <AreaField
            required={false}
            name="alertText"
            label="Aviso al elegirla"
            hint="Se abre en una ventana; vacío, no hay aviso."
            maxLength={1_000}
            error={errors.alertText}
            defaultValue={fields.alertText ?? ""}
          />
          <PictureInput
            name="alertPicture"
            label="Imagen del aviso"
            current={alertPicture}
            error={errors.alertPicture}
          />
        </PostForm>
      </Section>
      <div className="min-w-0 lg:sticky lg:top-6">
        <Section title="Así se cobra">
          <div aria-live="polite">
            <SampleTable figures={previewFetcher.data?.sample ?? actionData?.sample ?? initialSample} />
          </div>
        </Section>
      </div>
    </div>
  );
}

function PictureInput({
  name,
  label,
  current,
  error,
}: {
  name: string;
  label: string;
  current: string | null;
  error?: string;
}) {
  return (
    <div className="space-y-2">
      {current && <img src={current} alt="" className="h-20 rounded-box border border-line object-contain" />}
      <FileField name={name} label={label} accept="image/*" optional />
      {error && <p className="text-sm font-medium text-bad">{error}</p>}
      {current && <CheckField name={`${name}.drop`} value="1" label="Quitarla" />}
    </div>
  );
}
