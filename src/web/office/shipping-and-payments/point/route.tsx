import { data, Form, redirect } from "react-router";
import { isRefusal, refuse } from "../../../../domain/refusal.ts";
import {
  addPickupPoint,
  changePickupPoint,
  closePickupPoint,
  versionOfPoint,
} from "../../../../server/pickup-points/change-pickup-point.ts";
import { findPickupPoint } from "../../../../server/pickup-points/pickup-points.ts";
import { appContext } from "../../../context.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { actorOf, readForm, type FormFields } from "../../guard.ts";
import { TextAreaField } from "../../kit/text-area-field.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import { officePaths } from "../../paths.ts";
import { sentenceOf } from "../../sentences.ts";
import { listAllowedShops, requireRequestedShop } from "../../settings/require-shop.ts";
import type { Route } from "./+types/route";

const NEW_POINT_ID = "nuevo";
const EMPTY_POINT = { name: "", address: "", mapUrl: null, hours: "", leadDays: 1 };

/** The requested point of a shop whose settings the member may change, or null for a new point of the shop `tienda`. */
async function requirePoint({ context, request, params: { pointId } }: Route.LoaderArgs | Route.ActionArgs) {
  if (pointId === NEW_POINT_ID) {
    return { ...(await requireRequestedShop(context, request, "settings.edit")), point: null };
  }
  const { staff, shops } = await listAllowedShops(context, request, "settings.edit");
  const { db } = context.get(appContext);
  for (const shop of shops) {
    const point = await findPickupPoint(db, shop.id, pointId);
    if (point) return { staff, shop, point };
  }
  throw data(null, { status: 404 });
}

export async function loader(args: Route.LoaderArgs) {
  const { shop, point } = await requirePoint(args);
  return {
    shop: { key: shop.key, name: shop.name },
    id: point?.id ?? null,
    fields: point ?? EMPTY_POINT,
    seen: point ? versionOfPoint(point) : "",
  };
}

export async function action(args: Route.ActionArgs) {
  const { staff, shop, point } = await requirePoint(args);
  const app = args.context.get(appContext);
  const by = actorOf(args.context, staff);
  const form = await readForm(args.request);
  const fields = readFields(form);
  const outcome =
    point === null
      ? await addPickupPoint(app, shop.id, fields, by)
      : form.text("intent") === "close"
        ? await closePickupPoint(app, shop.id, point.id, by)
        : await changePickupPoint(app, shop.id, { id: point.id, fields, seen: form.text("seen") }, by);
  if (!isRefusal(outcome)) return redirect(officePaths.shippingAndPayments(shop.key));
  if (outcome.refused === "bad_pickup_point")
    return { errors: { [outcome.field]: outcome.message }, failure: undefined };
  return { errors: {} as Record<string, string>, failure: sentenceOf(refuse(outcome.refused)) };
}

function readFields(form: FormFields): Record<string, unknown> {
  const leadDaysText = form.text("leadDays");
  return {
    name: form.text("name", 61),
    address: form.text("address", 301),
    mapUrl: form.text("mapUrl", 501) || null,
    hours: form.text("hours", 301),
    leadDays: /^\d{1,3}$/.test(leadDaysText) ? Number(leadDaysText) : Number.NaN,
  };
}

export function meta() {
  return [{ title: "Punto para recoger · Panel" }];
}

export default function PointPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, shop, fields, seen } = loaderData;
  const errors: Record<string, string | undefined> = actionData?.errors ?? {};
  return (
    <>
      <PageHead
        title={id ? fields.name : "Agregar punto para recoger"}
        back={{ to: officePaths.shippingAndPayments(shop.key), label: "Envíos y pagos" }}
        lead={`Quien compra en ${shop.name} puede recoger aquí, sin pagar envío.`}
      />
      <Section title="Cómo es">
        <PostForm key={seen} submitLabel={id ? "Guardar" : "Agregar"} failure={actionData?.failure}>
          <input type="hidden" name="seen" value={seen} />
          <TextField
            label="Nombre"
            name="name"
            defaultValue={fields.name}
            error={errors.name}
            maxLength={60}
            required
          />
          <TextField
            label="Dirección"
            name="address"
            hint="Calle, número, colonia, código postal y ciudad."
            defaultValue={fields.address}
            error={errors.address}
            maxLength={300}
            required
          />
          <TextField
            label="Enlace del mapa"
            name="mapUrl"
            type="url"
            optional
            defaultValue={fields.mapUrl ?? ""}
            error={errors.mapUrl}
          />
          <TextAreaField
            label="Horario"
            name="hours"
            rows={2}
            hint="P. ej. lunes a sábado de 10 a 19 h."
            defaultValue={fields.hours}
            error={errors.hours}
            maxLength={300}
          />
          <TextField
            label="Días hábiles hasta que un pedido está listo"
            name="leadDays"
            inputMode="numeric"
            hint="0 si lo preparas el mismo día."
            defaultValue={fields.leadDays}
            error={errors.leadDays}
            required
          />
        </PostForm>
      </Section>
      {id && (
        <Section title="Cerrar">
          <details className="text-sm">
            <summary className="inline-block min-h-9 py-2 font-semibold text-error underline underline-offset-4">
              Cerrar este punto…
            </summary>
            <Form method="post" className="space-y-3 pt-2">
              <p className="text-soft">Nadie podrá elegirlo. Los pedidos que esperan ahí se entregan como siempre.</p>
              <input type="hidden" name="intent" value="close" />
              <Button type="submit" variant="danger">
                Cerrar
              </Button>
            </Form>
          </details>
        </Section>
      )}
    </>
  );
}
