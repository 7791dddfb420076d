import type { ReactNode } from "react";

/** Facts of an object: a name and what it is, side by side. What is empty is not shown. */
export function Facts({ facts }: { facts: Record<string, ReactNode> }) {
  const told = Object.entries(facts).filter(([, value]) => value !== null && value !== undefined && value !== "");
  return (
    <dl className="grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-4 gap-y-1.5 text-sm">
      {told.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-soft">{name}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
