import { data, Link, redirect, useSearchParams } from "react-router";
import { listChoices } from "../../../../server/catalog/catalog-choices.ts";
import { listChosenLook } from "../../../../server/catalog/change-look.ts";
import { findEditedProduct } from "../../../../server/catalog/edited-product.ts";
import { listLook } from "../../../../server/catalog/list-look.ts";
import { findGuide, findApplicableGuide } from "../../../../server/size-guides/queries.ts";
import { listChanges } from "../../../../server/change-log/change-log.ts";
import type { App } from "../../../../server/app.ts";
import type { ChargedPrice } from "../../../../domain/price-history.ts";
import { listOffers } from "../../../../server/offers/list-offers.ts";
import { listChargedPrices } from "../../../../server/offers/price-record.ts";
import type { Shop } from "../../../../server/shops/shop.ts";
import { appContext, shopContext } from "../../../context.ts";
import { paths } from "../../../paths.ts";
import { Notice } from "../../../ui/notice.tsx";
import { actorOf, requireStaff } from "../../guard.ts";
import { Badge } from "../../kit/badge.tsx";
import { ChangeList } from "../../kit/change-list.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import { toChange } from "../../kit/to-change.ts";
import { ChangeNotice } from "../../kit/change-notice.tsx";
import { officePaths } from "../../paths.ts";
import { readQuery } from "../../read-query.ts";
import { toFormShops } from "../form-shops.server.ts";
import { formatGuideTitle } from "../../catalogue/guides/guide-title.ts";
import { listFormSizeNames } from "../form-size-names.ts";
import { toFields } from "../to-fields.server.ts";
import { SizeCodesForm } from "../size-codes-form.tsx";
import { SizeInputs } from "../size-inputs.tsx";
import { EditForm } from "./edit-form.tsx";
import { runAction } from "./actions.server.ts";
import { PictureManager } from "./picture-manager.tsx";
import { EMPTY_OFFER, type TypedOffer } from "./offer-fields.ts";
import { ProductLook } from "./product-look.tsx";
import { PriceHistory } from "./price-history.tsx";
import { ProductOffers } from "./product-offers.tsx";
import { ProductGuide } from "./product-guide.tsx";
import { SizeTable } from "./size-table.tsx";
import type { Route } from "./+types/route";

/** How many prices of each shop the history shows. */
const MAX_HISTORY_PRICES = 100;

export async function loader({ context, request, params }: Route.LoaderArgs) {
  requireStaff(context, request, "catalog.edit", "all");
  const app = context.get(appContext);
  const product = await findEditedProduct(app.db, params.productId);
  if (!product) throw data(null, { status: 404 });
  const changes = await listChanges(app.genericPlanDb, "product", { id: product.id, limit: 30 });
  const choices = await listChoices(app.db);
  const shops = await app.shops.all();
  const currentShop = context.get(shopContext);
  const isShown =
    product.isPublished &&
    !product.presale &&
    (!product.isLocal || product.shops.some(({ id }) => id === currentShop.id));
  return {
    product,
    fields: toFields(product),
    choices,
    sizeNames: listFormSizeNames(
      choices.sizeNames,
      product.sizes.map(({ name }) => name),
    ),
    shops: toFormShops(shops),
    guide: await describeGuide(app, product.id),
    offers: await listOffers(app.db, { states: ["running", "planned"], productId: product.id }),
    history: await listHistory(app, shops, product.id),
    look: product.isDigital ? null : await loadLook(app, currentShop, product.id),
    repeatedOffer: readRepeatedOffer(request.url),
    shopPath: isShown ? paths.product(product.id) : null,
    changes: changes.map((change) => toChange(change)),
    seen: changes[0]?.id ?? 0,
  };
}

/** The look that staff chose, or, if they chose none, the look that the shop proposes. */
async function loadLook(app: App, shop: Shop, productId: string) {
  const chosenProducts = await listChosenLook(app.db, productId);
  const proposedProducts = chosenProducts.length > 0 ? [] : await listLook(app.readDb, shop, productId);
  return {
    chosenProducts,
    proposedProducts: proposedProducts.map(({ id, name, color, pictures }) => ({
      id,
      name,
      color,
      picture: pictures[0] ?? null,
    })),
  };
}

/** The prices charged in the head office, and in the branches that charged other prices. */
async function listHistory(app: App, shops: readonly Shop[], productId: string) {
  const now = new Date();
  const histories = await Promise.all(
    shops.map(async (shop) => ({
      kind: shop.kind,
      name: shop.name,
      prices: await listChargedPrices(app.db, shop, productId, now),
    })),
  );
  const headOffice = histories.find(({ kind }) => kind === "headOffice");
  const toComparable = (prices: readonly ChargedPrice[]) => prices.map(({ cents }) => cents).join();
  const branchHistories = histories.filter(
    ({ kind, prices }) => kind === "branch" && toComparable(prices) !== toComparable(headOffice!.prices),
  );
  return [headOffice!, ...branchHistories].map(({ name, prices }) => ({
    name,
    prices: prices.slice(0, MAX_HISTORY_PRICES),
  }));
}

/** An offer to repeat, which prefills the form. Query: `oferta` (its price), `desde` and `hasta` (its days). */
function readRepeatedOffer(url: string): TypedOffer {
  const query = readQuery(url);
  return { ...EMPTY_OFFER, price: query.text("oferta"), from: query.text("desde"), until: query.text("hasta") };
}

