import type { PublicShop } from "../../../contract/shop.ts";
import { paths } from "../../paths.ts";

/** A product of a style, with the codes that identify its sizes (server/feeds/product-group.ts). */
interface GroupedProduct {
  id: string;
  name: string;
  color: string | null;
  price: object;
  picture: { key: string; width: number } | null;
  sizes: readonly {
    id: string;
    name: string;
    isInStock: boolean;
    price?: object;
    sku: string | null;
    gtin: string | null;
  }[];
}

export interface ProductGroup {
  id: string;
  gender: string | null;
  ageGroup: string | null;
  materials: readonly string[];
  products: readonly GroupedProduct[];
  shipping: readonly { priceCents: number }[];
  returns: { windowDays: number; isShippingFree: boolean } | null;
}

interface ShownProduct {
  id: string;
  name: string;
  description: string;
  brand: string | null;
  isDigital: boolean;
}

const SCHEMA_ORG = "https://schema.org";

/**
 * A garment in its sizes and colours as schema.org's ProductGroup (developers.google.com/search/docs/appearance/
 * structured-data/product-variants): each size is a product with its own offer. Unknown facts are left out. All offers
 * have the same terms of shipping and returns. The first offer describes them, the others reference them by id.
 */
export function productGroupData(
  product: ShownProduct,
  group: ProductGroup,
  shop: Pick<PublicShop, "name">,
  origin: string,
): object {
  const url = origin + paths.product(product.id);
  const colors = new Set(group.products.map(({ color }) => color).filter(Boolean));
  const offerTerms = shippingAndReturnsOf(product, group, { url, origin });
  return {
    "@context": SCHEMA_ORG,
    "@type": "ProductGroup",
    "@id": `${url}#product`,
    productGroupID: group.id,
    name: product.name,
    url,
    ...(product.description && { description: product.description }),
    ...(product.brand && { brand: { "@type": "Brand", name: product.brand } }),
    ...(group.materials.length > 0 && { material: group.materials.join(", ") }),
    ...audienceOf(group),
    variesBy: [`${SCHEMA_ORG}/size`, ...(colors.size > 1 ? [`${SCHEMA_ORG}/color`] : [])],
    hasVariant: group.products
      .flatMap((groupedProduct) => variantsOf(groupedProduct, { shop, origin }))
      .map(({ offers, ...variant }, index) => ({
        ...variant,
        offers: { ...offers, ...(index === 0 ? offerTerms : referencesTo(offerTerms)) },
      })),
  };
}

function variantsOf(
  product: GroupedProduct,
  { shop, origin }: { shop: Pick<PublicShop, "name">; origin: string },
): { offers: object }[] {
  const url = origin + paths.product(product.id);
  const { color, picture } = product;
  return product.sizes.map((size) => ({
    "@type": "Product",
    "@id": `${url}#talla-${size.id}`,
    name: [[product.name, color].filter(Boolean).join(" "), size.name].join(", "),
    ...(size.sku && { sku: size.sku }),
    ...(size.gtin && { gtin: size.gtin }),
    ...(color && { color }),
    size: size.name,
    ...(picture && { image: `${origin}/pictures/${picture.key}.${picture.width}.webp` }),
    offers: {
      "@type": "Offer",
      url,
      ...(size.price ?? product.price),
      priceCurrency: "MXN",
      availability: `${SCHEMA_ORG}/${size.isInStock ? "InStock" : "OutOfStock"}`,
      itemCondition: `${SCHEMA_ORG}/NewCondition`,
      seller: { "@type": "Organization", name: shop.name },
    },
  }));
}

interface IdReference {
  "@id": string;
}

/** How an offer is shipped and returned. */
interface ShippingAndReturns {
  shippingDetails?: IdReference[];
  hasMerchantReturnPolicy: IdReference;
}

function shippingAndReturnsOf(
  { isDigital }: ShownProduct,
  { shipping, returns }: ProductGroup,
  { url, origin }: { url: string; origin: string },
): ShippingAndReturns {
  return {
    ...(shipping.length > 0 && {
      shippingDetails: shipping.map(({ priceCents }, index) => ({
        "@type": "OfferShippingDetails",
        "@id": `${url}#envio-${index + 1}`,
        shippingRate: { "@type": "MonetaryAmount", value: (priceCents / 100).toFixed(2), currency: "MXN" },
        shippingDestination: { "@type": "DefinedRegion", addressCountry: "MX" },
      })),
    }),
    hasMerchantReturnPolicy: {
      "@type": "MerchantReturnPolicy",
      "@id": `${url}#cambios`,
      applicableCountry: "MX",
      merchantReturnLink: origin + paths.returns,
      ...(returns && (isDigital ? NO_RETURNS : returnTerms(returns))),
    } as IdReference,
  };
}

/** The same terms by their ids, as in Google's example of variants. */
function referencesTo({ shippingDetails, hasMerchantReturnPolicy }: ShippingAndReturns): ShippingAndReturns {
  return {
    ...(shippingDetails && { shippingDetails: shippingDetails.map(toReference) }),
    hasMerchantReturnPolicy: toReference(hasMerchantReturnPolicy),
  };
}

function toReference({ "@id": id }: IdReference): IdReference {
  return { "@id": id };
}

/** Tickets cannot be returned, because they are for a fixed date (rule RETURN-3). */
const NO_RETURNS = { returnPolicyCategory: `${SCHEMA_ORG}/MerchantReturnNotPermitted` };

/** How long a return is possible (RETURN-2), and who pays its shipping if customers change their mind (RETURN-4). */
function returnTerms({ windowDays, isShippingFree }: NonNullable<ProductGroup["returns"]>): object {
  return {
    returnPolicyCategory: `${SCHEMA_ORG}/MerchantReturnFiniteReturnWindow`,
    merchantReturnDays: windowDays,
    returnMethod: `${SCHEMA_ORG}/ReturnByMail`,
    returnFees: `${SCHEMA_ORG}/${isShippingFree ? "FreeReturn" : "ReturnFeesCustomerResponsibility"}`,
    refundType: `${SCHEMA_ORG}/FullRefund`,
  };
}

/** Years of age, as Google's age groups define them. */
const AGE_RANGES: Record<string, { suggestedMinAge: number; suggestedMaxAge?: number }> = {
  newborn: { suggestedMinAge: 0, suggestedMaxAge: 0.25 },
  infant: { suggestedMinAge: 0.25, suggestedMaxAge: 1 },
  toddler: { suggestedMinAge: 1, suggestedMaxAge: 5 },
  kids: { suggestedMinAge: 5, suggestedMaxAge: 13 },
  adult: { suggestedMinAge: 13 },
};

function audienceOf({ gender, ageGroup }: ProductGroup): object {
  if (!gender && !ageGroup) return {};
  return {
    audience: {
      "@type": "PeopleAudience",
      ...(gender && { suggestedGender: gender }),
      ...(ageGroup && AGE_RANGES[ageGroup]),
    },
  };
}
