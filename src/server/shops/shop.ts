import type { PublicShop, ShopSettings } from "../../contract/shop.ts";
import { offeredPlans, type InstallmentPlan } from "../../domain/installments.ts";
import { toCents, type Cents } from "../../domain/money.ts";
import type { OnlineFee } from "../../domain/online-fee.ts";
import type { PaymentMethod } from "../../domain/payment-window.ts";
import type { Promotion } from "../../domain/promotion-terms.ts";
import type { SellingShop, WholesaleRule } from "../../domain/price.ts";

/** The terms that a buyer accepts before ordering: consecutive pages, each with a text and maybe a picture. */
export interface Terms {
  version: string;
  /** `picture`: its URL, or the demo's key. */
  pages: { picture: string | null; title: string; text: string }[];
}

type PublicBanner = PublicShop["banners"][number];

/** A shop: the head office or a branch, with its parsed settings. */
export interface Shop {
  id: string;
  key: string;
  kind: "headOffice" | "branch";
  name: string;
  logo: string | null;
  color: PublicShop["color"];
  /** Its host names, without port. Links in emails use the first one that is reachable from outside. */
  hosts: string[];
  /** Banners that earlier versions stored lack newer fields. */
  banners: (Pick<PublicBanner, "image" | "title" | "text" | "url"> &
    Partial<PublicBanner> & { from?: string | null; to?: string | null })[];
  messages: PublicShop["messages"];
  chat: PublicShop["chat"];
  terms: Terms;
  /** The document that the owner edits, in wire names. */
  settings: ShopSettings;
  /** By brand id, in centavos. Empty in the head office. */
  brandIncrements: ReadonlyMap<string, number>;
  /** Promotions that run or are planned here. `matchPromotions` decides which ones apply to a cart. */
  promotions: readonly Promotion[];
  /** Whether any published product is sold here, presales included. */
  hasProducts: boolean;
  /** Whether a backup was restored and the shops have not been opened since. Then it sells nothing (decision 40). */
  isClosedByRestore: boolean;
  /** Set for one request to a shop that is not open: its products are hidden from customers, and shown in a preview. */
  unopenedView?: "hidden" | "preview";
}

/** A shop is open once its owner opened it, and while it has products (decision 30). */
export function isOpen(shop: Shop): boolean {
  return shop.settings.management.opened && shop.hasProducts;
}

/** The view that customers get of a shop that is not open: it sells nothing and shows no products. */
export function hideProducts(shop: Shop): Shop {
  const management = { ...shop.settings.management, canSell: false, opened: false };
  return { ...shop, unopenedView: "hidden", settings: { ...shop.settings, management } };
}

export function toSellingShop(shop: Shop): SellingShop {
  if (shop.kind === "headOffice") return { kind: "headOffice" };
  return { kind: "branch", wholesaleDiscountCents: toCents(shop.settings.orders.wholesaleDto) };
}

export function wholesaleRuleOf(shop: Shop): WholesaleRule {
  return { allowed: shop.settings.orders.allowWholesale, fromPieces: shop.settings.orders.wholesaleQty };
}

/** The head office may see the prices of every branch, a branch only its own (decision 21). */
export function seesPricesOf(shop: Shop, otherShop: Pick<Shop, "id">): boolean {
  return shop.kind === "headOffice" || shop.id === otherShop.id;
}

/** Whether this shop accepts new orders with this payment method. */
export function acceptsPaymentMethod(shop: Shop, method: PaymentMethod): boolean {
  const { enabled, transfer } = shop.settings.payments;
  return method === "MP" ? enabled : transfer;
}

export function onlineFeeOf(shop: Shop): OnlineFee {
  const { fee, base } = shop.settings.payments;
  return { rateBps: Math.round(fee * 100), baseCents: toCents(base) };
}

/** The months without interest that this shop offers (rules MSI-1 and MSI-3). */
export function installmentPlansOf(shop: Shop): InstallmentPlan[] {
  return offeredPlans(shop.settings.payments);
}

/** This shop's charge for packing an order's parcel. */
export function packagingCentsOf(shop: Shop): Cents {
  return toCents(shop.settings.orders.packaging);
}

/** A banner's days are in Mexico City time, UTC−6 all year (Ley de los Husos Horarios, 2022). */
const MEXICO_CITY_OFFSET_MS = -6 * 3_600_000;

/** The banners that customers see at this instant. */
function bannersOn(banners: Shop["banners"], now: Date): PublicShop["banners"] {
  const today = new Date(now.getTime() + MEXICO_CITY_OFFSET_MS).toISOString().slice(0, 10);
  return banners
    .filter(({ from, to }) => (!from || from <= today) && (!to || today <= to))
    .map(({ image, title, text, url, portrait = null, focus = null, place = "hero" }) => ({
      image,
      portrait,
      focus,
      place,
      title,
      text,
      url,
    }));
}

export function toPublicShop(shop: Shop, now = new Date()): PublicShop {
  const { limits: _limits, delivery: _delivery, returns: _returns, ...settings } = shop.settings;
  const { accounts: _accounts, ...payments } = settings.payments;
  // Only the front page needs its sections.
  const { home: _home, ...storefront } = settings.storefront;
  return {
    _id: shop.id,
    key: shop.key,
    name: shop.name,
    logo: shop.logo,
    color: shop.color,
    shopType: shop.kind === "headOffice" ? "matrix" : "branch",
    banners: bannersOn(shop.banners, now),
    messages: shop.messages,
    chat: shop.kind === "headOffice" ? shop.chat : null,
    settings: { ...settings, payments, storefront },
  };
}
