import { SANDBOX_PUBLIC_KEY } from "../../src/server/adapters/payments/sandbox/credentials.ts";
import type { HomeSection } from "../../src/contract/home-sections.ts";
import type { ShopSettings } from "../../src/contract/shop.ts";
import { pictureUrl } from "../../src/server/pictures/picture-url.ts";
import type { DemoCatalog } from "./demo-catalog.ts";
import { DEFAULT_SETTINGS, ONLINE_CHECKOUT_MESSAGE } from "../../src/server/shops/create-empty-head-office.ts";
import { demoId } from "./demo-id.ts";
import { DEMO_LOOK_PRODUCT_ID } from "./demo-looks.ts";

/**
 * The front page of the head office is within the budgets of `measure/budgets.ts`. The branch's has a row and a look.
 */
const HOME: HomeSection[] = [
  { kind: "messages", shown: true },
  { kind: "hero", shown: true },
  { kind: "categories", shown: true },
  { kind: "list", shown: true },
  { kind: "story", shown: true },
  { kind: "reviews", shown: true },
];

const BRANCH_HOME: HomeSection[] = [
  { kind: "messages", shown: true },
  { kind: "hero", shown: true },
  { kind: "row", shown: true, title: "Para las mañanas frías", source: "category", slug: "chamarras-y-sacos" },
  { kind: "categories", shown: true },
  { kind: "list", shown: true },
  { kind: "look", shown: true, title: "Completa el look", productId: DEMO_LOOK_PRODUCT_ID },
];

const SETTINGS: ShopSettings = {
  ...DEFAULT_SETTINGS,
  storefront: { ...DEFAULT_SETTINGS.storefront, home: HOME },
  orders: { ...DEFAULT_SETTINGS.orders, packaging: 10, message: "Gracias por comprar en una tienda mexicana." },
  payments: {
    ...DEFAULT_SETTINGS.payments,
    enabled: true,
    fee: 3.49,
    base: 4,
    public_key: SANDBOX_PUBLIC_KEY,
    accounts: [
      { bank: "Banco de Demostración", beneficiary: "Casa Maguey, S.A. de C.V.", clabe: "002010077777777771" },
    ],
  },
  management: { ...DEFAULT_SETTINGS.management, allowInvoicing: true },
  // The demo's pages load the sandbox script: nothing is sent to Google (adapters/analytics/).
  analytics: { provider: "ga4", id: "G-DEMO" },
  company: {
    legalName: "Casa Maguey, S.A. de C.V. (empresa de demostración)",
    address: "Av. Álvaro Obregón 151, Roma Norte, 06700 Cuauhtémoc, Ciudad de México",
    email: "hola@casamaguey.example",
    phone: "55 1234 5678",
  },
};

/** The branch has its own front page, order message, bank account, company data and a wholesale discount. */
const BRANCH_SETTINGS: ShopSettings = {
  ...SETTINGS,
  storefront: { ...SETTINGS.storefront, home: BRANCH_HOME },
  orders: { ...SETTINGS.orders, wholesaleDto: 25, message: "Gracias por comprar en el norte." },
  payments: {
    ...SETTINGS.payments,
    accounts: [
      { bank: "Banco Regional de Demostración", beneficiary: "Casa Maguey Norte", clabe: "072580009876543211" },
    ],
  },
  company: {
    legalName: "Casa Maguey Norte (empresa de demostración)",
    address: "Calle Morelos 420, Barrio Antiguo, 64000 Monterrey, Nuevo León",
    email: "norte@casamaguey.example",
    phone: "81 2345 6789",
  },
};

