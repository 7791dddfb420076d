/**
 * The text of the link to the returns policy beside a product, and what follows it: the policy on tickets, or the
 * shop's rules of exchanges.
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
