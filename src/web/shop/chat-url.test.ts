import { expect, test } from "vitest";
import { chatUrl } from "./chat-url.ts";

test("WhatsApp opens with the shop's number in digits and a first sentence", () => {
  expect(chatUrl({ provider: "whatsapp", id: "+52 1 55 1234 5678" }, "Casa Maguey")).toBe(
    "https://wa.me/5215512345678?text=Hola%2C%20tengo%20una%20pregunta%20sobre%20Casa%20Maguey.",
  );
});

test("Messenger opens the shop's page, with its id encoded", () => {
  expect(chatUrl({ provider: "messenger", id: "casa/../maguey" }, "Casa Maguey")).toBe(
    "https://m.me/casa%2F..%2Fmaguey",
  );
});
