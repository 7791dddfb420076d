import { Form, Link, redirect } from "react-router";
import { isRefusal } from "../../../../domain/refusal.ts";
import { checkHost, type HostState } from "../../../../server/shops/check-host.ts";
import { addHost, removeHost } from "../../../../server/shops/shop-hosts.ts";
import { getShopFacts } from "../../../../server/shops/shop-facts.ts";
import { takesPayment } from "../../../../server/shops/shop.ts";
import { listChanges } from "../../../../server/change-log/change-log.ts";
import { appContext } from "../../../context.ts";
import { Button } from "../../../ui/button.tsx";
import { CheckField, TextField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { actorOf, readForm, requireStaff } from "../../guard.ts";
import { Badge } from "../../kit/badge.tsx";
import { ChangeList } from "../../kit/change-list.tsx";
import { Facts } from "../../kit/facts.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import { toChange } from "../../kit/to-change.ts";
import { ChangeNotice } from "../../kit/change-notice.tsx";
import { officePaths } from "../../paths.ts";
import { sentenceOf } from "../../sentences.ts";
import { COLOR_LABEL } from "../../settings/field-input.tsx";
import { requireShop } from "../../settings/require-shop.ts";
import type { Route } from "./+types/route";

async function findRequested({ context, request, params }: Route.LoaderArgs | Route.ActionArgs) {
  const { shop, staff } = await requireShop(context, request, params.shopKey, "settings.edit");
  // The hosts of a shop need the permission in all shops.
  requireStaff(context, request, "settings.edit", "all");
  return { shop, staff };
}

export async function loader(args: Route.LoaderArgs) {
  const { shop } = await findRequested(args);
  const app = args.context.get(appContext);
  const [facts, changes] = [
    await getShopFacts(app, shop),
    await listChanges(app.genericPlans, "shop", { id: shop.id, limit: 20 }),
  ];
  return {
    shop: {
      id: shop.id,
      key: shop.key,
      name: shop.name,
      isHeadOffice: shop.kind === "headOffice",
      color: shop.color,
      logo: shop.logo,
      hosts: shop.hosts,
      origin: app.originOf(shop.hosts),
    },
    facts,
    paymentMethods: (["MP", "TB"] as const).filter((method) => takesPayment(shop, method)),
    isLive: app.config.publicUrl !== null,
    newest: changes[0]?.id ?? 0,
    changes: changes.map((change) => toChange(change)),
  };
}

/** `check` and `remove` carry a host of this shop. Otherwise `host` is added, as the first one with `first`. */
export async function action(args: Route.ActionArgs) {
  const { shop, staff } = await findRequested(args);
  const app = args.context.get(appContext);
  const by = actorOf(args.context, staff);
  const form = await readForm(args.request);
  const checkedHost = form.text("check");
  if (checkedHost) {
    if (!shop.hosts.includes(checkedHost)) return { failure: sentenceOf({ refused: "host_unknown" }), host: "" };
    return { checked: checkedHost, state: await checkHost(app, shop, checkedHost) };
  }
  const removed = form.text("remove");
  const host = form.text("host");
  const done = removed
    ? await removeHost(app, shop, removed, by)
    : await addHost(app, shop, { host, isFirst: form.text("first") === "1" }, by);
  return isRefusal(done) ? { failure: sentenceOf(done), host } : redirect(officePaths.shop(shop.key));
}

const HOST_STATE_LABEL: Record<HostState, { tone: "good" | "warn" | "bad"; label: string }> = {
  answers: { tone: "good", label: "lleva a esta tienda" },
  this_machine: { tone: "warn", label: "solo se ve en este equipo: nadie llega por él desde fuera" },
  no_dns: { tone: "bad", label: "no existe en el DNS: en tu proveedor de dominios, apúntalo a donde corre la tienda" },
  silent: {
    tone: "bad",
    label:
      "existe, pero ahí no responde la tienda: revisa que tu proxy tenga certificado para ese nombre y pase el encabezado Host",
  },
  elsewhere: { tone: "bad", label: "lleva a otra tienda: tu proxy no pasa el encabezado Host, o es otro sitio" },
};

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `${loaderData?.shop.name ?? "Sucursal"} · Panel` }];
}

