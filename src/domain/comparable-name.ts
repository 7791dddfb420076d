/**
 * A typed name in the form in which names are compared: lower case, single blanks, no accents. `plainText` keeps blanks
 * and matches the database.
 */
export function comparableName(name: string): string {
  return name.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase().replaceAll(/\s+/g, " ").trim();
}