export function demoShops({ extras }: DemoCatalog) {
  const [linenBanner, knitBanner, ticketBanner, basicsBanner] = extras.banners.map(({ wide, tall, focus }) => ({
    image: pictureUrl(wide, 1600, "webp"),
    portrait: pictureUrl(tall, 1200, "webp"),
    focus: [focus.x, focus.y] as [number, number],
    place: "hero" as const,
  }));
  const story = {
    image: pictureUrl(extras.story, 1200, "webp"),
    portrait: null,
    focus: null,
    place: "story" as const,
    title: "Bordado a mano en el sureste",
    text: "Cada blusa lleva tres días de aguja. Las flores se dibujan sin patrón, y por eso no hay dos iguales.",
    url: "/?searchTerm=bordada",
  };
  const terms = {
    version: "2026-11",
    pages: [
      {
        picture: extras.terms[0] ?? null,
        title: "Cambios y devoluciones",
        text: "Tienes 30 días para cambiar tus prendas, sin uso y con etiqueta. El primer cambio no cuesta. Los boletos no se cambian ni se devuelven, salvo que el evento se cancele.",
      },
      {
        picture: extras.terms[1] ?? null,
        title: "Envíos y apartado",
        text: "Preparamos tu pedido en 1 a 2 días hábiles después de confirmar tu pago. Tus piezas quedan apartadas 24 horas si pagas en línea y 48 si transfieres; si no recibimos el pago, vuelven a la tienda y el pedido se cancela.",
      },
    ],
  };
  return [
    {
      id: demoId("shop", "matriz"),
      key: "matriz",
      kind: "headOffice" as const,
      name: "Casa Maguey",
      logo: null,
      color: "indigo" as const,
      hosts: ["matriz.localhost", "localhost", "127.0.0.1"],
      settings: SETTINGS,
      banners: [
        {
          ...linenBanner,
          title: "Lino para el calor",
          text: "Vestidos y camisas que respiran",
          url: "/?category=mujer",
        },
        {
          ...knitBanner,
          title: "Mayoreo desde 10 piezas",
          text: "Mezcla modelos y tallas en un mismo pedido",
          url: "/",
        },
        {
          ...ticketBanner,
          title: "Boletos sin filas",
          text: "Conciertos, pasarelas y talleres",
          url: "/?category=boletos",
        },
        story,
        { ...basicsBanner, place: "tile" as const, title: "Básicos de diario", text: "", url: "/?category=hombre" },
      ].filter(hasImage),
      messages: [
        { message: "Envíos a todo México", color: "indigo", enabled: true },
        { message: "Precio de mayoreo desde 10 piezas, surtidas como quieras", color: "green", enabled: true },
        { message: "Tu primer cambio no cuesta, durante 30 días", color: "pink", enabled: true },
      ],
      chat: { provider: "whatsapp" as const, id: "5215512345678" },
      terms,
      paymentMethods: DEMO_PAYMENT_METHODS,
    },
    {
      id: demoId("shop", "norte"),
      key: "norte",
      kind: "branch" as const,
      name: "Casa Maguey Norte",
      logo: null,
      color: "green" as const,
      hosts: ["norte.localhost"],
      settings: BRANCH_SETTINGS,
      banners: [
        {
          ...knitBanner,
          title: "Abrigados en el norte",
          text: "Tejidos y chamarras para las mañanas frías",
          url: "/?category=chamarras-y-sacos",
        },
        {
          ...basicsBanner,
          title: "Básicos de diario",
          text: "Playeras y jeans que combinan con todo",
          url: "/?category=hombre",
        },
      ].filter(hasImage),
      messages: [
        { message: "Salimos a repartir desde Monterrey", color: "green", enabled: true },
        { message: "Cambia tu talla en Morelos 420, Barrio Antiguo", color: "gray", enabled: true },
        { message: "$25 menos por pieza desde 10 piezas", color: "blue", enabled: true },
      ],
      chat: null,
      terms,
      paymentMethods: DEMO_PAYMENT_METHODS.map((method) =>
        method.key === "TB"
          ? {
              ...method,
              checkout_message:
                "Transfiere el total exacto a la cuenta de la sucursal, con tu número de pedido como concepto. Tu asesor en Monterrey te avisa cuando llegue.",
            }
          : method,
      ),
    },
  ];
}

function hasImage<T extends { image?: string }>(banner: T): banner is T & { image: string } {
  return banner.image !== undefined;
}

/** Products that are sold only in these shops (rule PRICE-4). */
export const DEMO_LOCAL_PRODUCTS: Record<string, string[]> = {
  "bolsa-de-grecas-azul-marino": ["norte"],
  "gorro-tejido-con-doblez-gris-jaspe": ["norte"],
  "chamarra-bomber-ligera-verde-olivo": ["norte"],
  "gorro-tejido-con-doblez-ladrillo": ["matriz"],
};

