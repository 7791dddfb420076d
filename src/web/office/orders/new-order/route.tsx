import { data, redirect } from "react-router";
import { AddressFields, CreateCustomer } from "../../../../contract/customers.ts";
import { isRefusal, type Refusal } from "../../../../domain/refusal.ts";
import { shopsWithPermission } from "../../../../domain/staff-permissions.ts";
import { unitPriceCents } from "../../../../domain/price.ts";
import type { Quote } from "../../../../domain/quote.ts";
import type { App } from "../../../../server/app.ts";
import { findProductsOnSale } from "../../../../server/catalog/find-products-on-sale.ts";
import { listCarriers } from "../../../../server/shipping/carriers.ts";
import { removeCoupon, setCoupon } from "../../../../server/cart/coupon.ts";
import { quotePhoneOrder } from "../../../../server/order-management/quote-phone-order.ts";
import { findCustomersForOrder, findVisibleCustomer } from "../../../../server/customers/find-customers-for-order.ts";
import { newId } from "../../../../server/db/new-id.ts";
import { editPhoneCart, findActivePhoneCart } from "../../../../server/order-management/phone-cart.ts";
import { readStaffDiscount, staffDiscountLimitBps } from "../../../../domain/staff-discount.ts";
import { takeOrder } from "../../../../server/order-management/take-order.ts";
import { acceptsPaymentMethod, type Shop } from "../../../../server/shops/shop.ts";
import type { Staff } from "../../../../server/staff/staff-sessions.ts";
import { appContext } from "../../../context.ts";
import { actorOf, readForm, requireStaff, type FormFields } from "../../guard.ts";
import type { CodeResult } from "../../kit/scan/use-code-queue.ts";
import { officePaths } from "../../paths.ts";
import { sentenceOf, type OfficeRefusalName } from "../../sentences.ts";
import { describeSearchResult, toFoundProduct } from "../found-products.server.ts";
import { NewOrderScreen } from "./new-order-screen.tsx";
import type { Route } from "./+types/route";

/** The requested shop, or the first one where the member may take orders; otherwise 404. */
async function requireOrderShop(
  { context, request }: Pick<Route.LoaderArgs, "context" | "request">,
  requestedKey: string | null,
) {
  const staff = requireStaff(context, request, "orders.change");
  const app = context.get(appContext);
  const allowedShopIds = shopsWithPermission(staff.grants, "orders.change");
  const shops = (await app.shops.all()).filter(({ id }) => allowedShopIds === "all" || allowedShopIds.includes(id));
  const shop = requestedKey ? shops.find(({ key }) => key === requestedKey) : shops[0];
  if (!shop) throw data(null, { status: 404 });
  return { app, staff, shop, shops: shops.map(({ key, name }) => ({ key, name })) };
}

export async function loader(args: Route.LoaderArgs) {
  const { app, staff, shop, shops } = await requireOrderShop(
    args,
    new URL(args.request.url).searchParams.get("tienda"),
  );
  // A customer's page links here to start an order for them.
  const customerId = new URL(args.request.url).searchParams.get("cliente") ?? "";
  const typedValues = { ...emptyForm(), customerId };
  await applyDefaults({ app, shop, staff }, typedValues, { customer: true, address: false });
  const order = await loadOrderForm({ app, shop, staff }, typedValues);
  return { shops, order };
}

const FIELD_NAMES = [
  "q", "who", "customerId", "addressId", "name", "lastName", "phone", "email", "street", "neigh", "postalCode", "city",
  "state", "carrier", "insured", "coupon", "discount", "discountReason", "method", "expected",
] as const; // prettier-ignore
export type FieldName = (typeof FIELD_NAMES)[number];

function emptyForm(): Record<FieldName | "cart", string> {
  const typed = Object.fromEntries(FIELD_NAMES.map((name) => [name, ""])) as Record<FieldName, string>;
  return { ...typed, cart: newId() };
}

interface OrderContext {
  app: App;
  shop: Shop;
  staff: Staff;
}

