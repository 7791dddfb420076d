import { DEFAULT_HOME_SECTIONS } from "../../contract/home-sections.ts";
import { DEFAULT_HOLDING_LIMITS, type ShopSettings } from "../../contract/shop.ts";
import type { App } from "../app.ts";
import { newId } from "../db/new-id.ts";
import { insertShop } from "./queries.ts";
import type { Terms } from "./shop.ts";

/** The name and colour of the head office in an empty database, until its owner changes them. */
export const DEFAULT_SHOP_NAME = "Mi tienda";
export const DEFAULT_SHOP_COLOR = "indigo";

/** Settings of a new shop: retail and wholesale, paid by transfer, without fees. */
export const DEFAULT_SETTINGS: ShopSettings = {
  carts: { timeout: 20 },
  orders: {
    allowGuest: true,
    wholesaleQty: 10,
    allowWholesale: true,
    wholesaleDto: 0,
    message: "",
    presaleCap: 1_000,
    termsInTwoSteps: false,
    products: { sortkey: "-createdOn" },
    packaging: 0,
  },
  products: { showWholesalePrice: true, showStock: true, showDescription: true, showDetailsButton: true },
  storefront: { messages: "line", typeface: "editorial", home: DEFAULT_HOME_SECTIONS },
  delivery: { cutOff: "14:00", askWhenDelivered: false },
  payments: {
    enabled: false,
    transfer: true,
    fee: 0,
    base: 0,
    public_key: "",
    windows: { online: 24, transfer: 48, receipt: 72, voucherDays: 3, receiptDays: 180 },
    accounts: [],
    installments: { confirmed: false, plans: [] },
  },
  accounts: { passwordMin: 8, checkoutPasswordMin: 8, unverifiedMailsPerDay: 10 },
  customerChanges: { cancel: true, address: true, pickup: true },
  pickups: { remindAfterDays: 3, keepDays: 15, cancelUncollected: true },
  returns: { windowDays: 30, wayBack: "customer", firstExchangeFree: true, instructions: "" },
  reviews: { approveFirst: false, inviteAfterDays: 10 },
  management: { canSell: true, allowInvoicing: false, maintenance: { enabled: false, information: "" }, opened: true },
  analytics: null,
  company: { legalName: "", address: "", email: "", phone: "" },
  limits: DEFAULT_HOLDING_LIMITS,
};

export const ONLINE_CHECKOUT_MESSAGE = "Paga con tarjeta o en una tienda de conveniencia desde la página de tu pedido.";
const TRANSFER_CHECKOUT_MESSAGE =
  "Un asesor te escribe con los datos de la cuenta. Haz tu transferencia por el total exacto y usa tu número de pedido como concepto.";

/** The initial texts of a shop's two payment methods. */
export const DEFAULT_PAYMENT_METHODS = [
  { key: "MP" as const, name: "Mercado Pago en línea", checkout_message: ONLINE_CHECKOUT_MESSAGE },
  { key: "TB" as const, name: "Transferencia Bancaria", checkout_message: TRANSFER_CHECKOUT_MESSAGE },
];

export const DEFAULT_TERMS: Terms = {
  version: "1",
  pages: [
    {
      picture: null,
      title: "Términos de la tienda",
      text: "Tus piezas quedan apartadas mientras llega tu pago. Si no llega a tiempo, vuelven a la tienda.",
    },
  ],
};

/**
 * Creates a head office in a database without shops. False if there is a shop. The new head office has neither products
 * nor carriers and is not open: its owner follows the first steps (decision 30).
 */
export async function createEmptyHeadOffice(app: App): Promise<boolean> {
  const isCreated = await app.db.transaction().execute(async (tx) => {
    if (await tx.selectFrom("shops").select("id").executeTakeFirst()) return false;
    const isInserted = await insertShop(tx, {
      id: newId(),
      key: "matriz",
      kind: "headOffice",
      name: DEFAULT_SHOP_NAME,
      logo: null,
      color: DEFAULT_SHOP_COLOR,
      hosts: ["matriz.localhost", "localhost"],
      settings: { ...DEFAULT_SETTINGS, management: { ...DEFAULT_SETTINGS.management, opened: false } },
      banners: [],
      messages: [],
      chat: null,
      terms: DEFAULT_TERMS,
      paymentMethods: DEFAULT_PAYMENT_METHODS,
    });
    return isInserted;
  });
  if (isCreated) await app.shops.refresh();
  return isCreated;
}
