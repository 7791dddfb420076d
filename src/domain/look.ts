import { refuse, type Refusal } from "./refusal.ts";

/** The most products of a look, which are worn together with another product (rule LOOK-1). */
export const MAX_LOOK_PRODUCTS = 4;

/** One change of the products that staff chose for a look. */
export interface LookChange {
  act: "add" | "remove" | "up" | "down";
  /** The product that is added, removed or moved. */
  id: string;
}

/** The ids of the look's products after the change. A change that has no effect returns the same products. */
export function changeLookProductIds(ids: readonly string[], { act, id }: LookChange): string[] | Refusal<"look_full"> {
  const index = ids.indexOf(id);
  if (act === "add") {
    if (index >= 0) return [...ids];
    return ids.length >= MAX_LOOK_PRODUCTS ? refuse("look_full") : [...ids, id];
  }
  if (index < 0) return [...ids];
  const otherIds = ids.toSpliced(index, 1);
  if (act === "remove") return otherIds;
  return otherIds.toSpliced(Math.max(0, act === "up" ? index - 1 : index + 1), 0, id);
}

/**
 * The parts of a look, in the order in which a proposed look shows them. A product's part is decided by a word in the
 * name of its category that begins with one of `wordStarts`, accents removed. A proposed look has at most one product
 * of each part (rule LOOK-2). A garment of the part `whole` is not proposed. If the product itself is one, neither
 * `torso` nor `legs` is proposed.
 */
export const LOOK_PARTS: readonly { part: string; wordStarts: readonly string[] }[] = [
  { part: "whole", wordStarts: ["vestido", "overol", "enterizo", "jumpsuit", "pijama", "traje"] },
  {
    part: "layer",
    wordStarts: ["chamarra", "saco", "abrigo", "sueter", "sudadera", "tejido", "chaleco", "blazer", "cardigan"],
  },
  { part: "legs", wordStarts: ["falda", "short", "pantalon", "jean", "legging", "jogger", "bermuda", "mezclilla"] },
  { part: "torso", wordStarts: ["blusa", "playera", "camis", "polo", "top", "crop"] },
  {
    part: "feet",
    wordStarts: ["tenis", "zapat", "bota", "botin", "sandalia", "calzado", "mocasin", "huarache", "tacon"],
  },
  { part: "bag", wordStarts: ["bolsa", "mochila", "cartera"] },
  { part: "head", wordStarts: ["gorr", "sombrero", "boina"] },
  { part: "socks", wordStarts: ["calcet", "media"] },
];

/** Families of colours that go with every other one (rule LOOK-2). */
export const NEUTRAL_COLOR_FAMILIES = ["negro", "gris", "blanco", "beige", "cafe"] as const;
