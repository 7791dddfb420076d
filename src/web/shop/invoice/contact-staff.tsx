import type { PublicShop } from "../../../contract/shop.ts";
import { chatUrl } from "../chat-url.ts";

/** Words that ask customers to contact staff. They are a link if the shop has a chat, an email address or a phone. */
export function ContactStaff({ shop, text = "escríbele a un asesor" }: { shop: PublicShop; text?: string }) {
  const { email, phone } = shop.settings.company;
  const href = shop.chat
    ? chatUrl(shop.chat, shop.name)
    : email
      ? `mailto:${email}?subject=${encodeURIComponent("Mi factura")}`
      : phone && `tel:${phone.replaceAll(/[^\d+]/g, "")}`;
  if (!href) return <>{text}</>;
  return (
    <a href={href} rel="noopener" className="font-semibold underline underline-offset-4">
      {text}
    </a>
  );
}
