import { describe, expect, test } from "vitest";
import { productGroupData, type ProductGroup } from "./product-group-data.ts";

const product = { id: "p1", name: "Blusa Lía", description: "De lino.", brand: "Nopal", isDigital: false };
const makeProduct = (id: string, color: string) => ({
  id,
  name: "Blusa Lía",
  color,
  price: { price: "899.50" },
  picture: { key: "abc", width: 1_440 },
  sizes: [
    { id: `${id}-m`, name: "M", isInStock: true, sku: "BL-M", gtin: "7501031311309" },
    { id: `${id}-g`, name: "G", isInStock: false, sku: null, gtin: null },
  ],
});
const group: ProductGroup = {
  id: "BL-014",
  gender: "female",
  ageGroup: "adult",
  materials: ["Lino"],
  products: [makeProduct("p1", "Blanco"), makeProduct("p2", "Azul")],
  shipping: [{ priceCents: 109_00 }],
  returns: { windowDays: 30, isShippingFree: false },
};
interface Variant {
  "@id": string;
  sku?: string;
  gtin?: string;
  color: string;
  size: string;
  offers: Record<string, object | string> & { hasMerchantReturnPolicy: Record<string, unknown> };
}
const dataOf = (changes: Partial<ProductGroup> = {}) =>
  productGroupData(product, { ...group, ...changes }, { name: "Casa Maguey" }, "https://tienda.mx") as {
    productGroupID: string;
    variesBy: string[];
    hasVariant: Variant[];
    audience?: object;
  };

describe("a garment's structured data", () => {
  test("has a variant for each size of each colour, with the URL of the page of that colour", () => {
    const { productGroupID, variesBy, hasVariant } = dataOf();
    expect(productGroupID).toBe("BL-014");
    expect(variesBy).toEqual(["https://schema.org/size", "https://schema.org/color"]);
    expect(hasVariant.map(({ color, size, offers }) => [color, size, offers.url, offers.availability])).toEqual([
      ["Blanco", "M", "https://tienda.mx/products/p1/details", "https://schema.org/InStock"],
      ["Blanco", "G", "https://tienda.mx/products/p1/details", "https://schema.org/OutOfStock"],
      ["Azul", "M", "https://tienda.mx/products/p2/details", "https://schema.org/InStock"],
      ["Azul", "G", "https://tienda.mx/products/p2/details", "https://schema.org/OutOfStock"],
    ]);
    expect(hasVariant[0]!.offers.price).toBe("899.50");
  });

  test("leaves out what is not known", () => {
    const [variantWithCodes, variantWithoutCodes] = dataOf().hasVariant;
    expect(variantWithCodes).toMatchObject({ sku: "BL-M", gtin: "7501031311309" });
    expect(Object.keys(variantWithoutCodes!)).not.toEqual(expect.arrayContaining(["sku"]));
    expect(Object.keys(variantWithoutCodes!)).not.toEqual(expect.arrayContaining(["gtin"]));
    const bareData = dataOf({ gender: null, ageGroup: null, shipping: [], products: [makeProduct("p1", "Blanco")] });
    expect(bareData.audience).toBeUndefined();
    expect(bareData.variesBy).toEqual(["https://schema.org/size"]);
    expect(bareData.hasVariant[0]!.offers.shippingDetails).toBeUndefined();
  });

  test("declares the return window and who pays return shipping, or only a link if the shop has its own text", () => {
    const returnsOf = (returns: ProductGroup["returns"]) =>
      dataOf({ returns }).hasVariant[0]!.offers.hasMerchantReturnPolicy;
    expect(returnsOf({ windowDays: 45, isShippingFree: false })).toMatchObject({
      applicableCountry: "MX",
      merchantReturnDays: 45,
      returnFees: "https://schema.org/ReturnFeesCustomerResponsibility",
    });
    expect(returnsOf({ windowDays: 30, isShippingFree: true }).returnFees).toBe("https://schema.org/FreeReturn");
    expect(returnsOf(null)).toEqual({
      "@type": "MerchantReturnPolicy",
      "@id": "https://tienda.mx/products/p1/details#cambios",
      applicableCountry: "MX",
      merchantReturnLink: "https://tienda.mx/cambios-y-devoluciones",
    });
  });

  test("states what each carrier charges within Mexico", () => {
    expect(dataOf().hasVariant[0]!.offers.shippingDetails).toMatchObject([
      { shippingRate: { value: "109.00", currency: "MXN" }, shippingDestination: { addressCountry: "MX" } },
    ]);
  });

  test("describes the terms of shipping and returns in the first offer, and references them in the others", () => {
    const url = "https://tienda.mx/products/p1/details";
    const [firstOffer, ...otherOffers] = dataOf().hasVariant.map(({ offers }) => offers);
    expect(firstOffer).toMatchObject({
      shippingDetails: [{ "@type": "OfferShippingDetails", "@id": `${url}#envio-1` }],
      hasMerchantReturnPolicy: { "@type": "MerchantReturnPolicy", "@id": `${url}#cambios` },
    });
    expect(otherOffers).toHaveLength(3);
    for (const { shippingDetails, hasMerchantReturnPolicy } of otherOffers) {
      expect(shippingDetails).toEqual([{ "@id": `${url}#envio-1` }]);
      expect(hasMerchantReturnPolicy).toEqual({ "@id": `${url}#cambios` });
    }
  });
});
