import type { ReactNode } from "react";
import { Icon, type IconName } from "../ui/icon.tsx";

/** A reason with its icon, or a step with its number. */
export type AsideItem = [mark: IconName | number, name: string, text: ReactNode];

/** Reasons or steps beside a form. */
export function AsideList({ reasons: items }: { reasons: readonly AsideItem[] }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {items.map(([mark, name, text]) => (
        <li key={name} className="flex gap-4 py-4">
          {typeof mark === "number" ? (
            <span className="w-5 shrink-0 font-display text-xl leading-none">{mark}</span>
          ) : (
            <Icon name={mark} className="size-5 shrink-0" />
          )}
          <p className="-mt-0.5">
            {name}
            <span className="block text-sm text-soft">{text}</span>
          </p>
        </li>
      ))}
    </ul>
  );
}
