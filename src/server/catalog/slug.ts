/** The slug of a name: 'Tejidos y chamarras' is 'tejidos-y-chamarras'. Empty without Latin letters and digits. */
export function toSlug(name: string): string {
  return name
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}
