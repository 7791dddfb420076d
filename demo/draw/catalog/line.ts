import type { FabricName } from "../fabric.ts";

export type SizeKind =
  | "ropa"
  | "jeansMujer"
  | "jeansHombre"
  | "ninos"
  | "calzadoMujer"
  | "calzadoHombre"
  | "unica"
  | "calcetas";

/**
 * One design and the colours it is sold in. A colour reads
 * `Colour[/Accent][>print:Ink,Ink][@motif:Ink,Ink]`, with the shop's colour names.
 */
export interface ProductLine {
  name: string;
  categories: string[];
  brands: string[];
  shape: string;
  fabric: FabricName;
  pricePesos: number;
  sizeKind: SizeKind;
  description: string;
  colourways: string[];
  /** Further colours, whose pictures have no zoom. With them the demo has at least 240 products (rule API-8). */
  furtherColourways?: string[];
  isPresale?: boolean;
  isForKids?: boolean;
}

export const defineLine = (
  name: string,
  category: string,
  brand: string,
  shape: string,
  fabric: FabricName,
  pricePesos: number,
  sizeKind: SizeKind,
  description: string,
  colourways: string[],
  options: Partial<ProductLine> = {},
): ProductLine => ({
  name,
  categories: category.split(" "),
  brands: brand.split("+"),
  shape,
  fabric,
  pricePesos,
  sizeKind,
  description: description,
  colourways,
  ...options,
});
