import { readFileSync } from "node:fs";
import path from "node:path";

/** The demo's catalogue, from demo/catalog.json. */
export interface DemoCatalog {
  categories: {
    slug: string;
    name: string;
    description: string;
    parent: string | null;
    color: string;
    picture: string | null;
  }[];
  brands: { slug: string; name: string }[];
  products: DemoProduct[];
  extras: { banners: string[]; carriers: string[]; alert: string; terms: string[] };
}

interface DemoProduct {
  slug: string;
  name: string;
  description: string;
  type: "ORDINARY" | "DIGITAL";
  categories: string[];
  brands: string[];
  color: string | null;
  priceCents: number;
  wholesalePriceCents: number | null;
  sizes: { name: string; pieces: number }[];
  pictures: string[];
  isNew: boolean;
  isOffer: boolean;
  ageDays: number;
  presale: boolean;
  /** A ticket's event: days after the demo is loaded, at this hour in Mexico City. */
  event?: { inDays: number; time: string; place: string };
}

export type DemoPictures = Record<
  string,
  { width: number; height: number; color: string; alt: string; files: string[] }
>;

const FOLDER = path.resolve(import.meta.dirname, "../../demo");

export function readDemoCatalog(): DemoCatalog {
  return JSON.parse(readFileSync(path.join(FOLDER, "catalog.json"), "utf8")) as DemoCatalog;
}

export function readDemoPictures(): DemoPictures {
  return JSON.parse(readFileSync(path.join(FOLDER, "pictures.json"), "utf8")) as DemoPictures;
}
