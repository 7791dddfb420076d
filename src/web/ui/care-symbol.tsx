import type { ReactNode } from "react";
import type { CareCode } from "../../domain/care.ts";
import { cx } from "./class-names.ts";

/** A care symbol of ISO 3758, drawn on 32 × 32. Its text stands beside it, so it is hidden from screen readers. */
export function CareSymbol({ code, className }: { code: CareCode; className?: string }) {
  const [group = "", ...details] = code.split("-");
  return (
    <svg
      viewBox="0 0 32 32"
      aria-hidden
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={cx("shrink-0", className)}
    >
      {DRAW[group]?.(details)}
      {details.includes("no") && <path d="M5 5 27 27M27 5 5 27" />}
      {group !== "dry" && <Bars details={details} />}
    </svg>
  );
}

const SQUARE = <path d="M6 5h20v20H6z" />;

const DRAW: Record<string, (details: readonly string[]) => ReactNode> = {
  wash: ([kind = ""]) => (
    <>
      <path d="M3 9l3.5 16h19L29 9M3.8 12.5q3-2.4 6.1 0t6.1 0 6.1 0 6.1 0" />
      {kind === "hand" && (
        <path d="M13 7v9.5M13 16.5l-2.6-2q-1.2 0-.8 1.4l3.6 5.6h5.8l.8-6.4q-.2-1.2-1.6-1.2L13 13.2" />
      )}
      {/^\d/.test(kind) && <Letters y={22}>{kind}</Letters>}
    </>
  ),
  bleach: ([kind]) => (
    <>
      <path d="M16 4 29 26H3z" />
      {kind === "oxygen" && <path d="M13.5 8.5 8.5 26M18.5 8.5 13.5 26" transform="translate(2.5)" />}
    </>
  ),
  tumble: ([kind]) => (
    <>
      {SQUARE}
      <circle cx="16" cy="15" r="8.5" />
      {kind === "low" && <Dots count={1} y={15} />}
      {kind === "normal" && <Dots count={2} y={15} />}
    </>
  ),
  dry: (details) => (
    <>
      {SQUARE}
      {details.includes("line") && (details.includes("drip") ? <path d="M13 9v12M19 9v12" /> : <path d="M16 9v12" />)}
      {details.includes("flat") &&
        (details.includes("drip") ? <path d="M10 13h12M10 18h12" /> : <path d="M10 15h12" />)}
      {details.includes("shade") && <path d="M6 12 13 5" />}
    </>
  ),
  iron: ([kind = ""]) => (
    <>
      <path d="M3 24q1.5-9 10-9h12l3 9zM9 9h13q2.2 0 2.6 2.4L25.2 15" />
      {kind !== "no" && <Dots count={kind === "110" ? 1 : kind === "150" ? 2 : 3} y={19.8} />}
    </>
  ),
  dryclean: ([kind = ""]) => <Circle letter={kind === "no" ? "" : kind.toUpperCase()} />,
  wetclean: ([kind]) => <Circle letter={kind === "no" ? "" : "W"} />,
};

function Circle({ letter }: { letter: string }) {
  return (
    <>
      <circle cx="16" cy="15" r="11" />
      <Letters y={19.4} size={12}>
        {letter}
      </Letters>
    </>
  );
}

function Letters({ y, size = 8.5, children }: { y: number; size?: number; children: string }) {
  return (
    <text x="16" y={y} fontSize={size} fontWeight="700" textAnchor="middle" fill="currentColor" stroke="none">
      {children}
    </text>
  );
}

function Dots({ count, y }: { count: number; y: number }) {
  return Array.from({ length: count }, (_, at) => (
    <circle key={at} cx={16 + (at - (count - 1) / 2) * 4.6} cy={y} r="1.5" fill="currentColor" stroke="none" />
  ));
}

/** One bar below the symbol: a mild process. Two: a very mild one. */
function Bars({ details }: { details: readonly string[] }) {
  if (!details.includes("mild")) return null;
  return <path d={details.includes("very") ? "M7 28h18M7 30.8h18" : "M7 28.6h18"} />;
}
