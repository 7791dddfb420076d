import { z } from "zod";
import { isClabe } from "../domain/clabe.ts";
import { INSTALLMENT_MONTHS } from "../domain/installments.ts";
import { SHOP_COLOR_NAMES } from "../domain/shop-colors.ts";
import { TYPEFACES } from "../domain/typefaces.ts";
import { Id, Pesos } from "./fields.ts";
import { DEFAULT_HOME_SECTIONS, HomeSections } from "./home-sections.ts";
import { SORT_KEYS } from "./sort-keys.ts";

const FeePercent = z.number().min(0).max(99.99);
const NonNegativePesos = z.number().min(0).max(1_000_000);

/**
 * The provider that measures visits, after each visitor's consent: Google Analytics 4, by the measurement id of its web
 * stream.
 */
const Analytics = z.object({
  provider: z.enum(["ga4"]).describe("`ga4`: Google Analytics 4."),
  id: z
    .string()
    .regex(/^G-[A-Z0-9]{4,16}$/, { error: "El identificador de GA4 se escribe como G-ABC123DEF4" })
    .describe("Measurement id of the web stream."),
});
const Hours = z
  .number()
  .gt(0)
  .max(24 * 30);
/**
 * How long an unpaid order holds its pieces, in hours, and for how many days vouchers are valid and receipts are kept.
 */
const PaymentWindows = z
  .object({
    online: Hours.describe("Hours that an order to be paid online waits for its payment."),
    transfer: Hours.describe("Hours that an order to be paid by transfer waits for it."),
    receipt: Hours.describe("Hours that it waits after a transfer's receipt was uploaded."),
    voucherDays: z.number().int().min(1).max(7).describe("Days in which a convenience store voucher can be paid."),
    receiptDays: z
      .number()
      .int()
      .min(1)
      .max(3_650)
      .default(180)
      .describe("Days until an uploaded receipt is deleted, counted from the end of its order."),
  })
  .default({ online: 24, transfer: 48, receipt: 72, voucherDays: 3, receiptDays: 180 })
  .describe("How long an unpaid order holds its pieces, and for how long vouchers are valid and receipts are kept.");

/** An account for transfers. Shown only to a customer with an order to pay. */
export const TransferAccount = z
  .object({
    bank: z.string().min(1).max(60).describe("Name of the bank."),
    beneficiary: z.string().min(1).max(120).describe("Holder of the account."),
    clabe: z
      .string()
      .refine(isClabe, { error: "La CLABE no es correcta: revisa sus 18 dígitos" })
      .describe("Number of the account for transfers (CLABE), 18 digits."),
  })
  .describe("A bank account of the shop. Shown only with an order that waits for a transfer.");

const minimumNeverFallsWithMonths = (plans: readonly { months: number; from: number }[]): boolean =>
  plans.every((plan) => plans.every((other) => other.months < plan.months || other.from >= plan.from));

/**
 * Months without interest. A plan of more months never has a smaller minimum, because the provider accepts only
 * one maximum number of months for a checkout.
 */
const InstallmentPlans = z
  .array(
    z.object({
      months: z
        .literal(INSTALLMENT_MONTHS, { error: `Los meses son ${INSTALLMENT_MONTHS.join(", ")}` })
        .describe("Number of monthly payments."),
      from: NonNegativePesos.multipleOf(0.01, { error: "A lo más dos decimales" }).describe(
        "The smallest total that can be paid in them, in pesos.",
      ),
    }),
  )
  .max(INSTALLMENT_MONTHS.length)
  .refine((plans) => new Set(plans.map(({ months }) => months)).size === plans.length, {
    error: "Cada número de meses va una sola vez",
  })
  .refine(minimumNeverFallsWithMonths, { error: "Más meses no pueden pedir una compra menor" });

/**
 * The person or company that is legally responsible for the shop, for its legal pages and its footer. Each field may be
 * empty: the pages then use a neutral sentence.
 */
const Company = z
  .object({
    legalName: z.string().max(200).describe("Legal name; may be empty."),
    address: z.string().max(400).describe("Legal address; may be empty."),
    email: z.union([z.literal(""), z.email()]).describe("Where customers write; may be empty."),
    phone: z.string().max(40).describe("Where customers call; may be empty."),
  })
  .default({ legalName: "", address: "", email: "", phone: "" })
  .describe("The person or company that is legally responsible for the shop, as its legal pages and footer state it.");

