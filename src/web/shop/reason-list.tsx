import type { ReactNode } from "react";
import { Icon, type IconName } from "../ui/icon.tsx";

export type Reason = [icon: IconName, name: string, text: ReactNode];

/** Reasons or steps beside a form, each with an icon. */
export function ReasonList({ reasons }: { reasons: readonly Reason[] }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {reasons.map(([icon, name, text]) => (
        <li key={name} className="flex gap-4 py-4">
          <Icon name={icon} className="size-5 shrink-0" />
          <p className="-mt-0.5">
            {name}
            <span className="block text-sm text-soft">{text}</span>
          </p>
        </li>
      ))}
    </ul>
  );
}
