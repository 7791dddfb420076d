import { SANDBOX_PUBLIC_KEY } from "../adapters/payments/sandbox/credentials.ts";
import type { ShopSettings } from "../../contract/shop.ts";
import { pictureUrl } from "../pictures/picture-url.ts";
import type { DemoCatalog } from "./demo-catalog.ts";
import { FIRST_SETTINGS, ONLINE_MESSAGE } from "../settings/open-empty-shop.ts";
import { demoId } from "./demo-id.ts";

const SETTINGS: ShopSettings = {
  ...FIRST_SETTINGS,
  orders: { ...FIRST_SETTINGS.orders, message: "Gracias por comprar en una tienda mexicana." },
  payments: {
    ...FIRST_SETTINGS.payments,
    enabled: true,
    fee: 3.49,
    base: 4,
    public_key: SANDBOX_PUBLIC_KEY,
    accounts: [
      { bank: "Banco de Demostración", beneficiary: "Casa Maguey, S.A. de C.V.", clabe: "002010077777777771" },
    ],
  },
  management: { ...FIRST_SETTINGS.management, allowInvoicing: true },
  // The demo's pages load the stand-in: nothing goes to Google (adapters/analytics/).
  analytics: { provider: "ga4", id: "G-DEMO" },
  company: {
    legalName: "Casa Maguey, S.A. de C.V. (empresa de demostración)",
    address: "Av. Álvaro Obregón 151, Roma Norte, 06700 Cuauhtémoc, Ciudad de México",
    email: "hola@casamaguey.example",
    phone: "55 1234 5678",
  },
};

export function demoShops({ extras }: DemoCatalog) {
  const [first, second, third] = extras.banners.map((key) => pictureUrl(key, 1600, "webp"));
  const banners = [
    { image: first, title: "Lino para el calor", text: "Vestidos y camisas que respiran", url: "/?category=mujer" },
    { image: second, title: "Mayoreo desde 10 piezas", text: "Mezcla modelos y tallas en un mismo pedido", url: "/" },
    { image: third, title: "Boletos sin filas", text: "Conciertos, pasarelas y talleres", url: "/?category=boletos" },
  ].filter((banner) => banner.image);
  const messages = [
    { message: "Envíos a todo México", color: "indigo", enabled: true },
    { message: "Precio de mayoreo desde 10 piezas, surtidas como quieras", color: "green", enabled: true },
    { message: "Tu primer cambio no cuesta, durante 30 días", color: "pink", enabled: true },
  ];
  const terms = JSON.stringify({
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
        text: "Preparamos tu pedido en 1 a 2 días hábiles después de confirmar tu pago. Tus piezas quedan apartadas 48 horas; si no recibimos el pago, vuelven a la tienda y el pedido se cancela.",
      },
    ],
  });
  const shared = { banners: JSON.stringify(banners), messages: JSON.stringify(messages), terms, logo: null };
  return [
    {
      ...shared,
      id: demoId("shop", "matriz"),
      key: "matriz",
      kind: "headOffice" as const,
      name: "Casa Maguey",
      color: "indigo",
      hosts: ["matriz.localhost", "localhost", "127.0.0.1"],
      settings: JSON.stringify(SETTINGS),
      chat: JSON.stringify({ provider: "whatsapp", id: "5215512345678" }),
    },
    {
      ...shared,
      id: demoId("shop", "norte"),
      key: "norte",
      kind: "branch" as const,
      name: "Casa Maguey Norte",
      color: "green",
      hosts: ["norte.localhost"],
      settings: JSON.stringify({ ...SETTINGS, orders: { ...SETTINGS.orders, wholesaleDto: 25 } }),
      chat: null,
    },
  ];
}

export const DEMO_PAYMENT_METHODS = [
  {
    key: "MP" as const,
    name: "Mercado Pago En linea",
    checkout_message: ONLINE_MESSAGE,
  },
  {
    key: "TB" as const,
    name: "Transferencia Bancaria",
    checkout_message:
      "Transfiere el total exacto a la cuenta que te mostramos en tu pedido, con tu número de pedido como concepto. Un asesor te escribe si algo falta.",
  },
];

export function demoCarriers({ extras }: DemoCatalog) {
  const [plain, insured, pieces, alert] = extras.carriers;
  return [
    {
      id: demoId("carrier", "plain"),
      name: "Paquetería Estándar",
      description: "Llega en 3 a 5 días hábiles",
      price_cents: 99_00,
      picture: plain ?? null,
      position: 0,
    },
    {
      id: demoId("carrier", "insured"),
      name: "Mensajería Exprés",
      description: "Llega en 1 a 2 días hábiles, con seguro si lo quieres",
      price_cents: 159_00,
      picture: insured ?? null,
      insurance_rate_bps: 200,
      position: 1,
    },
    {
      id: demoId("carrier", "pieces"),
      name: "Carga Terrestre",
      description: "Para pedidos grandes: 5 piezas incluidas, $12.50 por cada una más",
      price_cents: 79_00,
      picture: pieces ?? null,
      max_pieces: 5,
      piece_cents: 12_50,
      position: 2,
    },
    {
      id: demoId("carrier", "alert"),
      name: "Recolección en punto",
      description: "La recoges en la oficina que te quede más cerca, en 4 a 6 días hábiles",
      price_cents: 49_00,
      picture: alert ?? null,
      alert_picture: extras.alert,
      alert_text:
        "Tu paquete espera 10 días naturales en la oficina. Lleva una identificación oficial con el nombre de quien hizo el pedido.",
      position: 3,
    },
  ];
}
