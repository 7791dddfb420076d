import { z } from "zod";
import { CARE_CODES } from "../domain/care.ts";
import { COLOR_FAMILIES } from "../domain/color-family.ts";
import { AGE_GROUPS, GENDERS } from "../domain/wearer.ts";
import { SizeGuide } from "./size-guides.ts";
import { repeatableFilter, Id, Instant, Paging, pageOf, Pesos, oneLineText, text } from "./fields.ts";
import { Installments } from "./installments.ts";
import { Rating } from "./rating.ts";
import { SORT_KEYS } from "./sort-keys.ts";

export const IdWithName = z
  .object({ _id: Id.describe("The id to filter by."), name: z.string().describe("The name that customers read.") })
  .describe("An id with its name.");

export const StockEntry = z
  .object({
    _id: Id.describe("The size's id: `attributeId` in carts."),
    attribute: z.string().meta({ description: "The size's name; of a ticket the seat or zone.", example: "M" }),
    stock: z.number().int().describe("Available pieces. Pieces in carts and orders are not counted."),
    sku: z
      .string()
      .nullable()
      .meta({ description: "The shop's code of this size. Null if missing.", example: "BL-014-BCO-M" }),
    gtin: z
      .string()
      .nullable()
      .meta({ description: "Its GTIN: 8, 12, 13 or 14 digits. Null if missing.", example: "2010140000035" }),
    weight: z.number().int().nullable().describe("Grams of one piece. Null if missing."),
  })
  .meta({ id: "StockEntry", description: "A size of a product and its available pieces." });

const ProductSize = StockEntry.extend({
  price: Pesos.nullable().describe("This shop's price of one piece in this size. Null if it is the product's price."),
  formerPrice: Pesos.nullable().describe(
    "The price before the size's offer, if `price` is from an offer. Otherwise null.",
  ),
}).meta({
  id: "ProductSize",
  description: "A size of a product, its available pieces and its price if it has its own.",
});

export const Image = z
  .object({
    url: z.string().describe("Path of the picture for a product page (WebP)."),
    thumbnailUrl: z.string().describe("Path of the small picture, for lists."),
    largeUrl: z.string().describe("Path of the largest picture."),
  })
  .describe("One picture in three sizes.");

const ColorOfStyle = z
  .object({
    _id: Id.describe("The id of the product in this colour."),
    slug: z.string().describe("The colour's name in lower case, with hyphens and without accents."),
    name: z.string().describe("The colour in Spanish; the product's name if it has no colour."),
    hex: z
      .string()
      .nullable()
      .meta({ description: "The colour's value. Null for a pattern and for an unknown colour.", example: "#24324f" }),
    image: z.string().nullable().describe("Path of the product's first picture; null without pictures."),
  })
  .describe("A product of the same style in one colour.");

const Fiber = z
  .object({
    fiber: z.string().meta({ description: "Name of the fibre in Spanish.", example: "Algodón" }),
    percent: z.number().int().describe("Its share in whole percent."),
  })
  .describe("A fibre and its share.");

const CareSymbol = z
  .object({
    code: z.enum(CARE_CODES).describe("The symbol of ISO 3758: its group and degree."),
    text: z.string().describe("The same in Spanish."),
  })
  .describe("A care symbol.");

