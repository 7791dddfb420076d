import type { z } from "zod";
import type { CartLine } from "../cart-line.ts";
import type {
  AddToCartResponse,
  AddToCart,
  Cart,
  ChangeQuantity,
  Checkout,
  CartGifts,
  CouponResponse,
  ChangeQuantityResponse,
  Quote,
  SetCoupon,
} from "../carts.ts";
import { ID } from "./ids.ts";

/** Two blouses at 499. */
export const CART_LINE: z.input<typeof CartLine> = {
  productId: ID.product,
  brandId: ID.brand,
  attributeId: ID.sizeM,
  brand: "Jacaranda",
  name: "Blusa de lino Jacaranda Blanco T: M",
  price: 499,
  wholesalePrice: 429,
  shopPrice: null,
  shopWholesalePrice: null,
  unitPrice: 499,
  discount: 0,
  formerPrice: null,
  quantity: 2,
  realQty: 2,
  madeToOrder: false,
  stock: 10,
  image: "/pictures/c47a1e90b2d3f8560d9e4b7a61c2f835.360.webp",
  extended1: null,
  extended2: null,
};

/** Two blouses: 998, with packaging 1,008. The online fee has a rate of 3.49 % and a base of 4 (rule CHARGE-5). */
export const CART: z.input<typeof Cart> = {
  _id: ID.cart,
  state: "active",
  modifiedOn: "2026-11-20T17:05:12.000Z",
  expiresOn: "2026-11-20T17:35:12.000Z",
  serverNow: "2026-11-20T17:05:12.300Z",
  isPresale: false,
  presale: null,
  presaleDetails: null,
  products: [CART_LINE],
  summary: { pieces: 2, wholesale: false, subtotal: 998 },
  totals: {
    packaging: 10,
    total: 1008,
    payments: [
      { payment_method: "MP", fee: 46.92, total: 1054.92 },
      { payment_method: "TB", fee: 0, total: 1008 },
    ],
    installments: null,
  },
  discounts: [],
  savings: 0,
  coupon: null,
  freeShipping: { from: 999, missing: 1 },
  mayHaveGifts: false,
};

export const CART_GIFTS: z.input<typeof CartGifts> = {
  docs: [
    {
      promotion: "Bolsa de regalo",
      productId: ID.product,
      name: "Bolsa de manta · Blanco",
      image: "/pictures/c47a1e90b2d3f8560d9e4b7a61c2f835.180.webp",
      sizes: [{ _id: ID.sizeM, attribute: "Unitalla" }],
    },
  ],
};

export const SET_COUPON: z.input<typeof SetCoupon> = { code: "buenfin10" };

/** A tenth off two blouses: 898.20, with packaging 908.20. */
export const SET_COUPON_RESPONSE: z.input<typeof CouponResponse> = {
  cart: {
    ...CART,
    products: [{ ...CART_LINE, discount: 99.8 }],
    totals: {
      packaging: 10,
      total: 908.2,
      payments: [
        { payment_method: "MP", fee: 42.74, total: 950.94 },
        { payment_method: "TB", fee: 0, total: 908.2 },
      ],
      installments: null,
    },
    discounts: [{ label: "Buen Fin", amount: 99.8 }],
    savings: 99.8,
    coupon: { code: "BUENFIN10", applies: true, detail: null },
    freeShipping: { from: 999, missing: 100.8 },
  },
};

export const ADD_TO_CART: z.input<typeof AddToCart> = {
  products: [
    { productId: ID.product, attributeId: ID.sizeM, quantity: 2 },
    { productId: ID.product, attributeId: ID.sizeG, quantity: 1 },
  ],
  isPresale: false,
};

export const ADDED_TO_CART: z.input<typeof AddToCartResponse> = {
  cart: CART,
  failed: [{ name: "Blusa de lino Jacaranda Blanco T: G", attributeId: ID.sizeG, reason: "SOLD_OUT", stock: 0 }],
};

export const CHANGE_QUANTITY: z.input<typeof ChangeQuantity> = {
  attributeId: ID.sizeM,
  productId: ID.product,
  newQuantity: 2,
};

export const QUANTITY_CHANGED: z.input<typeof ChangeQuantityResponse> = { status: "OK", cart: CART };

/** The same cart with a carrier at 120, insured at 2 %, paid by transfer. */
export const QUOTE: z.input<typeof Quote> = {
  subtotal: 998,
  packaging: 10,
  shipping: 120,
  extraFee: 0,
  insurance: 24,
  total: 1152,
  fee: 0,
  grandTotal: 1152,
  discounts: [],
  savings: 0,
  installments: null,
  wholesale: false,
  pieces: 2,
};

export const CHECKOUT: z.input<typeof Checkout> = {
  customerId: ID.customer,
  addressId: ID.address,
  shippingId: ID.carrier,
  secured: true,
  payment_method: "TB",
  expectedTotal: 1152,
  termsVersion: "2026-11",
  email: "ana@ejemplo.mx",
};
