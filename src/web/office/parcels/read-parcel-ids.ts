const UUID_PATTERN = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The parcel ids in the query of a URL (`paquete`, repeated). Values that are not UUIDs are ignored. */
export function readParcelIds(url: string): string[] {
  return new URL(url).searchParams.getAll("paquete").filter((id) => UUID_PATTERN.test(id));
}
