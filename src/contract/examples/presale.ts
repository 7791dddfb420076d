import type { z } from "zod";
import type { AccessCode, CodeAccepted, JoinRoom, PresaleProduct, PresaleShown, RoomPlace } from "../presale.ts";
import { PRODUCT } from "./catalog.ts";
import { ID, SECRET } from "./ids.ts";

export const PRESALE_SHOWN: z.input<typeof PresaleShown> = {
  _id: ID.presale,
  name: "Primavera 2027",
  deliversOn: "2027-02-15",
};

export const PRESALE_PRODUCT: z.input<typeof PresaleProduct> = {
  ...PRODUCT,
  _id: ID.presaleProduct,
  name: "Vestido midi",
  description: "Algodón con bordado a mano.",
  categories: [{ _id: ID.category, name: "Mujer" }],
  color: "Rojo",
  price: 899,
  wholesalePrice: 780,
  shops: [],
  images: [
    {
      url: "/pictures/5a9e03d7c1b2f468e3708d4f1ac956b2.720.webp",
      thumbnailUrl: "/pictures/5a9e03d7c1b2f468e3708d4f1ac956b2.360.webp",
      largeUrl: "/pictures/5a9e03d7c1b2f468e3708d4f1ac956b2.1080.webp",
    },
  ],
  image: "/pictures/5a9e03d7c1b2f468e3708d4f1ac956b2.720.webp",
  stocks: [
    {
      _id: ID.presaleSize,
      attribute: "CH",
      stock: 0,
      sku: null,
      gtin: null,
      weight: null,
      price: null,
      formerPrice: null,
    },
  ],
  style: null,
  colors: [
    {
      _id: ID.presaleProduct,
      slug: "rojo",
      name: "Rojo",
      hex: "#b5222d",
      image: "/pictures/5a9e03d7c1b2f468e3708d4f1ac956b2.720.webp",
    },
  ],
  composition: [{ fiber: "Algodón", percent: 100 }],
  care: [],
  fitNote: null,
  modelNote: null,
  tag: "new",
  pictures: [
    {
      key: "5a9e03d7c1b2f468e3708d4f1ac956b2",
      width: 1600,
      height: 2000,
      color: "#b3422f",
      alt: "Vestido midi rojo con bordado en el escote",
      avif: [180, 360, 540, 720, 1080, 1600],
      webp: [180, 360, 540, 720, 1080, 1600],
    },
  ],
};

export const ACCESS_CODE: z.input<typeof AccessCode> = { code: "primavera" };

export const CODE_ACCEPTED: z.input<typeof CodeAccepted> = {
  status: "OK",
  code: "PRIMAVERA",
  presale: {
    ...PRESALE_SHOWN,
    startsOn: "2026-11-21T18:00:00.000Z",
    endsOn: "2026-11-29T05:59:00.000Z",
    room: true,
  },
};

export const JOIN_ROOM: z.input<typeof JoinRoom> = { visitor: SECRET.visitor };

export const ROOM_PLACE_WAITING: z.input<typeof RoomPlace> = {
  state: "WAITING",
  place: 214,
  ahead: 63,
  people: 190,
  waitMinutes: 8,
  likely: true,
  opensOn: "2026-11-21T18:00:00.000Z",
  piecesBackOn: null,
  grant: null,
  grantEndsOn: null,
  cart: null,
  serverNow: "2026-11-21T18:04:10.000Z",
  pollSeconds: 5.7,
};

export const ROOM_PLACE_ADMITTED: z.input<typeof RoomPlace> = {
  ...ROOM_PLACE_WAITING,
  state: "ADMITTED",
  ahead: 0,
  people: 126,
  waitMinutes: null,
  grant: SECRET.grant,
  grantEndsOn: "2026-11-21T18:22:00.000Z",
  serverNow: "2026-11-21T18:12:00.000Z",
  pollSeconds: 3.1,
};
