import { useState } from "react";
import type { PublicShop } from "../../../contract/shop.ts";
import { cx } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icon.tsx";

/**
 * The shop's messages, each in its colour. They move five times across the screen, 15 s each, and then stop. A button
 * pauses them. With reduced motion they do not move (rule SCREEN-2).
 */
export default function Marquee({ messages }: { messages: PublicShop["messages"] }) {
  const enabledMessages = messages.filter((message) => message.enabled && message.message);
  const [state, setState] = useState<"moving" | "paused" | "done">("moving");
  if (enabledMessages.length === 0) return null;
  const isDone = state === "done";
  return (
    <section aria-label="Avisos de la tienda" className="flex items-stretch border-b border-line bg-card">
      {!isDone && (
        <button
          type="button"
          aria-label={state === "paused" ? "Reanudar los avisos" : "Pausar los avisos"}
          onClick={() => setState(state === "paused" ? "moving" : "paused")}
          className="z-10 grid w-10 shrink-0 place-items-center border-r border-line bg-card motion-reduce:hidden"
        >
          <Icon name={state === "paused" ? "play" : "pause"} className="size-4" />
        </button>
      )}
      <div className="min-w-0 flex-1 overflow-hidden">
        <ul
          style={{ animationPlayState: state === "paused" ? "paused" : undefined }}
          onAnimationEnd={() => setState("done")}
          className={cx(
            "flex gap-x-4 gap-y-1 px-4 py-2 motion-reduce:flex-wrap motion-reduce:justify-center",
            isDone ? "flex-wrap justify-center" : "motion-safe:w-max motion-safe:animate-marquee",
          )}
        >
          {enabledMessages.map(({ message, color }) => (
            <li
              key={message}
              data-theme={color}
              className="shrink-0 rounded-full bg-accent-soft px-4 py-0.5 text-sm font-semibold text-accent-strong max-sm:motion-reduce:shrink"
            >
              {message}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
