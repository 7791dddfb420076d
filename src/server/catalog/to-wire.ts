import type { z } from "zod";
import type { Category, MenuEntry, Product, StockEntry } from "../../contract/catalog.ts";
import { toPesos } from "../../domain/money.ts";
import { pictureSizes, webpNear } from "../pictures/picture-url.ts";
import { seesPricesOf, type Shop } from "../shops/shop.ts";
import type { CategoryNode } from "./category-tree.ts";
import { pricesOf, type NamedRow, type ProductRow } from "./product-row.ts";
import type { StockRow } from "./queries.ts";
import type { ProductPage } from "./search-products.ts";

export function toWireProduct(shop: Shop, row: ProductRow): Product {
  const prices = pricesOf(shop, row);
  const images = row.pictures.map(pictureSizes);
  return {
    _id: row.id,
    name: row.name,
    description: row.description,
    type: row.is_digital ? "DIGITAL" : "ORDINARY",
    event: row.event_at && { startsOn: row.event_at.toISOString(), place: row.event_place },
    brands: row.brands.map(toWireNamed),
    categories: row.categories.map(toWireNamed),
    color: row.color,
    price: toPesos(prices.priceCents),
    wholesalePrice: pesosOrNull(prices.wholesalePriceCents),
    shopPrice: pesosOrNull(prices.branchPriceCents),
    shopWholesalePrice: pesosOrNull(prices.branchWholesalePriceCents),
    isLocal: row.is_local,
    shops: row.shops
      .filter((own) => seesPricesOf(shop, own))
      .map((own) => ({ shopId: own.id, price: pesosOrNull(own.price_cents) })),
    images,
    image: images[0]?.url ?? null,
    stocks: row.sizes.map(toWireStock),
    hasDto: row.is_offer,
    isNewProduct: row.is_marked_new,
    createdOn: row.created_at.toISOString(),
    extended1: row.extended1,
    extended2: row.extended2,
  };
}

export function toWirePage(shop: Shop, page: ProductPage) {
  return {
    docs: page.products.map((row) => toWireProduct(shop, row)),
    page: page.page,
    totalPages: Math.ceil(page.totalProducts / page.size),
    totalDocs: page.totalProducts,
  };
}

export function toWireStock(row: StockRow): z.output<typeof StockEntry> {
  return { _id: row.id, attribute: row.name, stock: row.available };
}

export function toWireNamed(row: NamedRow): { _id: string; name: string } {
  return { _id: row.id, name: row.name };
}

export function toWireCategory(node: CategoryNode): z.output<typeof Category> {
  return {
    _id: node.id,
    name: node.name,
    description: node.description,
    parentId: node.parent_id ?? "0",
    brands: node.brands.map(toWireNamed),
    color: node.color,
    image: node.picture && webpNear(node.picture, 540),
  };
}

export function toWireMenu(node: CategoryNode): MenuEntry {
  return {
    _id: node.id,
    name: node.name,
    slug: node.slug,
    image: node.picture && webpNear(node.picture, 540),
    brands: node.brands.map(({ id, name, slug }) => ({ _id: id, name, slug })),
    children: node.children.map(toWireMenu),
  };
}

export function pesosOrNull(cents: number | null): number | null {
  return cents === null ? null : toPesos(cents);
}
