/** What is missing of a phone as far as it is typed. */
export function phoneComplaint(typed: string): string {
  const count = typed.replaceAll(/\D/g, "").length;
  return count === 0 ? "Escribe tu teléfono" : `Escribe 10 dígitos; llevas ${count}`;
}
