import type { ReactNode } from "react";

/** A part of the product's text that opens and closes, also without JavaScript. */
export function Disclosure({ title, open, children }: { title: string; open?: boolean; children: ReactNode }) {
  return (
    <details open={open} className="group border-b border-line">
      <summary className="flex min-h-13 items-center justify-between">
        <h2 className="font-sans text-sm font-medium">{title}</h2>
        <span
          aria-hidden
          className="text-lg leading-none font-light after:content-['+'] group-open:after:content-['−']"
        />
      </summary>
      <div className="pb-5 text-sm text-soft">{children}</div>
    </details>
  );
}