export const Product = z
  .object({
    _id: Id.describe("The product's id."),
    name: z.string().describe("Name without brand and colour."),
    description: z.string().describe("Text of the product page; may be empty."),
    type: z.enum(["ORDINARY", "DIGITAL"]).describe("`DIGITAL`: a ticket to an event, sent as PDF and never shipped."),
    brands: z.array(IdWithName).describe("Its brands. The first one determines a branch's price."),
    categories: z.array(IdWithName).describe("The categories it is in."),
    color: z.string().nullable().describe("Colour in Spanish. Null if it has none."),
    event: z
      .object({
        startsOn: Instant.describe("When the event begins."),
        place: z.string().nullable().describe("Where it is; null if not set."),
      })
      .nullable()
      .describe("Of a ticket: the event. Null for other products, and without a date."),
    price: Pesos.describe(
      "The head office's price of one piece, VAT included; of sizes with different prices the lowest of those in stock.",
    ),
    wholesalePrice: Pesos.nullable().describe("The head office's wholesale price of one piece. Null if it has none."),
    shopPrice: Pesos.nullable().describe("This branch's price of one piece; null in the head office."),
    shopWholesalePrice: Pesos.nullable().describe(
      "This branch's wholesale price of one piece; null in the head office.",
    ),
    isLocal: z.boolean().describe("Whether it is sold only in the shops of `shops`."),
    shops: z
      .array(
        z.object({
          shopId: Id.describe("The shop's `_id`."),
          price: Pesos.nullable().describe("The branch's own price. Null if it has none."),
        }),
      )
      .describe("Shops with terms of their own for this product. A branch sees only its own entry."),
    images: z.array(Image).describe("Its pictures, the main one first."),
    image: z.string().nullable().describe("`url` of the first picture; null without pictures."),
    stocks: z.array(ProductSize).describe("Its sizes, in the order people expect."),
    sizeGuide: SizeGuide.nullable().describe("The measures of its sizes. Null if there is no guide for it."),
    hasDto: z.boolean().describe("Whether an offer of it runs now ('Oferta')."),
    isNewProduct: z
      .boolean()
      .describe(
        "Whether staff marked it as new. The filter `new` also matches products added in the last 5 days, and leaves out products on offer.",
      ),
    createdOn: Instant.describe("When it was added to the catalogue."),
    extended1: z.string().nullable().describe("First extra field, free text of the shop's staff; null if empty."),
    extended2: z.string().nullable().describe("Second extra field, free text of the shop's staff; null if empty."),
    style: z
      .string()
      .nullable()
      .meta({ description: "Code that the colours of one garment share. Null if it has none.", example: "BL-014" }),
    colors: z
      .array(ColorOfStyle)
      .describe("The products of its style that this shop sells, itself included. Without a style only itself."),
    composition: z.array(Fiber).describe("The fibres, which sum to 100 percent. Empty if unknown."),
    care: z
      .array(CareSymbol)
      .describe("Care symbols in the order of a label, at most one of a group. Empty if unknown."),
    origin: z
      .string()
      .nullable()
      .meta({ description: "Country where it was made, in Spanish. Null if unknown.", example: "México" }),
    gender: z.enum(GENDERS).nullable().describe("Whom it is made for. Null if unknown."),
    ageGroup: z.enum(AGE_GROUPS).nullable().describe("The age it is made for. Null if unknown."),
    fitNote: z.string().nullable().describe("How it fits, a sentence of the shop's staff. Null if empty."),
    modelNote: z.string().nullable().describe("The size of the person in its pictures. Null if empty."),
    rating: Rating.nullable().describe("The summary of its reviews. Null without reviews."),
    formerPrice: Pesos.nullable().describe("The price before the offer that runs now. Null without an offer."),
    offerUntil: Instant.nullable().describe("When the offer ends. Null without an offer, or if it has no end."),
    promotions: z
      .array(
        z.object({
          name: z.string().describe("As customers read it in their cart."),
          label: z.string().describe("What it gives, in a few words."),
        }),
      )
      .describe("The running promotions that include the product and that every customer gets without a code."),
    freeShippingFrom: Pesos.nullable().describe(
      "The total of products from which a running promotion without a code pays the shipping. Null if there is none.",
    ),
    installments: Installments.nullable().describe(
      "The longest plan of monthly payments without interest for this product alone. Null if there is none.",
    ),
  })
  .meta({ id: "Product", description: "A product as this shop sells it." });
export type Product = z.output<typeof Product>;

export const ProductPage = pageOf(Product).meta({ id: "ProductPage", description: "A page of products." });

const SearchTerm = text()
  .transform((term) => term.trim())
  .pipe(z.string().max(100, { error: "Busca con a lo más 100 caracteres" }))
  .optional()
  .meta({
    description: "Words to find in name, brand, category, colour and description. Empty: all products.",
    example: "blusa lino",
  });

const WRONG_PRICE_MESSAGE = "Escribe un precio en pesos, de 0 a 1,000,000";
/** The lowest or the highest price of a filter, in pesos. */
const PriceLimit = text()
  .max(20, { error: WRONG_PRICE_MESSAGE })
  .transform((typed, context) => {
    const pesos = /^\d{1,7}(?:\.\d{1,2})?$/.test(typed.trim()) ? Number(typed) : Number.NaN;
    if (!(pesos <= 1_000_000)) context.addIssue({ code: "custom", message: WRONG_PRICE_MESSAGE });
    return pesos;
  })
  .optional();

/** A filter that is on or off. Off has the same effect as an omitted filter. */
const OnOffFilter = z
  .enum(["true", "1", "false", "0"], { error: "Escribe true o false" })
  .transform((typed) => typed === "true" || typed === "1")
  .optional();