const LINK = "font-semibold underline underline-offset-4";

export default function ShopPage({ loaderData, actionData }: Route.ComponentProps) {
  const { shop, facts, paymentMethods, isLive, newest, changes } = loaderData;
  const check = actionData?.state && { host: actionData.checked, state: actionData.state };
  const { key } = shop;
  return (
    <>
      <PageHead
        title={shop.name}
        back={{ to: officePaths.shops, label: "Sucursales" }}
        lead={
          <>
            <Badge>{shop.isHeadOffice ? "Matriz" : "Sucursal"}</Badge>{" "}
            <a href={shop.origin} className="wrap-anywhere underline">
              {shop.origin}
            </a>
          </>
        }
      />
      <ChangeNotice kind="shop" id={shop.id} seen={newest} />
      <Section title="Direcciones">
        <p className="text-sm text-soft">
          Los nombres a los que responde. Sus correos llevan al primero que se ve desde fuera.
        </p>
        {check && (
          <Notice
            tone={HOST_STATE_LABEL[check.state].tone}
            icon={check.state === "answers" ? "check" : "info"}
            alert
            title={`${check.host} ${HOST_STATE_LABEL[check.state].label}.`}
          />
        )}
        <ul className="divide-y divide-line">
          {shop.hosts.map((host, at) => (
            <li key={host} className="flex flex-wrap items-center justify-between gap-2 py-2">
              <span className="min-w-0 wrap-anywhere">
                {host} {at === 0 && <Badge>Principal</Badge>}
              </span>
              <Form method="post" className="flex gap-2">
                <Button type="submit" variant="secondary" name="check" value={host} aria-label={`Comprobar ${host}`}>
                  Comprobar
                </Button>
                <Button type="submit" variant="quiet" name="remove" value={host} aria-label={`Quitar ${host}`}>
                  Quitar
                </Button>
              </Form>
            </li>
          ))}
        </ul>
        <PostForm
          key={shop.hosts.join()}
          submit="Agregar dirección"
          variant="secondary"
          failure={actionData?.failure}
          className="max-w-md"
        >
          <TextField name="host" label="Otro host" hint="P. ej. sur.mitienda.mx" defaultValue={actionData?.host} />
          <CheckField name="first" value="1" label="Es la principal" />
        </PostForm>
        <p className="text-sm text-soft">
          Fuera de la tienda hacen falta tres cosas: que el DNS del nombre apunte a donde corre, que tu proxy tenga
          certificado para él, y que pase el encabezado Host tal cual.
          {!isLive && " Esta tienda es una demostración: sin PUBLIC_URL solo se ve en este equipo."}
        </p>
      </Section>
      <Section title="Lo suyo">
        <Facts
          facts={{
            Nombre: (
              <Link to={officePaths.settingsSection(key, "tienda")} className={LINK}>
                {shop.name}
              </Link>
            ),
            Color: COLOR_LABEL[shop.color],
            Logo: (
              <Link to={officePaths.settingsSection(key, "logo")} className={LINK}>
                {shop.logo ? "Tiene" : "Su nombre"}
              </Link>
            ),
            Cobra: (
              <Link to={officePaths.selling(key)} className={LINK}>
                {paymentMethods.map((method) => (method === "MP" ? "en línea" : "por transferencia")).join(" y ")}
              </Link>
            ),
            Paqueterías: (
              <Link to={officePaths.selling(key)} className={LINK}>
                {facts.carriersOffered} de {facts.carriers}
              </Link>
            ),
            "Productos solo de aquí": facts.localProducts,
            "Precios propios": facts.ownPrices,
            "Incrementos por marca": shop.isHeadOffice ? (
              "La matriz no tiene"
            ) : (
              <Link to={`${officePaths.increments}?tienda=${key}`} className={LINK}>
                {facts.increments}
              </Link>
            ),
            Ajustes: (
              <Link to={officePaths.settings(key)} className={LINK}>
                Todos sus ajustes
              </Link>
            ),
          }}
        />
      </Section>
      <Section title="Bitácora">
        <ChangeList changes={changes} />
      </Section>
    </>
  );
}