/** The rules of returns: until when customers can request one, and who pays for it. */
const ReturnRules = z
  .object({
    windowDays: z
      .number()
      .int()
      .min(5, { error: "La ley da cinco días hábiles: pon 5 o más" })
      .max(365)
      .describe("Days from the delivery in which a return can be asked for. Never under five business days."),
    wayBack: z
      .enum(["customer", "shop"])
      .describe("Who pays the return shipping. The shop always pays it for its own faults."),
    firstExchangeFree: z.boolean().describe("Whether the shop pays the return shipping of an order's first exchange."),
    instructions: z.string().max(1_000).describe("Where and how to send it, in the email of an approved return."),
  })
  .default({ windowDays: 30, wayBack: "customer", firstExchangeFree: true, instructions: "" })
  .describe("Returns and exchanges.");

const CustomerChanges = z
  .object({
    cancel: z.boolean().describe("Whether customers may cancel their unpaid orders."),
    address: z.boolean().describe("Whether customers may change the address of an order before it is packed."),
    pickup: z
      .boolean()
      .default(true)
      .describe("Whether customers may choose another point before their order is ready."),
  })
  .default({ cancel: true, address: true, pickup: true })
  .describe("The changes that customers may make to their orders.");

const Pickups = z
  .object({
    remindAfterDays: z
      .number()
      .int()
      .min(1)
      .max(60)
      .describe("Days after which the customer of an uncollected order gets a reminder."),
    keepDays: z
      .number()
      .int()
      .min(2)
      .max(180)
      .describe("Days for which a ready order is kept, at least three of them after the reminder."),
    cancelUncollected: z.boolean().describe("Whether it is then cancelled and refunded. Otherwise staff decide."),
  })
  .default({ remindAfterDays: 3, keepDays: 15, cancelUncollected: true })
  .describe("Orders that customers collect.");

const Limit = z.number().int().min(1).max(1_000_000);
const CartLimit = z.object({
  pieces: Limit.describe("Pieces in one cart."),
  lines: Limit.describe("Sizes in one cart."),
});
const UnpaidLimit = z.object({
  orders: Limit.describe("Orders not paid yet."),
  pieces: Limit.describe("Pieces in them."),
});
/**
 * How much stock one customer, browser or IP address may hold without paying (decision 29). In pieces unless a
 * name says otherwise. RATE_LIMIT_SCALE multiplies each cap. A percentage is first turned into a number of pieces,
 * which is multiplied.
 */
