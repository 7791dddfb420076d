import { describe, expect, test } from "vitest";
import { cartLineName } from "../../../domain/cart-line.ts";
import { toGa4Params } from "./ga4-params.ts";

const sizes = [
  { id: "s0", available: 0 },
  { id: "s1", available: 2 },
];
const product = { id: "p1", name: "Vestido midi", brand: "Nopal", color: "Rojo", priceCents: 1_299_50, sizes };
const line = { attributeId: "s1", brand: "Nopal", name: cartLineName(product, "M"), unitPrice: 1_299.5 };
const item = {
  item_id: "s1",
  item_name: "Vestido midi Nopal Rojo",
  item_brand: "Nopal",
  item_variant: "M",
  price: 1_299.5,
  quantity: 2,
};

test.each(["add_to_cart", "remove_from_cart"] as const)(
  "%s names product, size, pieces and the price of a piece in this shop",
  (name) => {
    const params = toGa4Params({ name, data: [{ line, pieces: 2 }] });
    expect(params).toEqual({ currency: "MXN", value: 2_599, items: [item] });
  },
);

test("a viewed product has the id of its first size in stock, else of its first size, else its own", () => {
  const viewItemParams = (viewedProduct: typeof product) =>
    toGa4Params({ name: "view_item", data: { product: viewedProduct, category: undefined } });
  expect(viewItemParams(product)).toMatchObject({ items: [{ item_id: "s1" }] });
  expect(viewItemParams({ ...product, sizes: sizes.slice(0, 1) })).toMatchObject({ items: [{ item_id: "s0" }] });
  expect(viewItemParams({ ...product, sizes: [] })).toMatchObject({ items: [{ item_id: "p1" }] });
});

test("a viewed product has the name of its cart line, and its category", () => {
  expect(toGa4Params({ name: "view_item", data: { product, category: "Vestidos" } })).toMatchObject({
    value: 1_299.5,
    items: [{ item_name: item.item_name, item_category: "Vestidos", quantity: 1 }],
  });
});

test("the positions of a list continue after those already tracked", () => {
  const data = { list: "vestidos", from: 12, products: [product, product] };
  expect(toGa4Params({ name: "view_item_list", data })).toMatchObject({
    item_list_name: "vestidos",
    items: [{ index: 12 }, { index: 13 }],
  });
});

test("the value of a purchase is the sum of its items; shipping includes insurance and extra pieces", () => {
  const data = {
    reference: "100042",
    shipping: { cost: 159, insurance: 30.1, extraFee: 12.5, details: { name: "", description: "" } },
    products: [{ ...line, quantity: 2 }] as never,
  };
  expect(toGa4Params({ name: "purchase", data })).toEqual({
    transaction_id: "100042",
    currency: "MXN",
    value: 2_599,
    shipping: 201.6,
    items: [item],
  });
});

test("a search does not share a typed phone number", () => {
  expect(toGa4Params({ name: "search", data: { term: "lino 55 1234 5678" } })).toEqual({
    search_term: "lino (número)",
  });
});

describe("edge cases", () => {
  const itemOfName = (name: string) => {
    const params = toGa4Params({ name: "add_to_cart", data: [{ line: { ...line, name }, pieces: 1 }] });
    return (params as { items: object[] }).items[0];
  };
  test("the size starts after the last separator of the line's name", () => {
    expect(itemOfName("Playera T: total T: CH")).toMatchObject({ item_name: "Playera T: total", item_variant: "CH" });
  });

  test.each([
    [[0.1, 0.2], [1, 1], 0.3],
    [[19.99, 1_299.5], [3, 2], 2_658.97],
    [[], [], 0],
  ])("prices %j times %j are worth %d pesos", (prices, pieces, value) => {
    const data = prices.map((unitPrice, index) => ({ line: { ...line, unitPrice }, pieces: pieces[index]! }));
    expect(toGa4Params({ name: "add_to_cart", data })).toMatchObject({ value });
  });
});