/** The size guide that applies to the product, with its title. */
async function describeGuide(app: App, productId: string) {
  const applicableGuide = await findApplicableGuide(app.db, productId);
  const guide = applicableGuide && (await findGuide(app.db, applicableGuide.id));
  return guide ? { id: guide.id, title: formatGuideTitle(guide), isOwn: guide.productId === productId } : null;
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const staff = requireStaff(context, request, "catalog.edit", "all");
  const app = context.get(appContext);
  if (!(await findEditedProduct(app.db, params.productId))) throw data(null, { status: 404 });
  const result = await runAction(app, params.productId, request, actorOf(context, staff));
  if ("redirectTo" in result) return redirect(result.redirectTo);
  return result;
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `${loaderData?.product.name ?? "Producto"} · Panel` }];
}

export default function EditProduct({ loaderData, actionData }: Route.ComponentProps) {
  const {
    product,
    fields,
    choices,
    sizeNames,
    shops,
    shopPath,
    changes,
    seen,
    guide,
    offers,
    history,
    look,
    repeatedOffer,
  } = loaderData;
  // The version that was just saved on this page.
  const savedVersion = useSearchParams()[0].get("guardado");
  const hasNoVisibleSizes = product.sizes.every(({ isHidden }) => isHidden);
  return (
    <>
      <PageHead
        title={product.name}
        back={{ to: officePaths.products, label: "Productos" }}
        lead={
          <span className="flex flex-wrap items-center gap-2">
            {product.isPublished ? <Badge tone="success">Publicado</Badge> : <Badge>Oculto</Badge>}
            {product.presale && <Badge tone="warning">Preventa: {product.presale.name}</Badge>}
            {product.isLocal && <Badge>Solo en {product.shops.map(({ name }) => name).join(", ")}</Badge>}
            {product.isDigital && <Badge>Boleto</Badge>}
            {!product.isDigital && (
              <Link
                to={officePaths.sizeLabels({ products: [product.id] })}
                className="text-sm font-semibold underline underline-offset-4"
              >
                Imprimir etiquetas
              </Link>
            )}
            {shopPath && (
              <Link to={shopPath} reloadDocument className="text-sm font-semibold underline underline-offset-4">
                Verlo en la tienda
              </Link>
            )}
          </span>
        }
      >
        <PostForm
          submitLabel={product.isPublished ? "Ocultar" : "Publicar"}
          variant={product.isPublished ? "secondary" : "primary"}
        >
          <input type="hidden" name="intent" value={product.isPublished ? "hide" : "publish"} />
        </PostForm>
        <PostForm submitLabel="Duplicar" variant="secondary">
          <input type="hidden" name="intent" value="copy" />
        </PostForm>
      </PageHead>
      <ChangeNotice kind="product" id={product.id} seen={seen} />
      {savedVersion && !actionData && <Notice tone="success" icon="check" alert title="Guardado." />}
      {actionData?.done && <Notice tone="success" icon="check" alert title={actionData.done} />}
      {actionData?.failure && !["save", "codes", "look"].includes(actionData.intent) && (
        <Notice tone="error" alert title={actionData.failure} />
      )}
      {!product.isPublished && hasNoVisibleSizes && (
        <Notice tone="info" title="Todavía no tiene tallas: sin una no se puede comprar." />
      )}
      <Section title="Fotos">
        <PictureManager pictures={product.pictures} removedPicture={actionData?.removedPicture} />
      </Section>
      <EditForm
        // The new key resets the form after it is saved. Other actions of the page keep the typed values.
        key={savedVersion}
        storedFields={fields}
        version={product.version}
        saveResult={actionData?.intent === "save" ? actionData : undefined}
        choices={choices}
        shops={shops}
        isDigital={product.isDigital}
      />
      <ProductOffers
        // The key empties the form when the list of offers changes: once its offer is stored, or another one is ended.
        key={offers.map(({ id }) => id).join()}
        offers={offers}
        sizes={product.sizes.filter(({ isHidden }) => !isHidden)}
        branches={shops.filter(({ kind }) => kind === "branch")}
        listPriceCents={product.priceCents}
        typed={actionData?.offer?.typed ?? repeatedOffer}
        errors={actionData?.offer?.errors ?? {}}
      />
      {look && (
        <ProductLook
          {...look}
          search={actionData?.lookSearch}
          failure={actionData?.intent === "look" ? actionData.failure : undefined}
        />
      )}
      <Section title="Tallas">
        <SizeTable sizes={product.sizes} />
        <details open={product.sizes.length === 0 || actionData?.sizeError !== undefined}>
          <summary className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4">
            Agregar tallas
          </summary>
          <PostForm key={product.sizes.length} submitLabel="Agregar tallas" variant="secondary" className="pt-3">
            <input type="hidden" name="intent" value="add-sizes" />
            <SizeInputs
              names={product.isDigital ? [] : sizeNames}
              typedPieces={actionData?.pieces ?? {}}
              error={actionData?.sizeError}
            />
          </PostForm>
        </details>
      </Section>
      {product.sizes.length > 0 && !product.isDigital && (
        <Section title="Tallas y códigos">
          <SizeCodesForm
            // The new key shows the stored values once they are saved.
            key={product.sizes.map(({ sku, gtin, weightGrams }) => [sku, gtin, weightGrams].join()).join()}
            sizes={product.sizes}
            result={actionData?.codes && { ...actionData.codes, failure: actionData.failure }}
          />
        </Section>
      )}
      <PriceHistory shops={history} />
      {!product.isDigital && <ProductGuide productId={product.id} guide={guide} />}
      <Section title="Bitácora">
        <ChangeList changes={changes} />
      </Section>
    </>
  );
}
