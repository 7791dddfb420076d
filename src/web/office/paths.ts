import { readReturnPath } from "../read-return-path.ts";

const withReturnPath = (path: string, returnPath?: string): string =>
  returnPath ? `${path}?volver=${encodeURIComponent(returnPath)}` : path;

const ordersQuery = (references: readonly string[], otherParams: Record<string, string> = {}): string =>
  new URLSearchParams([
    ...Object.entries(otherParams),
    ...references.map((reference) => ["pedido", reference]),
  ]).toString();

/** All paths of the back office. They are separate from the shop's paths, so that the shop's pages do not load them. */
export const officePaths = {
  home: "/panel",
  /** `returnPath` is the page to return to. */
  signIn: (returnPath?: string) => withReturnPath("/panel/entrar", returnPath === "/panel" ? undefined : returnPath),
  secondFactor: (returnPath?: string) => withReturnPath("/panel/segundo-factor", returnPath),
  signOut: "/panel/salir",
  team: "/panel/equipo",
  member: (id: string) => `/panel/equipo/${id}`,
  stock: "/panel/existencias",
  stockSize: (id: string) => `/panel/existencias/${id}`,
  stockCount: (productId: string) => `/panel/existencias/contar/${productId}`,
  receiveDelivery: "/panel/existencias/recibir",
  /** JSON for scanners. */
  sizeSearch: (text: string) => `/panel/existencias/tallas?${new URLSearchParams({ q: text })}`,
  /** Labels for the sizes of products, for one size, or for the sizes of a delivery. */
  sizeLabels: (source: { products?: readonly string[]; size?: string; delivery?: string }) =>
    `/panel/existencias/etiquetas?${new URLSearchParams([
      ...(source.products ?? []).map((id) => ["producto", id]),
      ...(source.size ? [["talla", source.size]] : []),
      ...(source.delivery ? [["entrega", source.delivery]] : []),
    ])}`,
  sizeLabelsPdf: "/panel/existencias/etiquetas/pdf",
  delivery: (id: string) => `/panel/existencias/entregas/${id}`,
  /** Reserved and unpaid pieces by source. */
  holds: "/panel/existencias/apartado",
  order: (id: string) => `/panel/pedidos/${id}`,
  presales: "/panel/preventas",
  presale: (id: string) => `/panel/preventas/${id}`,
  presaleCodes: (id: string) => `/panel/preventas/${id}/codigos.csv`,
  promotions: "/panel/promociones",
  promotion: (id: string) => `/panel/promociones/${id}`,
  /** `copyOf` is the id of a promotion to copy. With `isNextYear`, the copy's dates move by multiples of 364 days. */
  newPromotion: (copyOf?: string, isNextYear = false) =>
    copyOf
      ? `/panel/promociones/nueva?de=${copyOf}${isNextYear ? "&fechas=otro-ano" : ""}`
      : "/panel/promociones/nueva",
  promotionCodes: (id: string) => `/panel/promociones/${id}/cupones.csv`,
  promotionCalendar: "/panel/promociones/calendario",
  /** What the consumer authority (Profeco) checks in a shop. */
  compliance: (shopKey?: string) => `/panel/promociones/cumplimiento${shopKey ? `?tienda=${shopKey}` : ""}`,
  events: "/panel/boletos",
  event: (productId: string) => `/panel/boletos/${productId}`,
  eventTicketList: (productId: string) => `/panel/boletos/${productId}/lista.csv`,
  reviews: "/panel/resenas",
  account: "/panel/mi-cuenta",
  password: "/panel/mi-cuenta/contrasena",
  accountSecondFactor: "/panel/mi-cuenta/segundo-factor",
  orders: "/panel/pedidos",
  ordersExport: "/panel/pedidos/exportar",
  /** The page that moves several orders, by their references. `move` is ship, reserve or cancel. */
  bulkOrderMove: (move: string, references: readonly string[]) =>
    `/panel/pedidos/varios?${ordersQuery(references, { acto: move })}`,
  /** `view` is one of the lists of parcels. */
  parcels: (view?: string) => (view ? `/panel/envios?ver=${view}` : "/panel/envios"),
  /** Quotes and buys shipping labels for these parcels. */
  carrierLabels: (parcelIds: readonly string[], carrier?: string) =>
    `/panel/envios/guias?${new URLSearchParams([...parcelIds.map((id) => ["paquete", id]), ...(carrier ? [["con", carrier]] : [])])}`,
  /** Shipping labels in one PDF. Query: `paquete` (a parcel id, repeated), `papel` (the paper). */
  carrierLabelsPdf: "/panel/envios/guias/pdf",
  carrierLabel: (purchaseId: string) => `/panel/envios/guias/${purchaseId}/pdf`,
  carrierAccount: (shopKey?: string) => `/panel/envios-y-pagos/cuenta${shopKey ? `?tienda=${shopKey}` : ""}`,
  /** `state` is a state of pick-ups. */
  pickups: (state?: string) => (state ? `/panel/recoger?ver=${state}` : "/panel/recoger"),
  pickupSearch: (term: string) => `/panel/recoger?${new URLSearchParams({ q: term })}`,
  shipList: "/panel/pedidos/enviar",
  shipListPart: "/panel/pedidos/enviar/parte",
  slips: (references: readonly string[]) => `/panel/pedidos/hojas?${ordersQuery(references)}`,
  orderLabels: (references: readonly string[]) => `/panel/pedidos/etiquetas?${ordersQuery(references)}`,
  editOrder: (id: string) => `/panel/pedidos/${id}/productos`,
  newOrder: "/panel/pedidos/nuevo",
  newOrderFor: (customerId: string) => `/panel/pedidos/nuevo?cliente=${customerId}`,
  receipt: (orderId: string, receiptId: string) => `/panel/pedidos/${orderId}/comprobantes/${receiptId}`,
  refundProof: (orderId: string, refundId: string) => `/panel/pedidos/${orderId}/devoluciones/${refundId}`,
  returns: "/panel/devoluciones",
  returnOf: (id: string) => `/panel/devoluciones/${id}`,
  returnLabel: (id: string) => `/panel/devoluciones/${id}/guia`,
  returnPicture: (id: string, pictureId: string) => `/panel/devoluciones/${id}/fotos/${pictureId}`,
  /** Form to request a return on behalf of a customer. */
  newReturn: (orderReference?: number) =>
    orderReference === undefined ? "/panel/devoluciones/nueva" : `/panel/devoluciones/nueva?pedido=${orderReference}`,
  returnReport: "/panel/devoluciones/informe",
  returnReportExport: (query: string) => `/panel/devoluciones/informe/exportar${query}`,
  /** Goods that a shop does not take back. */
  returnExclusions: (shopKey?: string) => `/panel/devoluciones/excluidos${shopKey ? `?tienda=${shopKey}` : ""}`,
  invoices: "/panel/facturacion",
  invoicesExport: (query: string) => `/panel/facturacion/exportar${query}`,
  invoice: (id: string) => `/panel/facturacion/${id}`,
  invoiceFile: (id: string, format: "xml" | "pdf") => `/panel/facturacion/${id}/${format}`,
  /** SAT's receipt (acuse) of one request to cancel the invoice. */
  cancellationReceipt: (id: string, requestNumber: number) =>
    `/panel/facturacion/${id}/acuse?solicitud=${requestNumber}`,
  /** Form to invoice an order manually. */
  newInvoice: (orderId?: string) => `/panel/facturacion/nueva${orderId ? `?pedido=${orderId}` : ""}`,
  globalInvoice: "/panel/facturacion/global",
  globalInvoiceOf: ({
    shopId,
    periodLength = "month",
    day,
  }: {
    shopId: string;
    periodLength?: string;
    day: string | null;
  }) => `/panel/facturacion/global?tienda=${shopId}&cada=${periodLength}&dia=${day ?? ""}`,
  invoiceMonths: "/panel/facturacion/mes",
  /** `month` as "2026-11". The default is the current month. */
  invoiceMonth: ({ shopId, month = "" }: { shopId: string; month?: string }) =>
    `/panel/facturacion/mes?tienda=${shopId}&mes=${month}`,
  monthExport: ({ shopId, month }: { shopId: string; month: string }) =>
    `/panel/facturacion/mes/exportar?tienda=${shopId}&mes=${month}`,
  issuer: "/panel/facturacion/emisor",
  satKeys: "/panel/facturacion/claves",
  vat: "/panel/facturacion/iva",
  /** Buyers' requests to invoice an order that a global invoice declares. */
  ownInvoiceRequests: "/panel/facturacion/de-una-global",
  /** Payments that still need a payment complement. */
  complements: "/panel/facturacion/complementos",
  firstSteps: (shop: string) => `/panel/primeros-pasos/${shop}`,
  settings: (shopKey?: string) => (shopKey ? `/panel/ajustes?tienda=${shopKey}` : "/panel/ajustes"),
  settingsSection: (shopKey: string, section: string) => `/panel/ajustes/${shopKey}/${section}`,
  shippingAndPayments: (shop?: string) => (shop ? `/panel/envios-y-pagos?tienda=${shop}` : "/panel/envios-y-pagos"),
  pickupPoint: (id: string) => `/panel/envios-y-pagos/puntos/${id}`,
  carrier: (id: string) => `/panel/envios-y-pagos/paqueterias/${id}`,
  offers: "/panel/ofertas",
  products: "/panel/productos",
  /** `query` is the query of the list's URL, with its question mark: "?q=lino". */
  productsExport: (query: string) => `/panel/productos/exportar${query}`,
  newProduct: "/panel/productos/nuevo",
  product: (id: string) => `/panel/productos/${id}`,
  /** Products that lack a fact. */
  missingFacts: (fact?: string) => (fact ? `/panel/productos/faltan?falta=${fact}` : "/panel/productos/faltan"),
  styles: "/panel/productos/modelos",
  imports: "/panel/productos/importar",
  importOf: (id: string) => `/panel/productos/importar/${id}`,
  importRows: (id: string) => `/panel/productos/importar/${id}/renglones`,
  /** Product feeds of a shop. */
  channels: (shop?: string) => (shop ? `/panel/canales?tienda=${shop}` : "/panel/canales"),
  categories: "/panel/catalogo",
  brands: "/panel/catalogo/marcas",
  /** `key` is the edited colour's. */
  colors: (key?: string) =>
    key === undefined ? "/panel/catalogo/colores" : `/panel/catalogo/colores?color=${encodeURIComponent(key)}`,
  sizeNames: "/panel/catalogo/tallas",
  sizeGuides: "/panel/catalogo/guias",
  sizeGuide: (id: string) => `/panel/catalogo/guias/${id}`,
  newSizeGuide: (productId?: string) => `/panel/catalogo/guias/nueva${productId ? `?producto=${productId}` : ""}`,
  increments: "/panel/catalogo/incrementos",
  shops: "/panel/sucursales",
  shop: (key: string) => `/panel/sucursales/${key}`,
  system: "/panel/sistema",
  systemJobs: "/panel/sistema/tareas",
  systemMails: "/panel/sistema/correos",
  systemAudit: "/panel/sistema/auditoria",
  systemPostalCodes: ({ isLoaded = false } = {}) =>
    `/panel/sistema/codigos-postales${isLoaded ? "?hecho=cargados" : ""}`,
  systemPostalCodesFile: "/panel/sistema/codigos-postales/archivo",
  systemBackups: "/panel/sistema/respaldos",
  systemLog: "/panel/sistema/bitacora",
  customers: "/panel/clientes",
  customer: (id: string) => `/panel/clientes/${id}`,
  /** All stored data of one person, as a file. */
  customerData: (id: string) => `/panel/clientes/${id}/datos`,
  eraseCustomer: (id: string) => `/panel/clientes/${id}/borrar`,
  /** Not a path of the back office: the shop's login page for staff who assist a customer. */
  assistedLogin: "/sulogin",
  passkeys: "/panel/mi-cuenta/llaves",
  recoveryCodes: "/panel/mi-cuenta/codigos",
  /** Issues the challenge of a passkey sign-in, and verifies the signed response. */
  passkeySignIn: (returnPath?: string) => withReturnPath("/panel/llave", returnPath),
  search: "/panel/buscar",
  savedViews: "/panel/vistas",
  changes: (kind: string, id: string) => `/panel/cambios/${kind}/${id}`,
};

/** The page to return to, from the query (`volver`). Undefined unless the page is in the back office. */
export function returnPathOf(request: Request): string | undefined {
  const returnPath = readReturnPath(new URL(request.url).searchParams.get("volver") ?? "");
  return returnPath !== undefined && /^\/panel(?:[/?]|$)/.test(returnPath) ? returnPath : undefined;
}