/** The branch's own prices, which replace brand increments, in centavos. */
export const DEMO_BRANCH_PRICE_CENTS: Record<string, number> = {
  "bolsa-de-grecas-azul-marino": 529_00,
  "bolsa-tote-de-lona-verde-olivo": 379_00,
  "calcetas-acanaladas-verde-salvia": 119_00,
  "tenis-de-lona-bajos-rojo": 679_00,
  "gorro-tejido-con-doblez-mostaza": 259_00,
  "saco-de-sarga-dos-botones-gris-oxford": 2_299_00,
};

/** The branch does not offer pickup at an office. */
export const DEMO_WITHDRAWN_CARRIER = { shop: "norte", carrier: "alert" };

/** Where customers of each shop may collect their orders. */
export const DEMO_PICKUP_POINTS = [
  {
    id: demoId("pickup point", "roma"),
    shop_id: demoId("shop", "matriz"),
    name: "Tienda Roma Norte",
    address: "Durango 150, Roma Norte, 06700 Ciudad de México",
    map_url: "https://www.openstreetmap.org/search?query=Durango+150+Roma+Norte",
    hours: "Lunes a sábado de 11:00 a 19:00",
    lead_business_days: 1,
  },
  {
    id: demoId("pickup point", "morelos"),
    shop_id: demoId("shop", "norte"),
    name: "Sucursal Barrio Antiguo",
    address: "Morelos 420, Barrio Antiguo, 64000 Monterrey",
    map_url: "https://www.openstreetmap.org/search?query=Morelos+420+Monterrey",
    hours: "Martes a domingo de 10:00 a 18:00",
    lead_business_days: 2,
  },
];

export const DEMO_PAYMENT_METHODS = [
  {
    key: "MP" as const,
    name: "Mercado Pago en línea",
    checkout_message: ONLINE_CHECKOUT_MESSAGE,
  },
  {
    key: "TB" as const,
    name: "Transferencia Bancaria",
    checkout_message:
      "Transfiere el total exacto a la cuenta que te mostramos en tu pedido, con tu número de pedido como concepto. Un asesor te escribe si algo falta.",
  },
];

export function demoCarriers({ extras }: DemoCatalog) {
  const [plainPicture, insuredPicture, piecesPicture, pickupOfficePicture] = extras.carriers;
  return [
    {
      id: demoId("carrier", "plain"),
      name: "Paquetería Estándar",
      description: "Llega en 3 a 5 días hábiles",
      min_business_days: 3,
      max_business_days: 5,
      price_cents: 99_00,
      picture: plainPicture ?? null,
      position: 0,
    },
    {
      id: demoId("carrier", "insured"),
      name: "Mensajería Exprés",
      description: "Llega en 1 a 2 días hábiles, con seguro si lo quieres",
      min_business_days: 1,
      max_business_days: 2,
      price_cents: 159_00,
      picture: insuredPicture ?? null,
      insurance_rate_bps: 200,
      position: 1,
    },
    {
      id: demoId("carrier", "pieces"),
      name: "Carga Terrestre",
      description: "Llega en 5 a 7 días hábiles",
      min_business_days: 5,
      max_business_days: 7,
      price_cents: 79_00,
      picture: piecesPicture ?? null,
      included_pieces: 5,
      extra_piece_cents: 12_50,
      position: 2,
    },
    {
      id: demoId("carrier", "alert"),
      name: "Recoge en un punto cercano",
      description: "Llega en 4 a 6 días hábiles. Cuesta menos porque lo recoges tú, en la oficina más cercana",
      min_business_days: 4,
      max_business_days: 6,
      price_cents: 49_00,
      picture: pickupOfficePicture ?? null,
      alert_picture: extras.alert,
      alert_text:
        "Tu paquete espera 10 días naturales en la oficina. Lleva una identificación oficial con el nombre de quien hizo el pedido.",
      position: 3,
    },
  ];
}
