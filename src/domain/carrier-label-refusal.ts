/** Why a label was not bought, in a sentence for staff. */
const SENTENCES: Readonly<Record<string, string>> = {
  bad_credentials: "La cuenta de paqueterías no acepta la llave de la tienda. Revísala en Envíos y pagos.",
  no_balance: "No alcanza el saldo de la cuenta de paqueterías. Ponle saldo y pide la guía otra vez.",
  wrong_postal_code: "La paquetería no reconoce el código postal. Corrige la dirección del pedido.",
  street_too_long: "La calle es muy larga para la guía: a lo más 35 letras con el número. Acórtala en el pedido.",
  no_service: "Ese servicio no llega a esa dirección. Elige otro.",
  price_rose: "El precio subió desde que lo viste. Cotiza otra vez.",
  too_late: "La cuenta de paqueterías no contestó en media hora y la guía no se compró. Pídela otra vez.",
  not_bought: "La guía no se vendió. Puedes pedirla otra vez.",
  label_not_packed: "El paquete ya no está empacado, o ya tiene guía.",
  label_address_missing: "El pedido no tiene dirección.",
  label_weight_missing: "Falta el peso del paquete.",
  carrier_account_missing: "La tienda no tiene cuenta de paqueterías. Se conecta en Envíos y pagos.",
  carrier_token_unreadable: "La llave de la cuenta no se puede leer. Escríbela otra vez en Envíos y pagos.",
  return_not_found: "La devolución ya no existe.",
  return_changed: "La devolución ya no espera su paquete.",
  parcel_not_found: "El paquete ya no existe.",
  provider_unavailable: "La cuenta de paqueterías no contesta. Intenta en un momento.",
};

/** The sentence of a refusal. The provider's own message is shown if the code is unknown. */
export function labelRefusalText(code: string, providerMessage: string | null): string {
  return SENTENCES[code] ?? `La paquetería no la vendió${providerMessage ? `: «${providerMessage}»` : "."}`;
}