/** Loads all that the page shows, from the typed values and the cart. */
async function loadOrderForm({ app, shop, staff }: OrderContext, typedValues: Record<FieldName | "cart", string>) {
  const visibleShopIds = shopsWithPermission(staff.grants, "customers.view");
  const [cart, foundProducts, carriers, foundCustomers, customer] = await Promise.all([
    findActivePhoneCart(app, shop, typedValues.cart),
    typedValues.q ? findProductsOnSale(app.db, shop, typedValues.q) : null,
    listCarriers(app.genericPlanDb, shop.id),
    typedValues.who ? findCustomersForOrder(app.genericPlanDb, typedValues.who, visibleShopIds) : [],
    findVisibleCustomer(app.genericPlanDb, typedValues.customerId, visibleShopIds),
  ]);
  return {
    shop: { key: shop.key, name: shop.name },
    typedValues,
    expiresAt: cart?.expiresAt ?? null,
    lines: (cart?.lines ?? []).map(({ sizeId, productId, name, pieces, available, prices }) => ({
      sizeId,
      productId,
      name,
      pieces,
      maxPieces: available + pieces,
      priceCents: unitPriceCents(prices, false),
    })),
    needsParcel: cart?.lines.some(({ isDigital }) => !isDigital) ?? false,
    products: foundProducts?.products.map((product) => toFoundProduct(shop, product)) ?? null,
    foundCustomers,
    customer: customer && {
      id: customer.id,
      name: `${customer.name} ${customer.lastName}`,
      phone: customer.phone,
      addresses: customer.addresses.map(({ id, street, neighborhood, city }) => ({
        id,
        addressText: `${street}, ${neighborhood}, ${city}`,
      })),
    },
    carriers: carriers.map(({ id, name, terms }) => ({
      id,
      name,
      priceCents: terms.priceCents,
      canInsure: terms.insuranceRateBps !== null,
    })),
    methods: (["TB", "MP"] as const).filter((method) => acceptsPaymentMethod(shop, method)),
  };
}

/**
 * Fills choices that the form could not offer yet: the only customer found, and the customer's first address. "Alguien
 * nuevo" and "Otra dirección" stay chosen once they were offered. An address of another customer is replaced, too.
 */
async function applyDefaults(
  { app, staff }: OrderContext,
  typedValues: Record<FieldName, string>,
  offeredChoices: { customer: boolean; address: boolean },
): Promise<void> {
  const visibleShopIds = shopsWithPermission(staff.grants, "customers.view");
  if (typedValues.who && !offeredChoices.customer) {
    const foundCustomers = await findCustomersForOrder(app.genericPlanDb, typedValues.who, visibleShopIds);
    if (foundCustomers.length === 1) typedValues.customerId = foundCustomers[0]!.id;
  }
  const customer = await findVisibleCustomer(app.genericPlanDb, typedValues.customerId, visibleShopIds);
  const addresses = customer?.addresses ?? [];
  const isAddressValid = typedValues.addressId === "" || addresses.some(({ id }) => id === typedValues.addressId);
  if (!offeredChoices.address || !isAddressValid) typedValues.addressId = addresses[0]?.id ?? "";
}

interface IntentResult {
  failure?: string;
  errors?: Record<string, string>;
  /** The total to tell the customer before the order is placed. */
  quote?: Quote;
  orderId?: string;
  /** What the scanned or typed text found. */
  codeResult?: CodeResult & { code: string };
}

/** Each button sends the whole form. The response has the typed values and the result of the button. */
export async function action(args: Route.ActionArgs) {
  const { context, request } = args;
  requireStaff(context, request, "orders.change");
  const form = await readForm(request);
  const { app, staff, shop, shops } = await requireOrderShop(args, form.text("shop") || null);
  const typedValues = emptyForm();
  for (const name of [...FIELD_NAMES, "cart"] as const)
    typedValues[name] = form.text(name, 300) || (name === "cart" ? typedValues.cart : "");
  const orderContext = { app, shop, staff };
  const offeredChoices = { customer: form.all("customerId").length > 0, address: form.all("addressId").length > 0 };
  await applyDefaults(orderContext, typedValues, offeredChoices);
  const result = await runIntent(orderContext, typedValues, form, args);
  if (result.orderId !== undefined) return redirect(`${officePaths.order(result.orderId)}?hecho=nuevo`);
  return { shops, order: await loadOrderForm(orderContext, typedValues), result };
}

