import { formatMoney } from "../../../domain/money.ts";
import { Change } from "./change.tsx";

interface Part {
  name: string | null;
  cents: number;
  beforeCents: number;
  pieces: number;
}

/** What the sales are made of: a bar a part, the largest first. */
export function Parts({
  title,
  parts,
  unnamed = "Sin nombre",
}: {
  title: string;
  parts: readonly Part[];
  unnamed?: string;
}) {
  const most = Math.max(1, ...parts.map(({ cents }) => cents));
  return (
    <section className="min-w-0 space-y-3">
      <h3 className="font-bold">{title}</h3>
      <ul className="space-y-3 text-sm">
        {parts.map(({ name, cents, beforeCents, pieces }) => (
          <li key={name}>
            <p className="flex flex-wrap justify-between gap-x-3">
              <span className="font-semibold wrap-anywhere">{name ?? unnamed}</span>
              <span className="tabular">{formatMoney(cents)}</span>
            </p>
            <svg aria-hidden viewBox="0 0 100 4" preserveAspectRatio="none" className="my-1 h-2 w-full bg-sand">
              <rect width={(cents / most) * 100} height={4} className="fill-accent" />
            </svg>
            <p className="text-soft">
              {pieces} {pieces === 1 ? "pieza" : "piezas"} · <Change now={cents} before={beforeCents} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
