import type { PublicShop } from "../../contract/shop.ts";

export type Chat = NonNullable<PublicShop["chat"]>;

/**
 * The URL that opens a chat with the shop in WhatsApp or Messenger (rule SHOP-8). wa.me takes the digits of the number
 * with the country code, and the text of the message (faq.whatsapp.com/5913398998672934). m.me takes the page's name
 * or id.
 */
export function chatUrl({ provider, id }: Chat, subject: string): string {
  if (provider === "messenger") return `https://m.me/${encodeURIComponent(id)}`;
  const text = encodeURIComponent(`Hola, tengo una pregunta sobre ${subject}.`);
  return `https://wa.me/${id.replaceAll(/\D/g, "")}?text=${text}`;
}

export function chatLabel({ provider }: Chat): string {
  return provider === "whatsapp" ? "Escríbenos por WhatsApp" : "Escríbenos por Messenger";
}
