import { Form, redirect } from "react-router";
import { isRefusal } from "../../../../domain/refusal.ts";
import { findCarrierAccount, saveCarrierAccount } from "../../../../server/carrier-labels/account.ts";
import { addBox, removeBox } from "../../../../server/carrier-labels/boxes.ts";
import { appContext } from "../../../context.ts";
import { Button } from "../../../ui/button.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { actorOf, readForm, type FormFields } from "../../guard.ts";
import { PageHead } from "../../kit/page-head.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import { officePaths } from "../../paths.ts";
import { sentenceOf } from "../../sentences.ts";
import { requireRequestedShop } from "../../settings/require-shop.ts";
import { ShopPicker } from "../../settings/shop-picker.tsx";
import type { Route } from "./+types/route";

const PROVIDER_LABEL = { envia: "Envia", skydropx: "Skydropx Pro" };
const MODE_LABEL = { live: "De verdad", test: "De pruebas", sandbox: "Simulada, sin cuenta" };
/** The label of each text field and its maximum length. */
const TEXT_FIELDS = {
  senderName: ["Quién envía", 25],
  senderPhone: ["Teléfono, 10 dígitos", 10],
  street: ["Calle y número", 35],
  neighborhood: ["Colonia", 35],
  city: ["Ciudad o alcaldía", 35],
  postalCode: ["Código postal", 5],
} as const;
const NUMBER_FIELDS = {
  lengthCm: "Largo de la caja, en cm",
  widthCm: "Ancho, en cm",
  heightCm: "Alto, en cm",
  emptyGrams: "Peso de la caja vacía, en gramos",
  pieceGrams: "Peso de una pieza que no tiene el suyo, en gramos",
} as const;

const BOX_NUMBER_FIELDS = {
  lengthCm: "Largo, en cm",
  widthCm: "Ancho, en cm",
  heightCm: "Alto, en cm",
  emptyGrams: "Peso vacía, en gramos",
} as const;
const DONE_SENTENCES: Record<string, string> = {
  "1": "La cuenta quedó guardada.",
  caja: "La caja quedó agregada.",
  quitada: "La caja quedó quitada.",
};

type Errors = Record<string, string | undefined>;

export async function loader(args: Route.LoaderArgs) {
  const { shops, shop } = await requireRequestedShop(args.context, args.request, "settings.edit");
  const app = args.context.get(appContext);
  const account = await findCarrierAccount(app.db, shop.id);
  // The credentials never leave the server.
  const { encryptedCredentials, ...fields } = account ?? { encryptedCredentials: null };
  return {
    shops: shops.map(({ key, name }) => ({ key, name })),
    shop: { key: shop.key },
    fields: account ? (fields as Omit<typeof account, "encryptedCredentials">) : null,
    hasCredentials: encryptedCredentials !== null,
    hasSandbox: app.carrierSandbox !== null,
    webhookUrl: new URL(`/api/v1/carriers/${account?.provider ?? "envia"}/notifications`, args.request.url).href,
    boxes: account?.boxes.slice(1) ?? [],
    doneKey: new URL(args.request.url).searchParams.get("hecho"),
  };
}

/**
 * Saves the account of the shop. An empty token keeps the stored one, unless the provider or the mode changes. The
 * intent `box` adds a box, and `removeBox` is the id of a box to remove.
 */
