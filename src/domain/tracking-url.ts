/** The placeholder for the tracking number in a carrier's URL. */
const PLACEHOLDER = "{guide}";

/**
 * Templates of tracking URLs, by carriers in Mexico. For any other carrier the owner copies the URL from the carrier's
 * site.
 */
export const TRACKING_TEMPLATES: Readonly<Record<string, string>> = {
  Estafeta: "https://cs.estafeta.com/es/Tracking/searchByGet?wayBill={guide}&wayBillType=0&isShipmentDetail=False",
  DHL: "https://www.dhl.com/mx-es/home/rastreo.html?tracking-id={guide}&submit=1",
  FedEx: "https://www.fedex.com/fedextrack/?trknbr={guide}",
  UPS: "https://www.ups.com/track?loc=es_MX&tracknum={guide}",
  Redpack: "https://www.redpack.com.mx/es/rastreo/?guias={guide}",
  Paquetexpress: "https://www.paquetexpress.com.mx/rastreo/{guide}",
  "99minutos": "https://tracking.99minutos.com/search/{guide}",
};

/** Whether this is an https URL of a literal host, with `{guide}` in its path or query. */
export function isTrackingTemplate(template: string): boolean {
  // A host has a dot and no braces: with "{guide}" in the host, the tracking number would choose the site.
  return template.includes(PLACEHOLDER) && /^https:\/\/[a-z\d-]+(?:\.[a-z\d-]+)+[/?][^\s"<>\\]*$/i.test(template);
}

/** The URL of the carrier's page about a parcel. Null without a valid template or without a tracking number. */
export function trackingUrl(template: string | null, trackingNumber: string | null): string | null {
  if (template === null || trackingNumber === null || !isTrackingTemplate(template)) return null;
  return template.replaceAll(PLACEHOLDER, encodeURIComponent(trackingNumber));
}
