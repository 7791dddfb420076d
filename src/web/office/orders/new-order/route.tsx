import { data, redirect } from "react-router";
import { AddressFields, CreateCustomer } from "../../../../contract/customers.ts";
import { isRefusal, type Refusal } from "../../../../domain/refusal.ts";
import { shopsWhere } from "../../../../domain/staff-permissions.ts";
import { unitPriceCents } from "../../../../domain/price.ts";
import type { Quote } from "../../../../domain/quote.ts";
import type { App } from "../../../../server/app.ts";
import { pricesOf } from "../../../../server/catalog/product-row.ts";
import { searchProducts } from "../../../../server/catalog/search-products.ts";
import { listCarriers } from "../../../../server/shipping/carriers.ts";
import { quoteCart } from "../../../../server/checkout/quote-cart.ts";
import { findPeople, findPerson } from "../../../../server/customers/find-people.ts";
import { newId } from "../../../../server/db/new-id.ts";
import {
  findLiveCart,
  holdPieces,
  makeAddress,
  makePerson,
  takeOrder,
} from "../../../../server/order-management/take-order.ts";
import { NO_CODE } from "../../../../server/presale-access/access-code-verifier.ts";
import { takesPayment, type Shop } from "../../../../server/shops/shop.ts";
import type { Staff } from "../../../../server/staff/staff-sessions.ts";
import { appContext } from "../../../context.ts";
import { actorOf, readForm, requireStaff, type Sent } from "../../guard.ts";
import { officePaths } from "../../paths.ts";
import { sentenceOf, type OfficeRefusal } from "../../sentences.ts";
import { NewOrderScreen } from "./new-order-screen.tsx";
import type { Route } from "./+types/route";

/** The shop she takes the order for: the one asked for, or the first where she may. */
async function shopFor({ context, request }: Pick<Route.LoaderArgs, "context" | "request">, asked: string | null) {
  const staff = requireStaff(context, request, "orders.change");
  const app = context.get(appContext);
  const where = shopsWhere(staff.grants, "orders.change");
  const shops = (await app.shops.all()).filter(({ id }) => where === "all" || where.includes(id));
  const shop = asked ? shops.find(({ key }) => key === asked) : shops[0];
  if (!shop) throw data(null, { status: 404 });
  return { app, staff, shop, shops: shops.map(({ key, name }) => ({ key, name })) };
}

export async function loader(args: Route.LoaderArgs) {
  const { app, staff, shop, shops } = await shopFor(args, new URL(args.request.url).searchParams.get("tienda"));
  // For a customer whose page she came from.
  const customerId = new URL(args.request.url).searchParams.get("cliente") ?? "";
  const typed = { ...emptyForm(), customerId };
  await applyDefaults({ app, shop, staff }, typed, { customer: true, address: false });
  const desk = await loadOrderForm({ app, shop, staff }, typed);
  return { shops, desk };
}

const FIELDS = [
  "q", "who", "customerId", "addressId", "name", "lastName", "phone", "email", "street", "neigh", "postalCode", "city",
  "state", "carrier", "insured", "method", "expected",
] as const; // prettier-ignore
export type Field = (typeof FIELDS)[number];

function emptyForm(): Record<Field | "cart", string> {
  const typed = Object.fromEntries(FIELDS.map((name) => [name, ""])) as Record<Field, string>;
  return { ...typed, cart: newId() };
}

interface Around {
  app: App;
  shop: Shop;
  staff: Staff;
}

