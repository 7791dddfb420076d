import { expect, test } from "vitest";
import { chatAddress } from "./chat-address.ts";

test("WhatsApp opens with the shop's number in digits and a first sentence", () => {
  expect(chatAddress({ provider: "whatsapp", id: "+52 1 55 1234 5678" }, "Casa Maguey")).toBe(
    "https://wa.me/5215512345678?text=Hola%2C%20tengo%20una%20pregunta%20sobre%20Casa%20Maguey.",
  );
});

test("Messenger opens the shop's page, with its id encoded", () => {
  expect(chatAddress({ provider: "messenger", id: "casa/../maguey" }, "Casa Maguey")).toBe(
    "https://m.me/casa%2F..%2Fmaguey",
  );
});
