import type { z } from "zod";
import type { CustomerMeasures, SaveMeasures, SizeGuide } from "../size-guides.ts";
import type { Category, Facets, MenuEntry, Product, ProductPage, StockEntry, Suggestions } from "../catalog.ts";
import type { SaveToWishlist, Wishlist } from "../wishlists.ts";
import { ID } from "./ids.ts";
import { RATING } from "./rating.ts";

const BRAND = { _id: ID.brand, name: "Jacaranda" };

export const SIZE_NAMES = [
  { _id: ID.sizeM, name: "M" },
  { _id: ID.sizeG, name: "G" },
];
export const BRANDS = [BRAND, { _id: ID.otherBrand, name: "Nopal" }];

export const STOCK_ENTRY: z.input<typeof StockEntry> = {
  _id: ID.sizeM,
  attribute: "M",
  stock: 12,
  sku: "BL-014-BCO-M",
  gtin: "2010140000035",
  weight: 180,
};
export const STOCKS: z.input<typeof StockEntry>[] = [
  STOCK_ENTRY,
  { _id: ID.sizeG, attribute: "G", stock: 0, sku: "BL-014-BCO-G", gtin: "2010140000042", weight: 195 },
];

export const SIZE_GUIDE: z.input<typeof SizeGuide> = {
  unit: "cm",
  columns: ["Pecho o busto", "Cintura"],
  rows: [
    { size: "M", values: [92, 74.5] },
    { size: "G", values: [98, 80] },
  ],
};

export const SAVE_MEASURES: z.input<typeof SaveMeasures> = { chest: 93.5, waist: 74 };
export const CUSTOMER_MEASURES: z.input<typeof CustomerMeasures> = {
  chest: 93.5,
  waist: 74,
  hip: null,
  foot: null,
  inseam: null,
};

export const SAVE_TO_WISHLIST: z.input<typeof SaveToWishlist> = { products: [{ _id: ID.product }] };
export const WISHLIST: Wishlist = {
  docs: [
    {
      _id: ID.product,
      addedOn: "2026-11-21T18:00:00.000Z",
      wasSoldOut: true,
      wasOnOffer: false,
      isBack: true,
      hasNewOffer: false,
    },
  ],
  max: 100,
};

export const PRODUCT: z.input<typeof Product> = {
  _id: ID.product,
  name: "Blusa de lino",
  description: "Lino lavado, botones de concha y corte holgado. Se lava a mano.",
  type: "ORDINARY",
  brands: [BRAND],
  categories: [{ _id: ID.subcategory, name: "Blusas" }],
  color: "Blanco",
  event: null,
  price: 499,
  wholesalePrice: 429,
  shopPrice: null,
  shopWholesalePrice: null,
  isLocal: false,
  shops: [{ shopId: ID.branch, price: 529 }],
  images: [
    {
      url: "/pictures/c47a1e90b2d3f8560d9e4b7a61c2f835.720.webp",
      thumbnailUrl: "/pictures/c47a1e90b2d3f8560d9e4b7a61c2f835.360.webp",
      largeUrl: "/pictures/c47a1e90b2d3f8560d9e4b7a61c2f835.1080.webp",
    },
  ],
  image: "/pictures/c47a1e90b2d3f8560d9e4b7a61c2f835.720.webp",
  stocks: STOCKS.map((size) => ({ ...size, price: null, formerPrice: null })),
  sizeGuide: SIZE_GUIDE,
  hasDto: false,
  isNewProduct: true,
  createdOn: "2026-11-17T16:20:00.000Z",
  extended1: null,
  extended2: null,
  style: "BL-014",
  colors: [
    {
      _id: ID.product,
      slug: "blanco",
      name: "Blanco",
      hex: "#f7f6f2",
      image: "/pictures/c47a1e90b2d3f8560d9e4b7a61c2f835.720.webp",
    },
    {
      _id: ID.otherProduct,
      slug: "azul-marino",
      name: "Azul marino",
      hex: "#24324f",
      image: "/pictures/90d3f856c47a1eb2f7150c8d3e69a4b1.720.webp",
    },
  ],
  composition: [
    { fiber: "Lino", percent: 55 },
    { fiber: "Algodón", percent: 45 },
  ],
  care: [
    { code: "wash-hand", text: "Lavar a mano" },
    { code: "bleach-no", text: "No usar blanqueador" },
    { code: "dry-line-shade", text: "Secar tendida a la sombra" },
    { code: "iron-150", text: "Planchar a máximo 150 °C" },
  ],
  origin: "México",
  gender: "female",
  ageGroup: "adult",
  fitNote: "Corte holgado: si estás entre dos tallas, elige la menor.",
  modelNote: "Mide 1.72 m y usa CH.",
  rating: RATING,
  formerPrice: null,
  offerUntil: null,
  promotions: [{ name: "Buen Fin", label: "3×2" }],
  freeShippingFrom: 999,
  installments: null,
};

export const PRODUCT_PAGE: z.input<typeof ProductPage> = { docs: [PRODUCT], page: 1, totalPages: 1, totalDocs: 1 };

const COUNTED_BRAND = { ...BRAND, slug: "jacaranda", count: 1 };
const COUNTED_CATEGORY = { _id: ID.category, name: "Mujer", slug: "mujer", parentId: "0", count: 1 };

export const FACETS: z.input<typeof Facets> = {
  totalDocs: 1,
  brands: [COUNTED_BRAND],
  sizes: [{ _id: ID.sizeM, name: "M", count: 1 }],
  categories: [
    COUNTED_CATEGORY,
    { _id: ID.subcategory, name: "Blusas", slug: "blusas", parentId: ID.category, count: 1 },
  ],
  colors: [{ _id: "blanco", name: "Blanco", count: 1 }],
  prices: { min: 499, max: 499 },
  offers: 0,
  newProducts: 1,
};

export const SUGGESTIONS: z.input<typeof Suggestions> = {
  products: [
    {
      _id: ID.product,
      name: "Blusa de lino",
      brand: "Jacaranda",
      color: "Blanco",
      price: 499,
      formerPrice: null,
      image: "/pictures/c47a1e90b2d3f8560d9e4b7a61c2f835.180.webp",
    },
  ],
  categories: [{ _id: ID.subcategory, name: "Blusas", slug: "blusas", parentId: ID.category, count: 1 }],
  brands: [COUNTED_BRAND],
  totalDocs: 1,
};

export const CATEGORY: z.input<typeof Category> = {
  _id: ID.category,
  name: "Mujer",
  description: "Ropa de mujer hecha en México.",
  parentId: "0",
  brands: [BRAND],
  color: "#c6005c",
  image: "/pictures/71e0c2a9d4b6385f2c9de08b47a315f6.540.webp",
};
export const SUBCATEGORY: z.input<typeof Category> = {
  _id: ID.subcategory,
  name: "Blusas",
  description: "",
  parentId: ID.category,
  brands: [BRAND],
  color: null,
  image: null,
};

export const MENU_ENTRY: MenuEntry = {
  _id: ID.category,
  name: "Mujer",
  slug: "mujer",
  image: "/pictures/71e0c2a9d4b6385f2c9de08b47a315f6.540.webp",
  brands: [{ ...BRAND, slug: "jacaranda" }],
  children: [
    {
      _id: ID.subcategory,
      name: "Blusas",
      slug: "blusas",
      image: null,
      brands: [{ ...BRAND, slug: "jacaranda" }],
      children: [],
    },
  ],
};