export async function action(args: Route.ActionArgs) {
  const { staff, shop } = await requireRequestedShop(args.context, args.request, "settings.edit");
  const form = await readForm(args.request);
  const by = actorOf(args.context, staff);
  const app = args.context.get(appContext);
  const redirectWithSentence = (sentenceKey: string) =>
    redirect(`${officePaths.carrierAccount(shop.key)}&hecho=${sentenceKey}`);
  if (form.text("removeBox") !== "") {
    const outcome = await removeBox(app, { shopId: shop.id, id: form.text("removeBox") }, by);
    return isRefusal(outcome) ? { boxFailure: sentenceOf(outcome) } : redirectWithSentence("quitada");
  }
  if (form.text("intent") === "box") {
    const fields = {
      name: form.text("name", 60),
      ...readNumbers(form, BOX_NUMBER_FIELDS),
      maxGrams: readMaxGrams(form),
    };
    const outcome = await addBox(app, { shopId: shop.id, fields }, by);
    if (!isRefusal(outcome)) return redirectWithSentence("caja");
    return "field" in outcome
      ? { boxErrors: { [outcome.field]: outcome.message } as Errors }
      : { boxFailure: sentenceOf(outcome) };
  }
  const credentials = { secret: form.secret("token", 512).trim(), clientId: form.text("clientId", 200).trim() };
  const input = { shopId: shop.id, fields: readFields(form), ...credentials };
  const outcome = await saveCarrierAccount(app, input, by);
  if (!isRefusal(outcome)) return redirectWithSentence("1");
  if ("field" in outcome) return { errors: { [outcome.field]: outcome.message } as Errors };
  return { failure: sentenceOf(outcome) };
}

function readFields(form: FormFields) {
  const texts = Object.keys(TEXT_FIELDS).map((name) => [name, form.text(name, 100)]);
  return {
    provider: form.text("provider"),
    mode: form.text("mode"),
    ...Object.fromEntries(texts),
    ...readNumbers(form, NUMBER_FIELDS),
  };
}

function readNumbers(form: FormFields, fieldLabels: object): Record<string, number> {
  return Object.fromEntries(Object.keys(fieldLabels).map((name) => [name, readInteger(form.text(name, 10))]));
}

const readInteger = (typed: string): number => (/^\d{1,6}$/.test(typed) ? Number(typed) : Number.NaN);

/** The weight of goods up to which a box is proposed. Empty (null): the box is never proposed. */
function readMaxGrams(form: FormFields): number | null {
  const text = form.text("maxGrams", 10);
  return text === "" ? null : readInteger(text);
}

export function meta() {
  return [{ title: "Cuenta de paqueterías · Panel" }];
}

export default function CarrierAccountPage({ loaderData, actionData }: Route.ComponentProps) {
  const { shops, shop, fields, hasCredentials, hasSandbox, webhookUrl, doneKey } = loaderData;
  const errors: Errors = (actionData && "errors" in actionData && actionData.errors) || {};
  const failure = actionData && "failure" in actionData ? actionData.failure : undefined;
  const modes = (["live", "test", "sandbox"] as const).filter((mode) => mode !== "sandbox" || hasSandbox);
  return (
    <>
      <PageHead
        title="Cuenta de paqueterías"
        back={{ to: officePaths.shippingAndPayments(shop.key), label: "Envíos y pagos" }}
        lead="Con una cuenta de Envia o de Skydropx Pro compras aquí las guías de tus paquetes, una por una o muchas juntas."
      />
      <ShopPicker shops={shops} currentKey={shop.key} to={officePaths.carrierAccount} />
      {doneKey && !actionData && <Notice tone="success" alert title={DONE_SENTENCES[doneKey] ?? DONE_SENTENCES["1"]} />}
      <PostForm key={shop.key} submitLabel="Guardar" failure={failure} className="max-w-2xl">
        <Section title="Tu cuenta">
          <SelectField
            name="provider"
            label="Con quién"
            defaultValue={fields?.provider ?? "envia"}
            error={errors.provider}
          >
            {Object.entries(PROVIDER_LABEL).map(([key, label]) => (
              <option key={key} value={key}>
                {label}
              </option>
            ))}
          </SelectField>
          <SelectField name="mode" label="Cuenta" defaultValue={fields?.mode ?? modes.at(-1)} error={errors.mode}>
            {modes.map((mode) => (
              <option key={mode} value={mode}>
                {MODE_LABEL[mode]}
              </option>
            ))}
          </SelectField>
          <TextField
            name="clientId"
            label="Client ID"
            autoComplete="off"
            maxLength={200}
            optional
            hint="Solo para Skydropx: está en Conexiones, API."
          />
          <TextField
            name="token"
            label="Llave (API key o Client Secret)"
            type="password"
            autoComplete="off"
            maxLength={512}
            optional
            hint={
              hasCredentials
                ? "Hay una guardada, cifrada. Escríbela solo para cambiarla."
                : "En Envia está en Configuración, API. En Skydropx, en Conexiones, API. La simulada no la necesita."
            }
          />
        </Section>
        <Section title="Seguimiento">
          <p className="text-sm">
            Preguntamos por tus paquetes cada cuarto de hora. Para saberlo al momento, registra en tu cuenta esta
            dirección para sus avisos: <code className="wrap-anywhere">{webhookUrl}</code>
          </p>
        </Section>
        <Section title="De dónde salen los paquetes">
          {Object.entries(TEXT_FIELDS).map(([name, [label, maxLength]]) => (
            <TextField
              key={name}
              name={name}
              label={label}
              maxLength={maxLength}
              defaultValue={fields?.[name as keyof typeof TEXT_FIELDS]}
              error={errors[name]}
            />
          ))}
        </Section>
        <Section title="Tu caja de siempre">
          {Object.entries(NUMBER_FIELDS).map(([name, label]) => (
            <TextField
              key={name}
              name={name}
              label={label}
              inputMode="numeric"
              maxLength={6}
              defaultValue={fields?.[name as keyof typeof NUMBER_FIELDS]}
              error={errors[name]}
            />
          ))}
        </Section>
      </PostForm>
      {fields && (
        <Boxes key={`${shop.key} ${loaderData.boxes.length}`} boxes={loaderData.boxes} actionData={actionData} />
      )}
    </>
  );
}

