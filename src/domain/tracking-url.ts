/** Stands in a carrier's address for the tracking number. */
const GUIDE = "{guide}";

/** Tracking pages of carriers in Mexico, as they are linked to. What is missing here an owner copies from the carrier's site. */
export const TRACKING_PRESETS: Readonly<Record<string, string>> = {
  Estafeta: "https://cs.estafeta.com/es/Tracking/searchByGet?wayBill={guide}&wayBillType=0&isShipmentDetail=False",
  DHL: "https://www.dhl.com/mx-es/home/rastreo.html?tracking-id={guide}&submit=1",
  FedEx: "https://www.fedex.com/fedextrack/?trknbr={guide}",
  UPS: "https://www.ups.com/track?loc=es_MX&tracknum={guide}",
  Redpack: "https://www.redpack.com.mx/es/rastreo/?guias={guide}",
  Paquetexpress: "https://www.paquetexpress.com.mx/rastreo/{guide}",
  "99minutos": "https://tracking.99minutos.com/search/{guide}",
};

/** Whether this is an address over https, of a host that is written out, with `{guide}` in its path or query. */
export function isTrackingTemplate(template: string): boolean {
  // A host has a dot and no braces: "{guide}" in it would send customers wherever a number says.
  return template.includes(GUIDE) && /^https:\/\/[a-z\d-]+(?:\.[a-z\d-]+)+[/?][^\s"<>\\]*$/i.test(template);
}

/** The carrier's page about this parcel; null where it has none, or nothing was sent. */
export function trackingUrl(template: string | null, trackingNumber: string | null): string | null {
  if (template === null || trackingNumber === null || !isTrackingTemplate(template)) return null;
  return template.replaceAll(GUIDE, encodeURIComponent(trackingNumber));
}
