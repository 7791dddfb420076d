/** Lower case with single blanks and without accents, as names are compared. */
export function plainName(name: string): string {
  return name.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase().replaceAll(/\s+/g, " ").trim();
}
