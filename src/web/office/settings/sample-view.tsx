import { cx } from "../../ui/class-names.ts";
import type { SampleFigures } from "./sample-figures.ts";

/**
 * A preview in a frame: a part of the shop, rendered with its own code and styles, or an email. No script runs in it.
 */
export function SampleFrame({
  html,
  title,
  className,
  isLong,
}: {
  html: string;
  title: string;
  className?: string;
  /** For long content, which scrolls. */
  isLong?: boolean;
}) {
  return (
    <iframe
      // Same origin, to load styles, fonts and pictures. Without allow-scripts no script runs in it.
      sandbox="allow-same-origin"
      srcDoc={html}
      title={title}
      tabIndex={isLong ? 0 : -1}
      className={cx(
        "w-full rounded-box border border-line bg-card",
        !isLong && "pointer-events-none",
        className ?? (isLong ? "h-[44rem]" : "h-80"),
      )}
    />
  );
}

/** Stored and entered values side by side, with changes in bold. */
export function SampleTable({
  figures: { title, rows },
  isStoredOnly,
}: {
  figures: SampleFigures;
  /** Shows only the stored values. */
  isStoredOnly?: boolean;
}) {
  return (
    <table className="w-full text-sm">
      <caption className="pb-2 text-left font-semibold">{title}</caption>
      <thead>
        <tr className="border-b border-line text-left text-soft">
          <th scope="col" className="py-1.5 pr-2 font-semibold">
            Qué
          </th>
          <th scope="col" className="px-2 py-1.5 font-semibold">
            Ahora
          </th>
          {!isStoredOnly && (
            <th scope="col" className="py-1.5 pl-2 font-semibold">
              Con lo de aquí
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, stored, entered }) => (
          <tr key={label} className="border-b border-line align-top">
            <th scope="row" className="py-2 pr-2 text-left font-normal">
              {label}
            </th>
            <td className="px-2 py-2 tabular wrap-anywhere">{stored}</td>
            {!isStoredOnly && (
              <td
                className={cx("py-2 pl-2 tabular wrap-anywhere", stored !== entered && "font-bold text-accent-strong")}
              >
                {entered}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
