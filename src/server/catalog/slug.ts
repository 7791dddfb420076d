/** How an address names it: 'Tejidos y chamarras' is 'tejidos-y-chamarras'. Empty for what has no letter or digit. */
export function toSlug(name: string): string {
  return name
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}
