import { refuse, type Refusal } from "./refusal.ts";

/** The most products of a look, which are worn together with another product (rule LOOK-1). */
export const MAX_LOOK_PRODUCTS = 4;

/** One change of the products that staff chose for a look. */
export interface LookChange {
  act: "add" | "remove" | "up" | "down";
  /** The product that is added, removed or moved. */
  id: string;
}

/** The products after the change. A change that has no effect returns the same products. */
export function changeLookIds(ids: readonly string[], { act, id }: LookChange): string[] | Refusal<"look_full"> {
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
 * What a garment covers, by words of its category's name without accents, in the order in which a look shows it. A look
 * has one garment of each part. A garment of the part `whole` can start a look but is not proposed for one. It needs
 * neither `torso` nor `legs`.
 */
export const GARMENT_PARTS: readonly { part: string; words: readonly string[] }[] = [
  { part: "whole", words: ["vestido", "overol", "enterizo", "jumpsuit", "pijama", "traje"] },
  {
    part: "layer",
    words: ["chamarra", "saco", "abrigo", "sueter", "sudadera", "tejido", "chaleco", "blazer", "cardigan"],
  },
  { part: "legs", words: ["falda", "short", "pantalon", "jean", "legging", "jogger", "bermuda", "mezclilla"] },
  { part: "torso", words: ["blusa", "playera", "camis", "polo", "top", "crop"] },
  { part: "feet", words: ["tenis", "zapat", "bota", "botin", "sandalia", "calzado", "mocasin", "huarache", "tacon"] },
  { part: "bag", words: ["bolsa", "mochila", "cartera"] },
  { part: "head", words: ["gorr", "sombrero", "boina"] },
  { part: "socks", words: ["calcet", "media"] },
];

/** Families of colours that go with every other one (rule LOOK-2). */
export const NEUTRAL_FAMILIES = ["negro", "gris", "blanco", "beige", "cafe"] as const;
