import { redirect } from "react-router";
import { isRefusal } from "../../../../domain/refusal.ts";
import { checkHost } from "../../../../server/shops/check-host.ts";
import { addHost, removeHost } from "../../../../server/shops/shop-hosts.ts";
import { getShopCounts } from "../../../../server/shops/shop-counts.ts";
import { acceptsPaymentMethod } from "../../../../server/shops/shop.ts";
import { listChanges } from "../../../../server/change-log/change-log.ts";
import { appContext } from "../../../context.ts";
import { actorOf, readForm, requireStaff } from "../../guard.ts";
import { Badge } from "../../kit/badge.tsx";
import { ChangeList } from "../../kit/change-list.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { Section } from "../../kit/section.tsx";
import { toChange } from "../../kit/to-change.ts";
import { ChangeNotice } from "../../kit/change-notice.tsx";
import { officePaths } from "../../paths.ts";
import { sentenceOf } from "../../sentences.ts";
import { requireShop } from "../../settings/require-shop.ts";
import { Hosts } from "./hosts.tsx";
import { OwnFacts } from "./own-facts.tsx";
import type { Route } from "./+types/route";

/** The requested shop, if the member may change the settings of all shops; otherwise 404. */
async function requireEditableShop({ context, request, params }: Route.LoaderArgs | Route.ActionArgs) {
  const { shop, staff } = await requireShop(context, request, params.shopKey, "settings.edit");
  // The hosts of a shop need the permission in all shops.
  requireStaff(context, request, "settings.edit", "all");
  return { shop, staff };
}

export async function loader(args: Route.LoaderArgs) {
  const { shop } = await requireEditableShop(args);
  const app = args.context.get(appContext);
  const [counts, changes] = [
    await getShopCounts(app, shop),
    await listChanges(app.genericPlanDb, "shop", { id: shop.id, limit: 20 }),
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
    counts,
    paymentMethods: (["MP", "TB"] as const).filter((method) => acceptsPaymentMethod(shop, method)),
    isLive: app.config.publicUrl !== null,
    newestChangeId: changes[0]?.id ?? 0,
    changes: changes.map((change) => toChange(change)),
  };
}

/** The field `check` or `remove` has a host of this shop. Otherwise `host` is added, as the main host with `first`. */
export async function action(args: Route.ActionArgs) {
  const { shop, staff } = await requireEditableShop(args);
  const app = args.context.get(appContext);
  const by = actorOf(args.context, staff);
  const form = await readForm(args.request);
  const checkedHost = form.text("check");
  if (checkedHost) {
    if (!shop.hosts.includes(checkedHost)) return { failure: sentenceOf({ refused: "host_unknown" }), host: "" };
    return { checkedHost, state: await checkHost(app, shop, checkedHost) };
  }
  const removedHost = form.text("remove");
  const host = form.text("host");
  const outcome = removedHost
    ? await removeHost(app, shop, removedHost, by)
    : await addHost(app, shop, { host, isFirst: form.text("first") === "1" }, by);
  return isRefusal(outcome) ? { failure: sentenceOf(outcome), host } : redirect(officePaths.shop(shop.key));
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `${loaderData?.shop.name ?? "Sucursal"} · Panel` }];
}

export default function ShopPage({ loaderData, actionData }: Route.ComponentProps) {
  const { shop, newestChangeId, changes } = loaderData;
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
      <ChangeNotice kind="shop" id={shop.id} seen={newestChangeId} />
      <Hosts loaded={loaderData} actionData={actionData} />
      <OwnFacts loaded={loaderData} />
      <Section title="Bitácora">
        <ChangeList changes={changes} />
      </Section>
    </>
  );
}