/** The filters of a product list. */
export const FacetsQuery = z.object({
  category: oneLineText()
    .optional()
    .meta({ description: "A category's `_id` or slug; its subcategories are included.", example: "mujer" }),
  brand: repeatableFilter().meta({
    description: "A brand's `_id` or slug. Given several times: any of them.",
    example: ["jacaranda"],
  }),
  attribute: repeatableFilter().meta({
    description: "The `_id` of a size name (see the facets) or its name. Given several times: any of them.",
    example: ["M", "G"],
  }),
  color: repeatableFilter().meta({
    description: `A family of colours: ${COLOR_FAMILIES.map((family) => `\`${family}\``).join(", ")}. Given several times: any of them.`,
    example: ["azul"],
  }),
  minPrice: PriceLimit.meta({ description: "Lowest price in pesos, as this shop displays it.", example: "200" }),
  maxPrice: PriceLimit.meta({ description: "Highest price in pesos, as this shop displays it.", example: "800" }),
  offer: OnOffFilter.meta({ description: "`true`: only products with an offer that runs now.", example: "true" }),
  new: OnOffFilter.meta({ description: "`true`: only new products that are not on offer.", example: "true" }),
  searchTerm: SearchTerm,
});

export const SearchQuery = z.object({
  ...Paging,
  ...FacetsQuery.shape,
  sort: z.enum(SORT_KEYS, { error: "Ese orden no existe" }).optional().meta({
    description:
      "The order; `-` reverses. By default the best match for a `searchTerm`, otherwise the shop's setting `orders.products.sortkey`.",
    example: "price",
  }),
});

const COUNTED_FIELDS = {
  _id: Id.describe("The id to filter by."),
  name: z.string().describe("The name that customers read."),
  count: z.number().int().describe("Products that would match."),
};
const Slug = z.string().describe("Its name in URLs. Filters accept it too.");
const CountedSizeName = z.object(COUNTED_FIELDS);
const CountedBrand = z.object({ ...COUNTED_FIELDS, slug: Slug });
const CountedColor = z.object({ ...COUNTED_FIELDS, _id: z.enum(COLOR_FAMILIES).describe("The family to filter by.") });
const CountedCategory = z.object({
  ...COUNTED_FIELDS,
  slug: Slug,
  parentId: z.string().describe('`_id` of the parent category; "0" at the top.'),
});

/** How many products each choice of a filter would leave: alone in its filter, with the other filters unchanged. */
export const Facets = z
  .object({
    totalDocs: z.number().int().describe("Products with the filters as they are."),
    brands: z.array(CountedBrand).describe("Brands to choose from."),
    sizes: z.array(CountedSizeName).describe("Sizes to choose from, in the order people expect."),
    categories: z.array(CountedCategory).describe("Categories to choose from."),
    colors: z.array(CountedColor).describe("Families of colours to choose from, always in the same order."),
    prices: z
      .object({ min: Pesos.describe("The lowest price."), max: Pesos.describe("The highest price.") })
      .nullable()
      .describe(
        "The range of prices in this shop, without the filters `minPrice` and `maxPrice`. Null without products.",
      ),
    offers: z.number().int().describe("Products with an offer that runs now."),
    newProducts: z.number().int().describe("New products."),
  })
  .meta({
    id: "Facets",
    description: "How many products each choice of a filter would leave, without the other choices of the same filter.",
  });
export type Facets = z.output<typeof Facets>;

export const SuggestionsQuery = z.object({ searchTerm: SearchTerm });

export const Suggestions = z
  .object({
    products: z
      .array(
        z.object({
          _id: Id.describe("The product's `_id`."),
          name: z.string().describe("Name without brand and colour."),
          brand: z.string().nullable().describe("Name of its first brand. Null if it has none."),
          color: z.string().nullable().describe("Colour in Spanish. Null if it has none."),
          price: Pesos.describe("This shop's price of one piece."),
          formerPrice: Pesos.nullable().describe("The price before the offer that runs now. Null without an offer."),
          image: z.string().nullable().describe("Path of a small picture. Null if there is none."),
        }),
      )
      .describe("The best matches."),
    categories: z
      .array(CountedCategory)
      .describe("Categories of the matching products, with the number of those products."),
    brands: z.array(CountedBrand).describe("Brands of the matching products, with the number of those products."),
    totalDocs: z.number().int().describe("The total number of matching products."),
  })
  .meta({ id: "Suggestions", description: "Suggestions for the text that the customer has typed so far." });
export type Suggestions = z.output<typeof Suggestions>;

export const Category = z
  .object({
    _id: Id.describe("The category's id."),
    name: z.string().describe("The name that customers read."),
    description: z.string().describe("Text above its products; may be empty."),
    parentId: z.string().describe('`_id` of the parent category; "0" at the top.'),
    brands: z.array(IdWithName).describe("Brands with available products in it or in its subcategories."),
    color: z.string().nullable().describe("Background colour of its tile, as CSS. Null if it has none."),
    image: z.string().nullable().describe("Path of a WebP picture about 540 pixels wide; null without a picture."),
  })
  .meta({ id: "Category", description: "A category of the catalogue." });

export interface MenuEntry {
  _id: string;
  name: string;
  image: string | null;
  slug: string;
  brands: { _id: string; name: string; slug: string }[];
  children: MenuEntry[];
}
export const MenuEntry: z.ZodType<MenuEntry> = z
  .object({
    _id: Id.describe("The category's id."),
    name: z.string().describe("The name that customers read."),
    slug: Slug,
    image: z.string().nullable().describe("Path of a WebP picture about 540 pixels wide; null without a picture."),
    brands: z
      .array(IdWithName.extend({ slug: Slug }))
      .describe("Brands with available products in it or in its subcategories."),
    get children() {
      return z.array(MenuEntry).describe("Its subcategories with available products.");
    },
  })
  .meta({ id: "MenuEntry", description: "A category in the menu, with its subcategories." });
