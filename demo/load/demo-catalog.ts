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
  /** Keys of pictures that belong to no product. */
  extras: {
    banners: DemoBanner[];
    /** A 3:4 picture for each top category, by its slug. */
    categories: Record<string, string>;
    /** A 4:5 picture of the shop's story. */
    story: string;
    /** A picture for each carrier of the demo, in the carriers' order. */
    carriers: string[];
    /** The picture beside the alert of a carrier (`carriers.alert_picture`). */
    alert: string;
    /** The pictures of the terms: exchanges, then shipping. */
    terms: string[];
  };
}

/** A banner in 16:9 and in 4:5, with the side that is free for text and the focal points in percent. */
interface DemoBanner {
  wide: string;
  tall: string;
  textSide: "left" | "right";
  focus: { x: number; y: number };
  tallFocus: { x: number; y: number };
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
  /**
   * The event of a DIGITAL product: on the first Saturday at least `inDays` after the demo is loaded, at `time` in
   * Mexico City.
   */
  event?: { inDays: number; time: string; place: string };
}

export type DemoPictures = Record<
  string,
  { width: number; height: number; color: string; alt: string; files: string[]; focus?: [number, number] }
>;

const FOLDER = path.resolve(import.meta.dirname, "../../demo");

export function readDemoCatalog(): DemoCatalog {
  return JSON.parse(readFileSync(path.join(FOLDER, "catalog.json"), "utf8")) as DemoCatalog;
}

export function readDemoPictures(): DemoPictures {
  return JSON.parse(readFileSync(path.join(FOLDER, "pictures.json"), "utf8")) as DemoPictures;
}
