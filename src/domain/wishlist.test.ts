import { expect, test } from "vitest";
import { findWishChanges } from "./wishlist.ts";

const PLAIN = { isSoldOut: false, isOnOffer: false };
const SOLD_OUT = { isSoldOut: true, isOnOffer: false };
const OFFER = { isSoldOut: false, isOnOffer: true };

test.each([
  [PLAIN, PLAIN, [false, false], "nothing changed"],
  [SOLD_OUT, PLAIN, [true, false], "it is back"],
  [PLAIN, SOLD_OUT, [false, false], "it sold out since"],
  [SOLD_OUT, SOLD_OUT, [false, false], "it is still sold out"],
  [PLAIN, OFFER, [false, true], "an offer began"],
  [OFFER, OFFER, [false, false], "it was on offer already"],
  [OFFER, PLAIN, [false, false], "the offer ended"],
  [SOLD_OUT, OFFER, [true, true], "it is back, and on offer"],
  [PLAIN, { isSoldOut: true, isOnOffer: true }, [false, false], "nobody can buy what is on offer"],
])(
  "%j when it was saved and %j now: back and new offer are %j (%s)",
  (savedState, currentState, [isBack, hasNewOffer]) => {
    expect(findWishChanges(savedState, currentState)).toEqual({ isBack, hasNewOffer });
  },
);
