/**
 * The text of the link to the returns policy beside a product, and the text after it: the exceptions for tickets, or
 * for how many days a return can be requested. Without `rules` a garment's link has no text after it.
 */
export function returnsText(
  isDigital: boolean,
  rules?: { firstExchangeFree: boolean; windowDays: number },
): [link: string, rest: string] {
  if (isDigital)
    return ["Sin cambios ni devoluciones", ", salvo que el evento se cancele, se posponga o cambie de sede"];
  const link = rules?.firstExchangeFree ? "Primer cambio gratis" : "Cambios y devoluciones";
  return [link, rules ? `, ${rules.windowDays} días` : ""];
}
