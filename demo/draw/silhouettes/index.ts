import type { Random } from "../noise.ts";
import type { Garment } from "../part.ts";
import { tee } from "./tee.ts";
import { LONG_SLEEVE, type Side } from "./torso.ts";
import { blouse, shirt, SHORT_SHIRT_SLEEVE } from "./shirt.ts";
import { polo } from "./polo.ts";
import { cardigan, hoodie, sweater, sweatshirt } from "./knitwear.ts";
import { blazer, trucker, zippedJacket } from "./jacket.ts";
import { LEGS, trousers } from "./trousers.ts";
import { skirt } from "./skirt.ts";
import { beanie, socks, tote } from "./accessories.ts";
import { sneaker } from "./shoes.ts";
import { sleevedDress, strapDress } from "./dress.ts";

/** Draws one side of a design. `next` varies its folds. */
export type DrawDesign = (next: Random, side: Side) => Garment;

export const DESIGNS: Record<string, DrawDesign> = {
  tee: (n, v) => tee(n, v),
  slimTee: (n, v) =>
    tee(n, v, {
      cut: { shoulderX: 572, armpitX: 562, waistX: 550, hemX: 566, hemY: 776, neckX: 476, frontNeckY: 232 },
      sleeve: { outerX: 668, outerY: 364, innerX: 596, innerY: 412 },
      neckRibWidth: 15,
    }),
  cropTee: (n, v) => tee(n, v, { cut: { hemY: 660, waistY: 520, hemX: 588, waistX: 584 } }),
  pocketTee: (n, v) => tee(n, v, { hasPocket: true }),
  longTee: (n, v) => tee(n, v, { sleeve: LONG_SLEEVE }),
  polo: (n, v) => polo(n, v),
  shirt: (n, v) => shirt(n, v, { hasPocket: true }),
  plainShirt: (n, v) => shirt(n, v),
  guayabera: (n, v) => shirt(n, v, { hasCampCollar: true, sleeve: SHORT_SHIRT_SLEEVE, isGuayabera: true }),
  camp: (n, v) => shirt(n, v, { hasCampCollar: true, sleeve: SHORT_SHIRT_SLEEVE, hasPocket: true }),
  western: (n, v) => shirt(n, v, { hasWesternPockets: true }),
  blouse: (n, v) => blouse(n, v),
  bowBlouse: (n, v) => blouse(n, v, { hasBow: true }),
  ruffleBlouse: (n, v) => blouse(n, v, { hasRuffle: true }),
  peasant: (n, v) => blouse(n, v, { hasYoke: true }),
  hoodie: (n, v) => hoodie(n, v),
  zipHoodie: (n, v) => hoodie(n, v, { hasZipper: true }),
  sweatshirt: (n, v) => sweatshirt(n, v),
  crewSweater: (n, v) => sweater(n, v, { neck: "crew" }),
  veeSweater: (n, v) => sweater(n, v, { neck: "vee" }),
  turtleneck: (n, v) => sweater(n, v, { neck: "turtle" }),
  cardigan: (n, v) => cardigan(n, v),
  trucker: (n, v) => trucker(n, v),
  bomber: (n, v) => zippedJacket(n, v),
  puffer: (n, v) => zippedJacket(n, v, { isQuilted: true }),
  vest: (n, v) => zippedJacket(n, v, { isQuilted: true, isVest: true }),
  blazer: (n, v) => blazer(n, v),
  jeans: (n, v) => trousers(n, v, { kind: "jeans" }),
  slimJeans: (n, v) => trousers(n, v, { kind: "jeans", legs: LEGS.slim }),
  wideJeans: (n, v) => trousers(n, v, { kind: "jeans", legs: LEGS.wide }),
  chino: (n, v) => trousers(n, v, { kind: "chino" }),
  slimChino: (n, v) => trousers(n, v, { kind: "chino", legs: LEGS.slim }),
  dressTrousers: (n, v) => trousers(n, v, { kind: "chino", hasCrease: true, legs: LEGS.straight }),
  widePleated: (n, v) => trousers(n, v, { kind: "pleated", legs: LEGS.wide, hasCrease: true }),
  cargo: (n, v) => trousers(n, v, { kind: "chino", hasCargoPockets: true }),
  jogger: (n, v) => trousers(n, v, { kind: "jogger", legs: LEGS.jogger }),
  leggings: (n, v) => trousers(n, v, { kind: "legging", legs: LEGS.legging }),
  jeanShort: (n, v) => trousers(n, v, { kind: "jeans", legs: LEGS.short }),
  bermuda: (n, v) => trousers(n, v, { kind: "chino", legs: LEGS.bermuda }),
  flaredSkirt: (n, v) => skirt(n, v, { kind: "flared" }),
  buttonSkirt: (n, v) => skirt(n, v, { kind: "flared", hasButtons: true, hemHalfWidth: 190, length: 560 }),
  pleatedSkirt: (n, v) => skirt(n, v, { kind: "pleated", length: 560, hemHalfWidth: 220 }),
  miniSkirt: (n, v) => skirt(n, v, { kind: "mini", length: 400, hemHalfWidth: 172 }),
  pencilSkirt: (n, v) => skirt(n, v, { kind: "pencil", length: 560, hemHalfWidth: 124 }),
  tieredSkirt: (n, v) => skirt(n, v, { kind: "tiered", length: 620, hemHalfWidth: 240 }),
  satinSkirt: (n, v) => skirt(n, v, { kind: "satin", length: 600, hemHalfWidth: 184 }),
  strapDress: (n, v) => strapDress(n, v),
  slipDress: (n, v) => strapDress(n, v, { isSlip: true, hemHalfWidth: 168, length: 820 }),
  tieredDress: (n, v) => strapDress(n, v, { isTiered: true, hemHalfWidth: 240, length: 810 }),
  shirtDress: (n, v) => sleevedDress(n, v, { hasBelt: true }),
  wrapDress: (n, v) => sleevedDress(n, v, { isWrapDress: true }),
  roundDress: (n, v) => sleevedDress(n, v, { hasRoundNeck: true, hemHalfWidth: 170 }),
  beanie: (n, v) => beanie(n, v),
  pompomBeanie: (n, v) => beanie(n, v, { hasPompom: true }),
  tote: (n, v) => tote(n, v),
  socks: (n, v) => socks(n, v),
  sneaker: (n, v) => sneaker(n, v, {}),
  stripedSneaker: (n, v) => sneaker(n, v, { hasStripe: true }),
  canvasSneaker: (n, v) => sneaker(n, v, { isCanvas: true }),
};
