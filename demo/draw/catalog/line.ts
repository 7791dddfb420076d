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
 * One design in one cloth, and the colourways it is sold in. A colourway is written
 * `Colour[/Accent][>print:Ink,Ink][@motif:Ink,Ink]`, with the shop's names of colours (`colors.ts`).
 */
export interface ProductLine {
  name: string;
  categories: string[];
  brands: string[];
  designName: string;
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
  designName: string,
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
  designName,
  fabric,
  pricePesos,
  sizeKind,
  description,
  colourways,
  ...options,
});
