import { describe, expect, test } from "vitest";
import { listProductKeys, findProductKeys, classifyProductKey, nameOfProductKey } from "./sat-product-keys.ts";

describe("the classification of", () => {
  test.each([
    ["53101604", "listed", "a product"],
    ["53102000", "listed", "a class"],
    ["01010101", "listed", "SAT's key for what is not in its catalogue"],
    ["53131501", "possible", "well-formed, of a product that a fashion shop does not sell"],
    ["10101500", "possible", "a class of another trade"],
    ["53100000", "family", "SAT has no keys for families"],
    ["53000000", "family", "nor for segments"],
    ["53100012", "impossible", "a product without a class"],
    ["99999999", "impossible", "no such segment"],
    ["00000000", "impossible", "no such segment"],
    ["5310160", "impossible", "seven digits"],
    ["531016041", "impossible", "nine digits"],
    ["5310160a", "impossible", "a letter"],
    ["blusa", "impossible", "a word"],
    ["", "impossible", "nothing"],
    ["constructor", "impossible", "a property of every object"],
  ])("%s: %s (%s)", (key, classification) => expect(classifyProductKey(key)).toBe(classification));
});

test("the list has each key once, with its class, and no families", () => {
  const keys = listProductKeys().map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.filter((key) => !/^\d{8}$/.test(key) || key.endsWith("0000"))).toEqual([]);
  const keysWithClass = keys.filter((key) => key !== "01010101");
  expect(keysWithClass.filter((key) => nameOfProductKey(`${key.slice(0, 6)}00`) === undefined)).toEqual([]);
});

describe("the search", () => {
  const keysFor = (typed: string) => findProductKeys(typed).map(({ key }) => key);
  test.each([
    ["blusa", "53101604"],
    ["blusas", "53101604"],
    ["BLUSA mujer", "53101604"],
    ["tenis", "53111900"],
    ["tenis mujer", "53111902"],
    ["sueter niño", "53101701"],
    ["suéteres", "53101700"],
    ["vestido", "53102002"],
    ["jeans hombre", "53101502"],
    ["boleto concierto", "90131504"],
    ["boletos para conciertos", "90131504"],
    ["paqueteria", "78102200"],
    ["seguro de envío", "84131504"],
    ["lentes de sol", "42142905"],
    ["531119", "53111900"],
    ["facturacion", "84111506"],
  ])("%s finds %s", (typed, key) => expect(keysFor(typed)).toContain(key));
  test.each(["", "   ", "de la", "zzz", "%", "🎟"])("%j finds nothing", (typed) => expect(keysFor(typed)).toEqual([]));
  test("matches in the text of the key itself come before matches only in its class", () => {
    expect(keysFor("camisa")[0]).toBe("53101600");
    expect(keysFor("tenis")[0]).toBe("53111900");
  });
  test("the shop's confirmed keys are found as well", () => {
    const confirmedKeys = [{ key: "60101405", name: "Cintas de premiación", isConfirmed: true }];
    expect(findProductKeys("premiacion", confirmedKeys)).toEqual(confirmedKeys);
  });
});
