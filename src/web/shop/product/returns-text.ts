/**
 * The text of the link to the returns policy beside a product, and what follows it: the exceptions for tickets, or the
 * days in which a return can be asked for. Without `rules` nothing follows.
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