/** The boxes besides the default one, and the form that adds a box. */
function Boxes({
  boxes,
  actionData,
}: Pick<Route.ComponentProps["loaderData"], "boxes"> & Pick<Route.ComponentProps, "actionData">) {
  const errors: Errors = (actionData && "boxErrors" in actionData && actionData.boxErrors) || {};
  const failure = actionData && "boxFailure" in actionData ? actionData.boxFailure : undefined;
  return (
    <div className="max-w-2xl">
      <Section title="Más cajas y sobres">
        <p className="text-sm text-soft">
          Al comprar una guía se propone la más chica en la que cabe el peso. Si ninguna, la de siempre. Puedes
          cambiarla.
        </p>
        {boxes.length > 0 && (
          <ul className="divide-y divide-line">
            {boxes.map(({ id, name, lengthCm, widthCm, heightCm, emptyGrams, maxGrams }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3">
                <p className="text-sm wrap-anywhere">
                  <span className="font-semibold">{name}</span> · {lengthCm} × {widthCm} × {heightCm} cm · pesa{" "}
                  {emptyGrams} g{maxGrams !== null && ` · hasta ${maxGrams.toLocaleString("es-MX")} g`}
                </p>
                <Form method="post">
                  <input type="hidden" name="removeBox" value={id ?? ""} />
                  <Button type="submit" variant="quiet">
                    Quitar<span className="sr-only"> {name}</span>
                  </Button>
                </Form>
              </li>
            ))}
          </ul>
        )}
        <PostForm submitLabel="Agregar caja" failure={failure} variant="secondary">
          <input type="hidden" name="intent" value="box" />
          <TextField
            name="name"
            label="Nombre"
            hint="Como la llamas: sobre, caja chica."
            maxLength={40}
            error={errors.name}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            {Object.entries(BOX_NUMBER_FIELDS).map(([name, label]) => (
              <TextField key={name} name={name} label={label} inputMode="numeric" maxLength={6} error={errors[name]} />
            ))}
          </div>
          <TextField
            name="maxGrams"
            label="Proponerla hasta este peso de prendas, en gramos"
            hint="Vacío: nunca se propone sola."
            optional
            inputMode="numeric"
            maxLength={6}
            error={errors.maxGrams}
          />
        </PostForm>
      </Section>
    </div>
  );
}
