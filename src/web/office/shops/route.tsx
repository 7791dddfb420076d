import { data, Link, redirect } from "react-router";
import { isRefusal } from "../../../domain/refusal.ts";
import { SHOP_COLOR_NAMES } from "../../../domain/shop-colors.ts";
import { addShop } from "../../../server/shops/add-shop.ts";
import { isOpen } from "../../../server/shops/shop.ts";
import { appContext } from "../../context.ts";
import { SelectField, TextField } from "../../ui/field.tsx";
import { actorOf, readForm, requireStaff } from "../guard.ts";
import { Badge } from "../kit/badge.tsx";
import { PageHead } from "../kit/page-head.tsx";
import { PostForm } from "../kit/post-form.tsx";
import { Section } from "../kit/section.tsx";
import { officePaths } from "../paths.ts";
import { sentenceOf } from "../sentences.ts";
import { COLOR_LABEL } from "../settings/field-input.tsx";
import type { Route } from "./+types/route";

export async function loader({ context, request }: Route.LoaderArgs) {
  requireStaff(context, request, "settings.edit", "all");
  const app = context.get(appContext);
  const shops = await app.shops.all();
  return {
    shops: shops.map((shop) => ({
      key: shop.key,
      name: shop.name,
      isHeadOffice: shop.kind === "headOffice",
      color: shop.color,
      origin: app.originOf(shop.hosts),
      isSelling: isOpen(shop) && shop.settings.management.canSell && !shop.settings.management.maintenance.enabled,
    })),
  };
}

/** Adds a branch. */
export async function action({ context, request }: Route.ActionArgs) {
  const staff = requireStaff(context, request, "settings.edit", "all");
  const app = context.get(appContext);
  const form = await readForm(request);
  const submittedFields = { key: form.text("key", 41), name: form.text("name", 61), host: form.text("host") };
  const color = SHOP_COLOR_NAMES.find((name) => name === form.text("color")) ?? null;
  const copiedShopKey = form.text("copyFrom");
  const copiedShop = (await app.shops.byKey(copiedShopKey)) ?? null;
  if (copiedShopKey !== "" && copiedShop === null) throw data(null, { status: 404 });
  const outcome = await addShop(app, { ...submittedFields, color, copyFrom: copiedShop }, actorOf(context, staff));
  return isRefusal(outcome)
    ? { failure: sentenceOf(outcome), typedFields: submittedFields }
    : redirect(officePaths.shop(outcome.key));
}

export function meta() {
  return [{ title: "Sucursales · Panel" }];
}

export default function Shops({ loaderData: { shops }, actionData }: Route.ComponentProps) {
  const typedFields = actionData?.typedFields;
  return (
    <>
      <PageHead
        title="Sucursales"
        lead="La misma mercancía y las mismas existencias; cada una con sus precios, textos, color y dirección."
      />
      <Section title="Tiendas">
        <ul className="divide-y divide-line">
          {shops.map(({ key, name, isHeadOffice, origin, isSelling }) => (
            <li key={key} className="flex flex-wrap items-center justify-between gap-3 py-3">
              <span className="min-w-0">
                <Link to={officePaths.shop(key)} className="font-semibold underline underline-offset-4">
                  {name}
                </Link>
                <span className="block text-sm wrap-anywhere text-soft">{origin}</span>
              </span>
              <span className="flex flex-wrap gap-2">
                <Badge>{isHeadOffice ? "Matriz" : "Sucursal"}</Badge>
                {isSelling ? <Badge tone="success">Vende</Badge> : <Badge tone="warning">No vende</Badge>}
              </span>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Abrir una sucursal">
        <p className="text-sm text-soft">
          Responde en dos segundos; si la matriz todavía no abre, la sucursal tampoco. Empieza como otra tienda con sus
          textos, ajustes, precios y paqueterías, menos su nombre, logo, chat, analítica y facturación.
        </p>
        <PostForm submitLabel="Abrir sucursal" failure={actionData?.failure}>
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              name="name"
              label="Nombre"
              hint="Como la ven los clientes"
              maxLength={60}
              defaultValue={typedFields?.name}
            />
            <TextField
              name="key"
              label="Clave"
              hint="Minúsculas, números y guiones, p. ej. sur. No cambia."
              maxLength={40}
              defaultValue={typedFields?.key}
            />
            <TextField name="host" label="Host" hint="P. ej. sur.mitienda.mx" defaultValue={typedFields?.host} />
            <SelectField name="color" label="Color">
              {SHOP_COLOR_NAMES.map((color) => (
                <option key={color} value={color}>
                  {COLOR_LABEL[color]}
                </option>
              ))}
            </SelectField>
            <SelectField name="copyFrom" label="Empieza como">
              <option value="">Ajustes de fábrica</option>
              {shops.map(({ key, name }) => (
                <option key={key} value={key}>
                  {name}
                </option>
              ))}
            </SelectField>
          </div>
        </PostForm>
      </Section>
    </>
  );
}
