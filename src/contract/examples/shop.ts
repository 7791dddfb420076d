import type { z } from "zod";
import type { PublicShop, PriceIncrements } from "../shop.ts";
import { ID } from "./ids.ts";

export const PUBLIC_SHOP: z.input<typeof PublicShop> = {
  _id: ID.shop,
  key: "matriz",
  name: "Casa Maguey",
  logo: "/pictures/9f2c41d07be8a316054ed9b7c3f1826a.360.webp",
  color: "indigo",
  shopType: "matrix",
  banners: [
    {
      image: "/pictures/3b7d90e2a14c58f69c60e1d2748fb035.1600.avif",
      portrait: "/pictures/6e1f0c84b97d23a5d1482ef6c0b3975e.1080.webp",
      focus: [70, 40],
      place: "hero",
      title: "Lino de Oaxaca",
      text: "Blusas y vestidos para el calor",
      url: "/?category=mujer",
    },
  ],
  messages: [{ message: "Envíos a todo México", color: "indigo", enabled: true }],
  chat: { provider: "whatsapp", id: "5215512345678" },
  settings: {
    carts: { timeout: 30 },
    orders: {
      allowGuest: true,
      wholesaleQty: 10,
      allowWholesale: true,
      wholesaleDto: 0,
      message: "Gracias por comprar en una tienda mexicana.",
      presaleCap: 1000,
      termsInTwoSteps: false,
      products: { sortkey: "-createdOn" },
      packaging: 10,
    },
    products: { showWholesalePrice: true, showStock: true, showDescription: true, showDetailsButton: true },
    storefront: { messages: "line", typeface: "editorial" },
    payments: {
      enabled: true,
      transfer: true,
      fee: 3.49,
      base: 4,
      public_key: "APP_USR-5d0f7a1e-3c2b-4a68-9e71-0b6c4d2f8a93",
      windows: { online: 24, transfer: 48, receipt: 72, voucherDays: 3, receiptDays: 180 },
      installments: { confirmed: false, plans: [] },
    },
    accounts: { passwordMin: 8, checkoutPasswordMin: 8, unverifiedMailsPerDay: 10 },
    reviews: { approveFirst: false, inviteAfterDays: 10 },
    management: {
      canSell: true,
      allowInvoicing: true,
      maintenance: { enabled: false, information: "" },
      opened: true,
    },
    analytics: null,
    company: {
      legalName: "Casa Maguey, S.A. de C.V.",
      address: "Av. Álvaro Obregón 151, Roma Norte, 06700 Cuauhtémoc, Ciudad de México",
      email: "hola@casamaguey.example",
      phone: "55 1234 5678",
    },
  },
};

export const SHOWN_SETTINGS = PUBLIC_SHOP.settings;

export const PRICE_INCREMENTS: z.input<typeof PriceIncrements> = {
  prices: [
    { brandId: ID.brand, increment: 30 },
    { brandId: ID.otherBrand, increment: 15.5 },
  ],
};