/**
 * Runs the button's intent, or adds the size whose code was scanned. Every intent first saves the typed pieces. "find"
 * does nothing else, because every response contains the search results.
 */
async function runIntent(
  orderContext: OrderContext,
  typedValues: Record<FieldName | "cart", string>,
  form: FormFields,
  args: Pick<Route.ActionArgs, "context">,
): Promise<IntentResult> {
  const intent = form.text("intent");
  if (intent === "scan") return scanCode(orderContext, typedValues, form);
  const cartResult = await editCart(orderContext, typedValues, form, intent);
  if (cartResult.failure) return cartResult;
  if (intent === "review" || intent === "place")
    return quoteOrPlace(orderContext, typedValues, intent === "place", args);
  return {};
}

/** Refusals with a text for staff on the phone. All others have their usual sentence. */
const PHONE_REFUSAL_TEXT: Record<string, string> = {
  cart_not_found: "Agrega al menos un producto.",
  cart_not_active: "Pasó el tiempo y las piezas volvieron a la tienda: agrégalas otra vez.",
  guest_not_allowed: "Esta tienda solo vende a clientes con cuenta: pídele que se registre y búscalo.",
  total_changed: "El total cambió mientras tanto: revísalo y dile el nuevo.",
};

/** The field at which a refusal is shown. */
const FIELD_BY_REFUSAL: Partial<Record<string, FieldName>> = {
  discount_reason_missing: "discountReason",
  discount_too_high: "discount",
  promotion_rate_wrong: "discount",
  promotion_amount_wrong: "discount",
};

const toFailure = (refusal: Refusal): IntentResult => {
  const failure = PHONE_REFUSAL_TEXT[refusal.refused] ?? sentenceOf(refusal as Refusal<OfficeRefusalName>);
  const field = FIELD_BY_REFUSAL[refusal.refused];
  return { failure, ...(field && { errors: { [field]: failure } }) };
};

/**
 * Saves the typed pieces of all lines, and then the edit of the pressed button: "add:<product>:<size>" or
 * "remove:<product>:<size>".
 */
async function editCart(
  { app, shop }: OrderContext,
  typed: Record<FieldName | "cart", string>,
  form: FormFields,
  edit: string,
): Promise<IntentResult> {
  const [editKind, productId = "", sizeId = ""] = edit.split(":");
  const cart = await findActivePhoneCart(app, shop, typed.cart);
  const edits: Parameters<typeof editPhoneCart>[3][number][] = (cart?.lines ?? []).map((line) => ({
    ...line,
    kind: "set",
    pieces: readPieces(form.text(`pieces:${line.sizeId}`, 10)) ?? line.pieces,
  }));
  if (editKind === "add")
    edits.push({ kind: "add", productId, sizeId, pieces: readPieces(form.text("pieces", 10)) || 1 });
  if (editKind === "remove") edits.push({ kind: "set", productId, sizeId, pieces: 0 });
  const { cartId, refusal } = await editPhoneCart(app, shop, typed.cart, edits);
  typed.cart = cartId;
  return refusal ? toFailure(refusal) : {};
}

/** Adds the size whose code is in `q`. Any other text is a search, which adds nothing. */
async function scanCode(
  orderContext: OrderContext,
  typed: Record<FieldName | "cart", string>,
  form: FormFields,
): Promise<IntentResult> {
  const { app, shop } = orderContext;
  const code = typed.q;
  const { exactSize, products } = await findProductsOnSale(app.db, shop, code);
  const cartResult = await editCart(
    orderContext,
    typed,
    form,
    exactSize ? `add:${products[0]!.id}:${exactSize.sizeId}` : "find",
  );
  const text = cartResult.failure ?? describeSearchResult(code, exactSize, products[0]);
  if (exactSize && !cartResult.failure) typed.q = "";
  return {
    ...cartResult,
    codeResult: {
      code,
      text,
      tone: cartResult.failure ? "error" : exactSize ? "success" : products.length > 0 ? "info" : "error",
    },
  };
}

function readPieces(text: string): number | null {
  return /^\d{1,4}$/.test(text) ? Number(text) : null;
}