/** All that the page shows of an order in the making, from what was typed and what the cart holds. */
async function loadOrderForm({ app, shop, staff }: Around, typed: Record<Field | "cart", string>) {
  const sees = shopsWhere(staff.grants, "customers.view");
  const [cart, found, carriers, people, customer] = await Promise.all([
    findLiveCart(app, shop, typed.cart),
    typed.q ? searchProducts(app, shop, { term: typed.q, page: 1, size: 8 }) : null,
    listCarriers(app.genericPlans, shop.id),
    typed.who ? findPeople(app.genericPlans, typed.who, sees) : [],
    findPerson(app.genericPlans, typed.customerId, sees),
  ]);
  return {
    shop: { key: shop.key, name: shop.name },
    typed,
    expiresAt: cart?.expiresAt ?? null,
    lines: (cart?.lines ?? []).map(({ sizeId, productId, name, pieces, left, prices }) => ({
      sizeId,
      productId,
      name,
      pieces,
      most: left + pieces,
      priceCents: unitPriceCents(prices, false),
    })),
    needsParcel: cart?.lines.some(({ isDigital }) => !isDigital) ?? false,
    products:
      found?.products.map((product) => ({
        id: product.id,
        name: product.name,
        color: product.color,
        sizes: product.sizes,
        priceCents: unitPriceCents(pricesOf(shop, product), false),
      })) ?? null,
    people,
    customer: customer && {
      id: customer.id,
      name: `${customer.name} ${customer.lastName}`,
      phone: customer.phone,
      addresses: customer.addresses.map(({ id, street, neighborhood, city }) => ({
        id,
        line: `${street}, ${neighborhood}, ${city}`,
      })),
    },
    carriers: carriers.map(({ id, name, terms }) => ({
      id,
      name,
      priceCents: terms.priceCents,
      canInsure: terms.insuranceRateBps !== null,
    })),
    methods: (["TB", "MP"] as const).filter((method) => takesPayment(shop, method)),
  };
}

/**
 * Where the form had nothing to choose from yet: the only customer found, and her first address. "Alguien nuevo" and "Otra
 * dirección", once they were there to choose, stay chosen.
 */
async function applyDefaults(
  { app, staff }: Around,
  typed: Record<Field, string>,
  hasChosen: { customer: boolean; address: boolean },
): Promise<void> {
  const sees = shopsWhere(staff.grants, "customers.view");
  if (typed.who && !hasChosen.customer) {
    const people = await findPeople(app.genericPlans, typed.who, sees);
    if (people.length === 1) typed.customerId = people[0]!.id;
  }
  const customer = await findPerson(app.genericPlans, typed.customerId, sees);
  const addresses = customer?.addresses ?? [];
  const isAllowedShop = typed.addressId === "" || addresses.some(({ id }) => id === typed.addressId);
  if (!hasChosen.address || !isAllowedShop) typed.addressId = addresses[0]?.id ?? "";
}

interface Said {
  failure?: string;
  errors?: Record<string, string>;
  /** What the customer is told before the order stands. */
  quote?: Quote;
  orderId?: string;
}

/** Each press sends the whole form, and all that was typed comes back with what it changed. */
export async function action(args: Route.ActionArgs) {
  const { context, request } = args;
  requireStaff(context, request, "orders.change");
  const form = await readForm(request);
  const { app, staff, shop, shops } = await shopFor(args, form.text("shop") || null);
  const typed = emptyForm();
  for (const name of [...FIELDS, "cart"] as const)
    typed[name] = form.text(name, 300) || (name === "cart" ? typed.cart : "");
  const around = { app, shop, staff };
  const hasChosen = { customer: form.all("customerId").length > 0, address: form.all("addressId").length > 0 };
  await applyDefaults(around, typed, hasChosen);
  const said = await answer(around, typed, form, args);
  if (said.orderId !== undefined) return redirect(`${officePaths.order(said.orderId)}?hecho=nuevo`);
  return { shops, desk: await loadOrderForm(around, typed), said };
}

/** By the button that was pressed. "find" looks up what was typed, which the page does at each answer anyway. */
async function answer(
  around: Around,
  typed: Record<Field | "cart", string>,
  form: Sent,
  args: Pick<Route.ActionArgs, "context">,
): Promise<Said> {
  const pressed = form.text("intent").split(":");
  const [press] = pressed;
  // What stands in the lines counts, whatever is pressed next to it.
  const set = await hold(around, typed, form, ["set"]);
  if (set.failure) return set;
  if (press === "add" || press === "remove") return hold(around, typed, form, pressed);
  if (press === "review" || press === "place") return settle(around, typed, press === "place", args);
  return {};
}

const refused = (refusal: Refusal): Said => ({ failure: sentenceOf(refusal as Refusal<OfficeRefusal>) });

