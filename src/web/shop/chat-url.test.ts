import { expect, test } from "vitest";
import { chatUrl } from "./chat-url.ts";

test("a WhatsApp URL has the digits of the shop's number and the first sentence of the message", () => {
  expect(chatUrl({ provider: "whatsapp", id: "+52 1 55 1234 5678" }, "Casa Maguey")).toBe(
    "https://wa.me/5215512345678?text=Hola%2C%20tengo%20una%20pregunta%20sobre%20Casa%20Maguey.",
  );
});

test("a Messenger URL has the id of the shop's page, encoded", () => {
  expect(chatUrl({ provider: "messenger", id: "casa/../maguey" }, "Casa Maguey")).toBe(
    "https://m.me/casa%2F..%2Fmaguey",
  );
});
