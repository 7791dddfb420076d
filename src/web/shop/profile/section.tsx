import type { ReactNode } from "react";

/** A section of the account page. Its heading is beside its content, on phones above it. */
export function Section({
  titleId,
  title,
  hint,
  children,
}: {
  titleId: string;
  title: string;
  /** What the section is for, or a link. */
  hint?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section
      aria-labelledby={titleId}
      className="grid gap-x-10 gap-y-6 border-t border-line py-10 first:border-0 first:pt-2 md:grid-cols-[13rem_1fr] lg:grid-cols-[20rem_1fr] lg:py-14"
    >
      <div className="space-y-2">
        <h2 id={titleId} className="text-xl">
          {title}
        </h2>
        {hint && <p className="max-w-xs text-sm text-soft">{hint}</p>}
      </div>
      <div className="min-w-0 max-w-3xl">{children}</div>
    </section>
  );
}
