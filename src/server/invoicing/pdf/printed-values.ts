/** "$1,120.258621", "$10.00": all decimals of the document, without trailing zeros after the second decimal. */
export function printedAmount(decimal = "0"): string {
  const [pesos = "0", decimals = ""] = decimal.split(".");
  const shownDecimals = decimals.slice(0, 2).padEnd(2, "0") + decimals.slice(2).replace(/0+$/, "");
  return `$${pesos.replace(/\B(?=(\d{3})+$)/g, ",")}.${shownDecimals}`;
}

/** "21/11/2026 16:05:09" from "2026-11-21T16:05:09". */
export function printedTime(isoTime: string): string {
  const [day = "", time = ""] = isoTime.split("T");
  return `${day.split("-").toReversed().join("/")} ${time}`;
}