const NewCustomerSchema = CreateCustomer.pick({ name: true, lastName: true, phone: true, email: true });

/**
 * Quotes the order, or places it at the quoted total. If placing fails, the form contains the customer and the address
 * that were created.
 */
async function quoteOrPlace(
  { app, shop, staff }: OrderContext,
  typed: Record<FieldName | "cart", string>,
  isPlacing: boolean,
  { context }: Pick<Route.ActionArgs, "context">,
): Promise<IntentResult> {
  const visibleShopIds = shopsWithPermission(staff.grants, "customers.view");
  const cart = await findActivePhoneCart(app, shop, typed.cart);
  const foundCustomer = await findVisibleCustomer(app.genericPlanDb, typed.customerId, visibleShopIds);
  const needsAddress = (cart?.lines.some(({ isDigital }) => !isDigital) ?? false) && !typed.addressId;
  const newCustomer = foundCustomer ? null : NewCustomerSchema.safeParse(typed);
  const newAddress = needsAddress ? AddressFields.safeParse(typed) : null;
  const issues = [...(newCustomer?.error?.issues ?? []), ...(newAddress?.error?.issues ?? [])];
  if (issues.length > 0) {
    const errors = Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]));
    return { failure: "Revisa lo marcado: todo lo demás sigue aquí.", errors };
  }
  const couponError = await applyCoupon({ app, shop, staff }, typed, actorOf(context, staff).ip);
  if (couponError) {
    return { failure: "Revisa lo marcado: todo lo demás sigue aquí.", errors: { coupon: couponError } };
  }
  const staffDiscount = readStaffDiscount(
    { typed: typed.discount, reason: typed.discountReason },
    staffDiscountLimitBps(staff.grants, shop.id),
  );
  if (staffDiscount === undefined) {
    return {
      failure: "Revisa lo marcado: todo lo demás sigue aquí.",
      errors: { discount: "Escribe 10% o un monto en pesos." },
    };
  }
  const choices = {
    staffDiscount,
    carrierId: typed.carrier || null,
    insured: typed.insured !== "",
    paymentMethod: typed.method === "MP" ? ("MP" as const) : ("TB" as const),
  };
  if (!isPlacing) {
    const customer = newCustomer?.data ?? (typed.customerId || null);
    const quote = await quotePhoneOrder(app, shop, typed.cart, { ...choices, customer });
    return isRefusal(quote) ? toFailure(quote) : { quote };
  }
  const phoneOrder = {
    ...choices,
    cartId: typed.cart,
    customer: newCustomer?.data ? { ...newCustomer.data, email: newCustomer.data.email || null } : typed.customerId,
    address: newAddress?.data ? { ...newAddress.data, neighborhood: newAddress.data.neigh } : typed.addressId || null,
    expectedTotalCents: Number(typed.expected),
  };
  const takeResult = await takeOrder(app, shop, phoneOrder, actorOf(context, staff));
  if ("orderId" in takeResult) return takeResult;
  typed.customerId = takeResult.customerId ?? "";
  typed.addressId = takeResult.addressId ?? "";
  return { ...toFailure(takeResult.refusal), ...(takeResult.quote && { quote: takeResult.quote }) };
}

/** Applies the typed coupon to the cart, or removes it. Returns why it was refused. */
async function applyCoupon(
  { app, shop }: OrderContext,
  typed: Record<FieldName | "cart", string>,
  ip: string | null,
): Promise<string | undefined> {
  const result =
    typed.coupon.trim() === ""
      ? await removeCoupon(app, shop, typed.cart)
      : await setCoupon(app, shop, typed.cart, {
          code: typed.coupon,
          ip: ip ?? "",
          customerId: typed.customerId || null,
        });
  // The quote reports problems of the cart itself.
  return isRefusal(result) && !result.refused.startsWith("cart_") ? sentenceOf(result) : undefined;
}

export function meta() {
  return [{ title: "Pedido nuevo · Panel" }];
}

const NO_RESULT: IntentResult = {};

export default function NewOrder({ loaderData, actionData }: Route.ComponentProps) {
  const { shops, order } = actionData ?? loaderData;
  return <NewOrderScreen shops={shops} order={order} result={actionData?.result ?? NO_RESULT} />;
}
