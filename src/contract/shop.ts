import { z } from "zod";
import { isClabe } from "../domain/clabe.ts";
import { SHOP_COLOR_NAMES } from "../domain/shop-colors.ts";
import { Id, Pesos } from "./fields.ts";
import { SORT_KEYS } from "./sort-keys.ts";

const Percent = z.number().min(0).max(99.99);
const NonNegativePesos = z.number().min(0).max(1_000_000);

/** Who measures the visits, after each visitor's consent: Google Analytics 4, by the measurement id of its web stream. */
const Analytics = z.object({
  provider: z.enum(["ga4"]),
  id: z.string().regex(/^G-[A-Z0-9]{4,16}$/, { error: "El identificador de GA4 se escribe como G-ABC123DEF4" }),
});
const Hours = z
  .number()
  .gt(0)
  .max(24 * 30);
/** How long an unpaid order keeps its pieces (rule PAY-2), in hours, and how long a convenience store's voucher lasts. */
const PaymentWindows = z
  .object({
    online: Hours,
    transfer: Hours,
    receipt: Hours.meta({ description: "Desde que llega un comprobante de transferencia" }),
    voucherDays: z.number().int().min(1).max(7),
    receiptDays: z.number().int().min(1).max(3_650).default(180).meta({
      description: "Días que se guarda un comprobante después de que su pedido terminó",
    }),
  })
  .default({ online: 24, transfer: 48, receipt: 72, voucherDays: 3, receiptDays: 180 });

/** An account that transfers go to. Shown to whoever has an order to pay, and to nobody else. */
export const TransferAccount = z.object({
  bank: z.string().min(1).max(60),
  beneficiary: z.string().min(1).max(120),
  clabe: z.string().refine(isClabe, { error: "La CLABE no es correcta: revisa sus 18 dígitos" }),
});

/**
 * Who answers for the shop before the law, as its legal pages and its footer name him. Each may be empty: the pages
 * then say it in a neutral sentence.
 */
const Company = z
  .object({
    legalName: z.string().max(200),
    address: z.string().max(400),
    email: z.union([z.literal(""), z.email()]),
    phone: z.string().max(40),
  })
  .default({ legalName: "", address: "", email: "", phone: "" });

const Limit = z.number().int().min(1).max(1_000_000);
const CartLimit = z.object({ pieces: Limit, lines: Limit });
const UnpaidLimit = z.object({ orders: Limit, pieces: Limit });
/**
 * How much of the shelf one shopper, browser or network address may hold without paying (decision 29). Pieces unless a name
 * says otherwise. RATE_LIMIT_SCALE multiplies each.
 */
const HoldingLimits = z
  .object({
    cart: z.object({ guest: CartLimit, customer: CartLimit, wholesale: CartLimit }),
    unpaid: z.object({
      guestTransfer: UnpaidLimit,
      guest: UnpaidLimit,
      customer: UnpaidLimit,
      wholesale: UnpaidLimit,
    }),
    device: z.object({ pieces: Limit }),
    address: z.object({
      pieces: Limit.meta({ description: "En carritos vivos" }),
      unpaidOrders: Limit,
      unpaidPieces: Limit,
      stockPercent: z.number().gt(0).max(100).meta({ description: "De las piezas de la tienda, carritos y pedidos" }),
      stockFloor: Limit.meta({ description: "Piezas que se pueden apartar aunque sean más que ese porcentaje" }),
    }),
    alarmPercent: z.number().gt(0).max(100).meta({ description: "Desde qué parte de las piezas se avisa en Inicio" }),
  })
  .default({
    cart: {
      guest: { pieces: 60, lines: 30 },
      customer: { pieces: 300, lines: 100 },
      wholesale: { pieces: 2_000, lines: 300 },
    },
    unpaid: {
      guestTransfer: { orders: 3, pieces: 30 },
      guest: { orders: 6, pieces: 120 },
      customer: { orders: 10, pieces: 300 },
      wholesale: { orders: 20, pieces: 2_000 },
    },
    device: { pieces: 120 },
    address: { pieces: 400, unpaidOrders: 100, unpaidPieces: 400, stockPercent: 10, stockFloor: 12 },
    alarmPercent: 5,
  });
export type HoldingLimits = z.output<typeof HoldingLimits>;
export const DEFAULT_HOLDING_LIMITS: HoldingLimits = HoldingLimits.parse(undefined);

