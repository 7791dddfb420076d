/** The two screens of the checkout: their values in the URL (`?paso=`). */
export type Screen = "datos" | "pago";

export const SCREEN_TITLES: Record<Screen, string> = {
  datos: "Tus datos y entrega",
  pago: "Revisa y paga",
};

export function readScreen(paso: string | null): Screen | null {
  return paso === "datos" || paso === "pago" ? paso : null;
}
