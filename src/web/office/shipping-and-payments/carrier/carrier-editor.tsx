import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { LIVE_PRICE_CARRIER_LABEL, LIVE_PRICE_CARRIERS } from "../../../../domain/live-price.ts";
import { TRACKING_TEMPLATES } from "../../../../domain/tracking-url.ts";
import { CheckField, SelectField, TextField } from "../../../ui/field.tsx";
import { TextAreaField } from "../../kit/text-area-field.tsx";
import { FileField } from "../../kit/file-field.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import { SampleTable } from "../../settings/sample-view.tsx";
import type { Route } from "./+types/route";
import type { action } from "./route.tsx";

/** Pause in typing before the preview is requested, in milliseconds. */
const TYPING_PAUSE_MS = 350;

type LoaderData = Route.ComponentProps["loaderData"];

/** A carrier's form, beside a table of sample costs for the typed values. */
export function CarrierEditor({
  loaded,
  actionData,
}: {
  loaded: LoaderData;
  actionData: Route.ComponentProps["actionData"];
}) {
  const { preview, schedulePreview } = useCarrierPreview(actionData);
  const errors: Errors = (preview ?? actionData)?.errors ?? {};
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <Section title="Cómo es">
        <PostForm
          encType="multipart/form-data"
          submitLabel={loaded.id ? "Guardar" : "Agregar"}
          failure={actionData?.failure}
          onChange={(event) => schedulePreview(event.currentTarget)}
        >
          <input type="hidden" name="seen" value={loaded.seen} />
          <CarrierFields loaded={loaded} errors={errors} />
        </PostForm>
      </Section>
      <div className="min-w-0 lg:sticky lg:top-6">
        <Section title="Así se cobra">
          <div aria-live="polite">
            <SampleTable figures={preview?.sample ?? actionData?.sample ?? loaded.sample} />
          </div>
        </Section>
      </div>
    </div>
  );
}

/**
 * Requests the figures for the typed values after a pause in typing. A preview from before the last attempt to save is
 * not returned, because it would hide the errors of that attempt.
 */
function useCarrierPreview(saveResult: Route.ComponentProps["actionData"]) {
  const fetcher = useFetcher<typeof action>();
  const [saveResultAtPreview, setSaveResultAtPreview] = useState(saveResult);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const schedulePreview = (form: HTMLFormElement): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const body = new FormData(form);
      // Pictures do not change the figures, so only "Guardar" sends them.
      body.delete("picture");
      body.delete("alertPicture");
      body.set("intent", "preview");
      setSaveResultAtPreview(saveResult);
      void fetcher.submit(body, { method: "post", encType: "multipart/form-data" });
    }, TYPING_PAUSE_MS);
  };
  return { preview: saveResultAtPreview === saveResult ? fetcher.data : undefined, schedulePreview };
}

type Errors = Record<string, string | undefined>;

interface PartProps {
  fields: LoaderData["fields"];
  errors: Errors;
}

function CarrierFields({ loaded: { fields, picture, alertPicture }, errors }: { loaded: LoaderData; errors: Errors }) {
  return (
    <>
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
      <CostFields {...{ fields, errors }} />
      <LivePriceFields {...{ fields, errors }} />
      <DaysFields {...{ fields, errors }} />
      <TrackingField {...{ fields, errors }} />
      <PictureInput name="picture" label="Imagen" url={picture} error={errors.picture} />
      <TextAreaField
        required={false}
        name="alertText"
        label="Aviso al elegirla"
        hint="Se abre en una ventana; vacío, no hay aviso."
        maxLength={1_000}
        error={errors.alertText}
        defaultValue={fields.alertText ?? ""}
      />
      <PictureInput name="alertPicture" label="Imagen del aviso" url={alertPicture} error={errors.alertPicture} />
    </>
  );
}

function CostFields({ fields, errors }: PartProps) {
  return (
    <>
      <TextField
        name="priceCents"
        label="Precio del envío (pesos)"
        inputMode="decimal"
        error={errors.priceCents}
        defaultValue={pesosText(fields.priceCents)}
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
          defaultValue={pesosText(fields.pieceCents)}
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
    </>
  );
}

function LivePriceFields({ fields, errors }: PartProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        name="liveCarrier"
        label="Precio en vivo"
        hint="Lo que cotiza tu cuenta de paqueterías por código postal y peso. Si no contesta, cuenta el precio de arriba."
        error={errors.liveCarrier}
        defaultValue={fields.liveCarrier ?? ""}
      >
        <option value="">No, el precio de arriba</option>
        {LIVE_PRICE_CARRIERS.map((key) => (
          <option key={key} value={key}>
            Como {LIVE_PRICE_CARRIER_LABEL[key]}
          </option>
        ))}
      </SelectField>
      <TextField
        name="liveService"
        label="Servicio"
        hint="Como lo llama tu cuenta, p. ej. ground. Vacío: el más barato."
        optional
        maxLength={60}
        error={errors.liveService}
        defaultValue={fields.liveService ?? ""}
      />
    </div>
  );
}

function DaysFields({ fields, errors }: PartProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        name="minDays"
        label="Días hábiles, al menos"
        hint="De que sale a que llega. Vacío, no se promete fecha."
        optional
        inputMode="numeric"
        error={errors.minDays}
        defaultValue={fields.minDays ?? ""}
      />
      <TextField
        name="maxDays"
        label="Días hábiles, a lo más"
        hint="Sin sábados, domingos ni días de descanso de ley."
        optional
        inputMode="numeric"
        error={errors.maxDays}
        defaultValue={fields.maxDays ?? ""}
      />
    </div>
  );
}

const pesosText = (cents: number | null): string => (cents === null ? "" : (cents / 100).toFixed(2));

const PRESETS_ID = "tracking-presets";

function TrackingField({ fields, errors }: PartProps) {
  return (
    <>
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
        {Object.entries(TRACKING_TEMPLATES).map(([name, template]) => (
          <option key={name} value={template} label={name} />
        ))}
      </datalist>
    </>
  );
}

function PictureInput({
  name,
  label,
  url,
  error,
}: {
  name: string;
  label: string;
  url: string | null;
  error?: string;
}) {
  return (
    <div className="space-y-2">
      {url && <img src={url} alt="" className="h-20 rounded-box border border-line object-contain" />}
      <FileField name={name} label={label} accept="image/*" optional />
      {error && <p className="text-sm font-medium text-error">{error}</p>}
      {url && <CheckField name={`${name}.drop`} value="1" label="Quitarla" />}
    </div>
  );
}