const HoldingLimits = z
  .object({
    cart: z
      .object({
        guest: CartLimit.describe("Without an account."),
        customer: CartLimit.describe("With an account or a confirmed e-mail address."),
        wholesale: CartLimit.describe("With a paid wholesale order."),
      })
      .describe("Limits of one cart, by the customer's tier."),
    unpaid: z
      .object({
        guestTransfer: UnpaidLimit.describe("Without an account, by transfer."),
        guest: UnpaidLimit.describe("Without an account."),
        customer: UnpaidLimit.describe("With an account or a confirmed e-mail address."),
        wholesale: UnpaidLimit.describe("With a paid wholesale order."),
      })
      .describe("Limits of one customer's unpaid orders."),
    device: z.object({ pieces: Limit.describe("Pieces in its active carts.") }).describe("Limits of one browser."),
    address: z
      .object({
        pieces: Limit.describe("Pieces in active carts."),
        unpaidOrders: Limit.describe("Orders not paid yet."),
        unpaidPieces: Limit.describe("Pieces in them."),
        stockPercent: z
          .number()
          .gt(0)
          .max(100)
          .describe("Carts and unpaid orders together, in per cent of the shop's pieces."),
        stockFloor: Limit.describe("Pieces that may be held even if that is more than `stockPercent`."),
      })
      .describe("Limits of one IP address."),
    alarmPercent: z
      .number()
      .gt(0)
      .max(100)
      .describe(
        "Staff are warned of each browser or IP address that holds this share of the shop's pieces or more, in per cent.",
      ),
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

/** The look of the shop's pages. */
const Storefront = z.object({
  messages: z
    .enum(["line", "marquee"])
    .describe(
      "How the shop's messages appear: `line`, a line that does not move; `marquee`, text that moves from right to left.",
    ),
  typeface: z
    .enum(TYPEFACES)
    .default("editorial")
    .describe("The typeface of headings: `editorial` and `classic` have serifs, `plain` is that of all other text."),
  home: HomeSections.default(DEFAULT_HOME_SECTIONS).describe("The sections of the front page, from top to bottom."),
});

/**
 * The settings of a shop, as they are stored. The back office and the command `shop settings` change them. The API
 * serves only the public part, `ShownSettings`.
 */
export const ShopSettings = z
  .object({
    carts: z
      .object({
        timeout: z
          .number()
          .gt(0)
          .max(1440)
          .describe("Minutes that a cart holds its pieces after the last addition. Fractions are allowed."),
      })
      .describe("Carts."),
    orders: z
      .object({
        allowGuest: z.boolean().describe("Whether customers can buy without an account."),
        wholesaleQty: z.number().int().min(1).max(100_000).describe("Pieces in a cart from which wholesale applies."),
        allowWholesale: z.boolean().describe("Whether there are wholesale prices."),
        wholesaleDto: NonNegativePesos.describe(
          "In a branch: pesos that wholesale takes off its price of each piece. Not used in the head office.",
        ),
        message: z.string().max(2_000).describe("Text in the footer of each page. May be empty."),
        presaleCap: z
          .number()
          .int()
          .min(0)
          .max(1_000_000)
          .default(1_000)
          .describe("Pieces that can be made to order with one presale access code, in all its orders."),
        termsInTwoSteps: z
          .boolean()
          .default(false)
          .describe("Whether customers accept the terms page by page, and not with one checkbox."),
        products: z
          .object({
            sortkey: z
              .enum(SORT_KEYS)
              .describe("Order of a product list without a search term; `-` reverses: `-createdOn` is newest first."),
          })
          .describe("Product lists."),
        // The default is for documents stored before this setting existed: those shops charge 10 pesos.
        packaging: z
          .number()
          .min(0)
          .max(1_000)
          .multipleOf(0.01)
          .default(10)
          .describe("Pesos for packing an order's parcel; 0 charges none."),
      })
      .describe("Orders and prices."),
    products: z
      .object({
        showWholesalePrice: z.boolean().describe("Whether pages show the wholesale price."),
        showStock: z.boolean().describe("Whether pages show the available pieces."),
        showDescription: z.boolean().describe("Whether product pages show the description."),
        showDetailsButton: z
          .boolean()
          .describe("Whether the quick-add panel of a list has a button to the product's page."),
      })
      .describe("What pages show of a product."),
    storefront: Storefront.prefault({ messages: "line" }).describe("The look of the shop's pages."),
    // The default is for documents stored before these settings existed.
    delivery: z
      .object({
        cutOff: z
          .string()
          .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, { error: "Escribe una hora de 24 horas, p. ej. 14:00" })
          .describe("Orders paid before this time of day (Mexico City) leave on the same business day."),
        askWhenDelivered: z.boolean().describe("Whether an e-mail asks if all is well when an order was delivered."),
      })
      .default({ cutOff: "14:00", askWhenDelivered: false })
      .describe("When parcels leave and arrive."),
    payments: z
      .object({
        enabled: z.boolean().describe("Whether orders can be paid online."),
        transfer: z.boolean().default(true).describe("Whether orders can be paid by bank transfer."),
        fee: FeePercent.describe(
          "Percentage of the online fee, before VAT. It applies to the total with the fee (rule CHARGE-5).",
        ),
        base: NonNegativePesos.describe("Pesos that the online fee adds to each order, before VAT."),
        public_key: z.string().max(200).describe("Public key at the payment provider; may be empty."),
        windows: PaymentWindows,
        accounts: z
          .array(TransferAccount)
          .max(10)
          .default([])
          .describe("Accounts for transfers, the preferred one first."),
        installments: z
          .object({
            confirmed: z
              .boolean()
              .describe(
                "Whether the owner has confirmed that the provider offers months without interest. Without it none are shown.",
              ),
            plans: InstallmentPlans.describe("The plans, by months."),
          })
          .default({ confirmed: false, plans: [] })
          .describe("Months without interest. None while paying online adds a fee."),
      })
      .describe("How orders are paid."),
    accounts: z
      .object({
        passwordMin: z.number().int().min(4).max(64).describe("Minimum number of characters in a password."),
        checkoutPasswordMin: z
          .number()
          .int()
          .min(4)
          .max(64)
          .describe("Minimum number of characters in a password chosen at checkout."),
        unverifiedMailsPerDay: z
          .number()
          .int()
          .min(1)
          .max(1_000)
          .default(10)
          .describe("The most e-mails in 24 hours to a mailbox that is not confirmed."),
      })
      .describe("Customer accounts."),
    returns: ReturnRules,
    customerChanges: CustomerChanges,
    pickups: Pickups,
    reviews: z
      .object({
        approveFirst: z.boolean().describe("Whether a review is shown only after staff approved it."),
        inviteAfterDays: z
          .number()
          .int()
          .min(0)
          .max(60)
          .default(10)
          .describe("Days after shipping until a customer is invited to review the products. 0: never."),
      })
      .describe("Reviews."),
    management: z
      .object({
        canSell: z.boolean().describe("Whether the shop sells online now. If false it only shows its products."),
        allowInvoicing: z.boolean().describe("Whether customers can invoice their orders."),
        maintenance: z
          .object({
            enabled: z
              .boolean()
              .describe(
                "Whether the shop is closed for maintenance: every call is answered with 503, except `GET /api/v1/app` and those of ticket scanners.",
              ),
            information: z.string().max(2_000).describe("Text for visitors during maintenance. May be empty."),
          })
          .describe("Maintenance."),
        opened: z
          .boolean()
          .default(true)
          .describe("Whether the shop has been opened to the public. Before that visitors see no products."),
      })
      .describe("Switches of the whole shop."),
    analytics: Analytics.nullable()
      .default(null)
      .describe("The service that measures visits, after consent. Null if there is none."),
    company: Company,
    limits: HoldingLimits,
  })
  .meta({ id: "ShopSettings" });
export type ShopSettings = z.output<typeof ShopSettings>;

/** Where a banner is shown: at the top of the front page, as a story among its products, or as a cell of every list. */
export const BANNER_PLACES = ["hero", "story", "tile"] as const;
const BannerPlace = z.enum(BANNER_PLACES);
const PositionPercent = z.number().min(0).max(100);
/** The point of a picture that stays in view when it is cropped: percent from the left and from the top. */
const Focus = z.tuple([PositionPercent, PositionPercent]);

export const Banner = z.object({
  image: z.string().describe("Path of its picture."),
  portrait: z
    .string()
    .nullable()
    .describe("Path of the picture for phones, taller than wide. Null: `image` is cropped."),
  focus: Focus.nullable().describe(
    "The point that stays in view when the picture is cropped, in percent. Null: the middle.",
  ),
  place: BannerPlace.describe("`hero`: on top of the front page. `story`: among its products. `tile`: in every list."),
  title: z.string().describe("Headline, which is also the picture's text alternative."),
  text: z.string().describe("Text below it; may be empty."),
  url: z.string().describe("Target of the link: a path of the shop or an https URL. May be empty."),
});
const Day = z.iso.date().nullable().default(null);
/** A stored banner. It is shown from `from` to `to`, both included, as days in Mexico City. Null: no limit. */
export const StoredBanner = z
  .object({
    image: z.string().max(300),
    // Banners that were stored before these three settings existed have none of them.
    portrait: z.string().max(300).nullable().default(null),
    focus: Focus.nullable().default(null),
    place: BannerPlace.default("hero"),
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
export const Message = z.object({
  message: z.string().describe("The text."),
  color: z.string().describe("Its background: a name of the shop's colours, as in `color`."),
  enabled: z.boolean().describe("Whether it is shown now."),
});
export const Chat = z.object({
  provider: z.enum(["messenger", "whatsapp"]).describe("The chat service."),
  id: z.string().describe("The page's id for Messenger, the number with country code for WhatsApp."),
});

/**
 * The public settings: without the accounts for transfers, the caps on held stock, when parcels leave, the rules of
 * returns and of uncollected orders, the changes that customers may make, and the sections of the front page.
 */
const ShownSettings = ShopSettings.omit({
  limits: true,
  delivery: true,
  returns: true,
  customerChanges: true,
  pickups: true,
})
  .extend({
    payments: ShopSettings.shape.payments.omit({ accounts: true }).describe("How orders are paid."),
    storefront: Storefront.omit({ home: true }).describe("The look of the shop's pages."),
  })
  .meta({ id: "ShownSettings", description: "The shop's public settings." });

export const PublicShop = z
  .object({
    _id: Id.describe("The shop's id."),
    key: z.string().describe("Short name, as staff and commands use it."),
    name: z.string().describe("The name that customers read."),
    logo: z.string().nullable().describe("Path of the logo. Null if there is none."),
    color: z.enum(SHOP_COLOR_NAMES).describe("The colour of its pages."),
    shopType: z
      .enum(["matrix", "branch"])
      .describe("`matrix`: the head office; `branch`: a branch, with its own prices."),
    banners: z.array(Banner).describe("The banners that are shown today, in order."),
    messages: z
      .array(Message)
      .describe("Messages in the header of all pages, or on the front page only: see `settings.storefront.messages`."),
    chat: Chat.nullable().describe("Chat with the shop. Null if there is none, and in branches."),
    settings: ShownSettings,
  })
  .meta({ id: "App", description: "A shop and its settings." });
export type PublicShop = z.output<typeof PublicShop>;

export const PriceIncrements = z
  .object({
    prices: z
      .array(
        z.object({
          brandId: Id.describe("The brand's `_id`."),
          increment: Pesos.describe("Pesos added to the head office's price of each piece; negative takes off."),
        }),
      )
      .describe("One entry for each brand with an increment."),
  })
  .describe("What a branch adds to the price of each brand.");
