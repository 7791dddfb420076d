import { redirect } from "react-router";
import { isRefusal } from "../../../../domain/refusal.ts";
import { findAccount, saveAccount } from "../../../../server/carrier-labels/account.ts";
import { appContext } from "../../../context.ts";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { actorOf, readForm, type FormFields } from "../../guard.ts";
import { PageHead } from "../../kit/page-head.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import { officePaths } from "../../paths.ts";
import { sentenceOf } from "../../sentences.ts";
import { listAllowedShops } from "../../settings/require-shop.ts";
import { ShopPicker } from "../../settings/shop-picker.tsx";
import type { Route } from "./+types/route";

const PROVIDER_LABEL = { envia: "Envia", skydropx: "Skydropx Pro" };
const MODE_LABEL = { live: "De verdad", test: "De pruebas", sandbox: "Simulada, sin cuenta" };
const TEXTS = {
  senderName: ["Quién envía", 25],
  senderPhone: ["Teléfono, 10 dígitos", 10],
  street: ["Calle y número", 35],
  neighborhood: ["Colonia", 35],
  city: ["Ciudad o alcaldía", 35],
  postalCode: ["Código postal", 5],
} as const;
const NUMBERS = {
  lengthCm: "Largo de la caja, en cm",
  widthCm: "Ancho, en cm",
  heightCm: "Alto, en cm",
  emptyGrams: "Peso de la caja vacía, en gramos",
  pieceGrams: "Peso de una pieza que no tiene el suyo, en gramos",
} as const;

async function findRequested({ context, request }: Route.LoaderArgs | Route.ActionArgs) {
  const { staff, shops } = await listAllowedShops(context, request, "settings.edit");
  const key = new URL(request.url).searchParams.get("tienda");
  return { staff, shops, shop: shops.find((shop) => shop.key === key) ?? shops[0]! };
}

export async function loader(args: Route.LoaderArgs) {
  const { shops, shop } = await findRequested(args);
  const app = args.context.get(appContext);
  const account = await findAccount(app.db, shop.id);
  // The token never leaves the server.
  const { token, ...fields } = account ?? { token: null };
  return {
    shops: shops.map(({ key, name }) => ({ key, name })),
    shop: { key: shop.key },
    fields: account ? (fields as Omit<typeof account, "token">) : null,
    hasToken: token !== null,
    hasSandbox: app.carrierSandbox !== null,
    webhookUrl: new URL(`/api/v1/carriers/${account?.provider ?? "envia"}/notifications`, args.request.url).href,
    isSaved: new URL(args.request.url).searchParams.has("hecho"),
  };
}

/** Saves the account of the shop. An empty token keeps the stored one. */
export async function action(args: Route.ActionArgs) {
  const { staff, shop } = await findRequested(args);
  const form = await readForm(args.request);
  const by = actorOf(args.context, staff);
  const secrets = { token: form.secret("token", 512).trim(), clientId: form.text("clientId", 200).trim() };
  const input = { shopId: shop.id, fields: readFields(form), ...secrets };
  const saved = await saveAccount(args.context.get(appContext), input, by);
  if (!isRefusal(saved)) return redirect(`${officePaths.carrierAccount(shop.key)}&hecho=1`);
  if ("field" in saved) return { errors: { [saved.field]: saved.message } as Record<string, string | undefined> };
  return { failure: sentenceOf(saved) };
}

function readFields(form: FormFields) {
  const texts = Object.keys(TEXTS).map((name) => [name, form.text(name, 100)]);
  const numbers = Object.keys(NUMBERS).map((name) => {
    const typed = form.text(name, 10);
    return [name, /^\d{1,6}$/.test(typed) ? Number(typed) : Number.NaN];
  });
  return { provider: form.text("provider"), mode: form.text("mode"), ...Object.fromEntries([...texts, ...numbers]) };
}

export function meta() {
  return [{ title: "Cuenta de paqueterías · Panel" }];
}

export default function CarrierAccountPage({ loaderData, actionData }: Route.ComponentProps) {
  const { shops, shop, fields, hasToken, hasSandbox, webhookUrl, isSaved } = loaderData;
  const errors: Record<string, string | undefined> = (actionData && "errors" in actionData && actionData.errors) || {};
  const failure = actionData && "failure" in actionData ? actionData.failure : undefined;
  const modes = (["live", "test", "sandbox"] as const).filter((mode) => mode !== "sandbox" || hasSandbox);
  return (
    <>
      <PageHead
        title="Cuenta de paqueterías"
        back={{ to: officePaths.selling(shop.key), label: "Envíos y pagos" }}
        lead="Con una cuenta de Envia o de Skydropx Pro compras aquí las guías de tus paquetes, una por una o muchas juntas."
      />
      <ShopPicker shops={shops} current={shop.key} to={officePaths.carrierAccount} />
      {isSaved && !actionData && <Notice tone="success" alert title="La cuenta quedó guardada." />}
      <PostForm key={shop.key} submit="Guardar" failure={failure} className="max-w-2xl">
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
              hasToken
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
          {Object.entries(TEXTS).map(([name, [label, maxLength]]) => (
            <TextField
              key={name}
              name={name}
              label={label}
              maxLength={maxLength}
              defaultValue={fields?.[name as keyof typeof TEXTS]}
              error={errors[name]}
            />
          ))}
        </Section>
        <Section title="Tu caja de siempre">
          {Object.entries(NUMBERS).map(([name, label]) => (
            <TextField
              key={name}
              name={name}
              label={label}
              inputMode="numeric"
              maxLength={6}
              defaultValue={fields?.[name as keyof typeof NUMBERS]}
              error={errors[name]}
            />
          ))}
        </Section>
      </PostForm>
    </>
  );
}
