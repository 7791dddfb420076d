import { useState } from "react";
import type { PublicShop } from "../../../contract/shop.ts";
import { Icon } from "../../ui/icon.tsx";

/** One message of the shop in a line that does not move. A button shows the next message. */
export function MessageLine({ messages }: { messages: PublicShop["messages"] }) {
  const enabledMessages = messages.filter(({ enabled, message }) => enabled && message);
  const [index, setIndex] = useState(0);
  const currentMessage = enabledMessages[index % enabledMessages.length];
  if (!currentMessage) return null;
  return (
    <section aria-label="Avisos de la tienda" className="flex min-w-0 items-center gap-1">
      <p aria-live="polite" className="truncate">
        {currentMessage.message}
      </p>
      {enabledMessages.length > 1 && (
        <button
          type="button"
          aria-label="Siguiente aviso"
          onClick={() => setIndex(index + 1)}
          className="grid size-7 shrink-0 place-items-center"
        >
          <Icon name="chevron" className="size-3.5" />
        </button>
      )}
    </section>
  );
}
