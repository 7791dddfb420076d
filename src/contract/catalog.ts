import { z } from "zod";
import { anyOf, Id, Instant, Paging, pageOf, Pesos, plainText, text } from "./fields.ts";

export const Named = z.object({ _id: Id, name: z.string() });

export const StockEntry = z
  .object({
    _id: Id,
    attribute: z.string().meta({ example: "M" }),
    stock: z.number().int().meta({ description: "Piezas que aún se pueden vender" }),
  })
  .meta({ id: "StockEntry" });

const Image = z.object({ url: z.string(), thumbnailUrl: z.string(), largeUrl: z.string() });

export const Product = z
  .object({
    _id: Id,
    name: z.string(),
    description: z.string(),
    type: z.enum(["ORDINARY", "DIGITAL"]),
    brands: z.array(Named),
    categories: z.array(Named),
    color: z.string().nullable(),
    event: z
      .object({ startsOn: Instant, place: z.string().nullable() })
      .nullable()
      .meta({ description: "De un boleto: cuándo y dónde" }),
    price: Pesos,
    wholesalePrice: Pesos.nullable(),
    shopPrice: Pesos.nullable(),
    shopWholesalePrice: Pesos.nullable(),
    isLocal: z.boolean(),
    shops: z.array(z.object({ shopId: Id, price: Pesos.nullable() })),
    images: z.array(Image),
    image: z.string().nullable(),
    stocks: z.array(StockEntry),
    hasDto: z.boolean(),
    isNewProduct: z.boolean(),
    createdOn: Instant,
    extended1: z.string().nullable(),
    extended2: z.string().nullable(),
  })
  .meta({ id: "Product" });
export type Product = z.output<typeof Product>;

export const ProductPage = pageOf(Product).meta({ id: "ProductPage" });

const SearchTerm = text()
  .transform((term) => term.trim())
  .pipe(z.string().max(100, { error: "Busca con a lo más 100 caracteres" }))
  .optional();

/** What narrows a list of products. */
export const FacetsQuery = z.object({
  category: plainText().optional().meta({ description: "`_id` o slug; incluye sus subcategorías" }),
  brand: anyOf().meta({ description: "`_id` o slug; varias veces: cualquiera de ellas" }),
  attribute: anyOf().meta({ description: "`_id` o nombre de una talla; varias veces: cualquiera de ellas" }),
  searchTerm: SearchTerm,
});

export const SearchQuery = z.object({ ...Paging, ...FacetsQuery.shape });

const Counted = z.object({ _id: Id, name: z.string(), count: z.number().int() });
const CountedCategory = Counted.extend({ slug: z.string(), parentId: z.string() });

/** How many products each filter would leave, the others staying as they are. */
export const Facets = z
  .object({
    totalDocs: z.number().int(),
    brands: z.array(Counted.extend({ slug: z.string() })),
    sizes: z.array(Counted),
    categories: z.array(CountedCategory),
  })
  .meta({ id: "Facets" });
export type Facets = z.output<typeof Facets>;

export const SuggestionsQuery = z.object({ searchTerm: SearchTerm });

export const Suggestions = z
  .object({
    products: z.array(
      z.object({
        _id: Id,
        name: z.string(),
        brand: z.string().nullable(),
        color: z.string().nullable(),
        price: Pesos,
        image: z.string().nullable(),
      }),
    ),
    categories: z.array(CountedCategory),
    brands: z.array(Counted.extend({ slug: z.string() })),
    totalDocs: z.number().int(),
  })
  .meta({ id: "Suggestions" });
export type Suggestions = z.output<typeof Suggestions>;

export const Category = z
  .object({
    _id: Id,
    name: z.string(),
    description: z.string(),
    parentId: z.string().meta({ description: '"0" en el nivel superior' }),
    brands: z.array(Named),
    color: z.string().nullable(),
    image: z.string().nullable(),
  })
  .meta({ id: "Category" });

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
    _id: Id,
    name: z.string(),
    slug: z.string(),
    image: z.string().nullable(),
    brands: z.array(Named.extend({ slug: z.string() })),
    get children() {
      return z.array(MenuEntry);
    },
  })
  .meta({ id: "MenuEntry" });
