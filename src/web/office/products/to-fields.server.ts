import { formatMexicoTime } from "../../../domain/mexico-time.ts";
import { toPesos } from "../../../domain/money.ts";
import type { EditedProduct } from "../../../server/catalog/edited-product.ts";
import type { ProductFields } from "./product-fields.ts";

/** A stored product as the values of its form. */
export function toFields(product: EditedProduct): ProductFields {
  const [brand, ...otherBrands] = product.brands.map(({ id }) => id);
  return {
    name: product.name,
    description: product.description,
    color: product.color ?? "",
    styleCode: product.styleCode ?? "",
    fibers: product.composition.map(({ fiber, percent }) => ({ fiber, percent: String(percent) })),
    care: [...product.care],
    origin: product.originCountry ?? "",
    responsible: product.responsibleFirm ?? "",
    gender: product.gender ?? "",
    age: product.ageGroup ?? "",
    googleCategory: product.googleCategory ?? "",
    fitNote: product.fitNote ?? "",
    modelNote: product.modelNote ?? "",
    keywords: product.searchKeywords ?? "",
    price: pesosText(product.priceCents),
    wholesale: product.wholesalePriceCents === null ? "" : pesosText(product.wholesalePriceCents),
    cost: product.costCents === null ? "" : pesosText(product.costCents),
    markedNew: product.isMarkedNew,
    extended1: product.extended1 ?? "",
    extended2: product.extended2 ?? "",
    eventAt: product.eventAt ? formatMexicoTime(product.eventAt) : "",
    eventPlace: product.eventPlace ?? "",
    presale: product.presale?.id ?? "",
    brand: brand ?? "",
    otherBrands,
    categories: product.categories.map(({ id }) => id),
    isLocal: product.isLocal,
    onlyIn: product.isLocal ? product.shops.map(({ id }) => id) : [],
    ownPrices: Object.fromEntries(
      product.shops
        .filter((shop) => shop.priceCents !== null)
        .map(({ id, priceCents }) => [id, pesosText(priceCents!)]),
    ),
  };
}

function pesosText(cents: number): string {
  return toPesos(cents).toFixed(2);
}