/** "add:<product>:<size>", "remove:<product>:<size>", or "set": all lines as they stand in the form. */
async function hold(
  { app, shop }: Around,
  typed: Record<Field | "cart", string>,
  form: Sent,
  [press, productId = "", sizeId = ""]: string[],
): Promise<Said> {
  const cart = await findLiveCart(app, shop, typed.cart);
  const wanted: { productId: string; sizeId: string; pieces: number }[] = [];
  if (press === "set") {
    for (const line of cart?.lines ?? []) {
      const pieces = readPieces(form.text(`pieces:${line.sizeId}`, 10));
      if (pieces !== null && pieces !== line.pieces) wanted.push({ ...line, pieces });
    }
  } else {
    const held = cart?.lines.find((line) => line.sizeId === sizeId)?.pieces ?? 0;
    wanted.push({ productId, sizeId, pieces: press === "add" ? held + (readPieces(form.text("pieces", 10)) || 1) : 0 });
  }
  for (const pieces of wanted) {
    const answer = await holdPieces(app, shop, typed.cart, pieces);
    if (isRefusal(answer)) return refused(answer);
    typed.cart = answer.cartId;
  }
  return {};
}

function readPieces(text: string): number | null {
  return /^\d{1,4}$/.test(text) ? Number(text) : null;
}

const PERSON = CreateCustomer.pick({ name: true, lastName: true, phone: true, email: true });

/** Tells the figures, or places the order at the figures that were told. Whom it had to make is in the form from then on. */
async function settle(
  { app, shop, staff }: Around,
  typed: Record<Field | "cart", string>,
  isPlacing: boolean,
  { context }: Pick<Route.ActionArgs, "context">,
): Promise<Said> {
  const sees = shopsWhere(staff.grants, "customers.view");
  const cart = await findLiveCart(app, shop, typed.cart);
  const customer = await findPerson(app.genericPlans, typed.customerId, sees);
  const needsAddress = (cart?.lines.some(({ isDigital }) => !isDigital) ?? false) && !typed.addressId;
  const person = customer ? null : PERSON.safeParse(typed);
  const address = needsAddress ? AddressFields.safeParse(typed) : null;
  const issues = [...(person?.error?.issues ?? []), ...(address?.error?.issues ?? [])];
  if (issues.length > 0) {
    const errors = Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]));
    return { failure: "Revisa lo marcado: todo lo demás sigue aquí.", errors };
  }
  const wish = {
    carrierId: typed.carrier || null,
    insured: typed.insured !== "",
    paymentMethod: typed.method === "MP" ? ("MP" as const) : ("TB" as const),
  };
  const quote = await quoteCart(app, shop, typed.cart, { ...wish, access: NO_CODE });
  // A dead cart's order may stand already: the press that placed it came twice.
  if (isRefusal(quote) && !(isPlacing && customer)) return refused(quote);
  if (!isPlacing && !isRefusal(quote)) return { quote };

  if (person?.data) {
    const { name, lastName, phone, email } = person.data;
    typed.customerId = await makePerson(app, { name, lastName, phone, email: email || null });
  }
  if (address?.data) {
    const { street, neigh, postalCode, city, state } = address.data;
    const made = await makeAddress(app, typed.customerId, { street, neighborhood: neigh, postalCode, city, state });
    if (made === undefined) return refused({ refused: "too_many_addresses" });
    typed.addressId = made;
  }
  const expectedTotalCents = Number(typed.expected);
  const ids = { cartId: typed.cart, customerId: typed.customerId, addressId: typed.addressId || null };
  const placed = await takeOrder(app, shop, { ...wish, ...ids, expectedTotalCents }, actorOf(context, staff));
  if (!isRefusal(placed)) return placed;
  return { ...refused(placed), ...(isRefusal(quote) ? {} : { quote }) };
}

export function meta() {
  return [{ title: "Pedido nuevo · Panel" }];
}

export default function NewOrder({ loaderData, actionData }: Route.ComponentProps) {
  const { shops, desk } = actionData ?? loaderData;
  return <NewOrderScreen shops={shops} desk={desk} said={actionData?.said ?? {}} />;
}
