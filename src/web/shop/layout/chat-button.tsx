import { useLocation } from "react-router";
import { paths } from "../../paths.ts";
import { Icon } from "../../ui/icon.tsx";
import { chatAddress, chatLabel, type Chat } from "../chat-address.ts";

/**
 * A plain link, without third-party code. It is above what is fixed to the bottom, and hidden on phones in the
 * checkout.
 */
export function ChatButton({ chat, shopName }: { chat: Chat; shopName: string }) {
  const inCheckout = useLocation().pathname === paths.checkout;
  return (
    <a
      href={chatAddress(chat, shopName)}
      target="_blank"
      rel="noopener"
      aria-label={`${chatLabel(chat)} (abre otra ventana)`}
      className={`above-bottom fixed right-4 z-20 size-12 place-items-center rounded-full bg-ink text-white shadow-lg hover:bg-soft print:hidden ${inCheckout ? "hidden md:grid" : "grid"}`}
    >
      <Icon name="chat" className="size-6" />
    </a>
  );
}
