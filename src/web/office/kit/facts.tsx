import type { ReactNode } from "react";

/** A description list of an object. Empty values are not shown. */
export function Facts({ facts }: { facts: Record<string, ReactNode> }) {
  const filledFacts = Object.entries(facts).filter(
    ([, value]) => value !== null && value !== undefined && value !== "",
  );
  return (
    <dl className="grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-4 gap-y-1.5 text-sm">
      {filledFacts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-soft">{name}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