/** The settings of a shop. The same document is stored, served, and changed by the panel and `shop settings`. */
export const ShopSettings = z
  .object({
    carts: z.object({ timeout: z.number().gt(0).max(1440).meta({ description: "Minutos, con fracciones" }) }),
    orders: z.object({
      allowGuest: z.boolean(),
      wholesaleQty: z.number().int().min(1).max(100_000),
      allowWholesale: z.boolean(),
      wholesaleDto: NonNegativePesos,
      message: z.string().max(2_000),
      presaleCap: z.number().int().min(0).max(1_000_000).default(1_000).meta({
        description: "Piezas sobre pedido que un código de preventa puede encargar en total",
      }),
      products: z.object({ sortkey: z.enum(SORT_KEYS) }),
      // A document written before there was this setting: such shops charge 10 pesos.
      packaging: z.number().min(0).max(1_000).multipleOf(0.01).default(10).meta({
        description: "Pesos por pedido con algo que empacar; 0 no cobra empaque",
      }),
    }),
    products: z.object({
      showWholesalePrice: z.boolean(),
      showStock: z.boolean(),
      showDescription: z.boolean(),
      showDetailsButton: z.boolean(),
    }),
    payments: z.object({
      enabled: z.boolean().meta({ description: "Pagos en línea" }),
      transfer: z.boolean().default(true).meta({ description: "Transferencia bancaria" }),
      fee: Percent.meta({ description: "Por ciento" }),
      base: NonNegativePesos,
      public_key: z.string().max(200),
      windows: PaymentWindows,
      accounts: z.array(TransferAccount).max(10).default([]).meta({ description: "A dónde se transfiere; en orden" }),
    }),
    accounts: z.object({
      passwordMin: z.number().int().min(4).max(64).meta({ description: "Caracteres, al registrarse" }),
      checkoutPasswordMin: z.number().int().min(4).max(64).meta({
        description: "Caracteres, al abrir una cuenta mientras se compra",
      }),
      unverifiedMailsPerDay: z.number().int().min(1).max(1_000).default(10).meta({
        description: "Correos en 24 horas a un buzón que nadie ha confirmado",
      }),
    }),
    reviews: z.object({
      approveFirst: z.boolean().meta({ description: "Una reseña espera a que alguien de la tienda la apruebe" }),
    }),
    management: z.object({
      canSell: z.boolean(),
      allowInvoicing: z.boolean(),
      maintenance: z.object({ enabled: z.boolean(), information: z.string().max(2_000) }),
      opened: z
        .boolean()
        .default(true)
        .meta({ description: "Abierta al público; antes, quien llega lee «Abrimos pronto»" }),
    }),
    analytics: Analytics.nullable().default(null).meta({ description: "null no mide nada" }),
    company: Company,
    limits: HoldingLimits,
  })
  .meta({ id: "ShopSettings" });
export type ShopSettings = z.output<typeof ShopSettings>;

export const Banner = z.object({ image: z.string(), title: z.string(), text: z.string(), url: z.string() });
const Day = z.iso.date().nullable().default(null);
/** A banner as its owner keeps it: shown from one day to another, both included, in Mexico City; null: without an end. */
export const StoredBanner = z
  .object({
    image: z.string().max(300),
    title: z.string().trim().min(1, { error: "Escribe un título" }).max(80),
    text: z.string().max(200),
    url: z
      .string()
      .max(500)
      .regex(/^(?:\/(?!\/)|https:\/\/)/, { error: "Empieza con / (una página de la tienda) o con https://" }),
    from: Day,
    to: Day,
  })
  .refine(({ from, to }) => from === null || to === null || from <= to, {
    error: "Termina antes de empezar",
    path: ["to"],
  });
export const Message = z.object({ message: z.string(), color: z.string(), enabled: z.boolean() });
export const Chat = z.object({ provider: z.enum(["messenger", "whatsapp"]), id: z.string() });

/** The settings as everybody may read them: not where transfers go, nor how much a hoarder may take. */
const ShownSettings = ShopSettings.omit({ limits: true })
  .extend({ payments: ShopSettings.shape.payments.omit({ accounts: true }) })
  .meta({ id: "ShownSettings" });

export const App = z
  .object({
    _id: Id,
    key: z.string(),
    name: z.string(),
    logo: z.string().nullable(),
    color: z.enum(SHOP_COLOR_NAMES),
    shopType: z.enum(["matrix", "branch"]),
    banners: z.array(Banner),
    messages: z.array(Message),
    chat: Chat.nullable(),
    settings: ShownSettings,
  })
  .meta({ id: "App" });
export type App = z.output<typeof App>;

export const PriceIncrements = z.object({ prices: z.array(z.object({ brandId: Id, increment: Pesos })) });
