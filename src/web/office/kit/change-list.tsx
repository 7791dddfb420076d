import type { ReactNode } from "react";
import { formatDate } from "../../../domain/dates.ts";
import { ACTION_LABEL } from "../sentences.ts";

export interface Change {
  id: number;
  who: string;
  act: string;
  /** To whom, where it was somebody else. */
  whom: string | null;
  before: string | null;
  after: string | null;
  address: string | null;
  at: Date;
}

/** Who changed what, from what to what; the newest first. */
export function ChangeList<Told extends Change>({
  changes,
  renderMore,
}: {
  changes: readonly Told[];
  /** What can be done about one, e.g. taking it back. */
  renderMore?: (change: Told) => ReactNode;
}) {
  if (changes.length === 0) return <p className="text-sm text-soft">Todavía no hay cambios.</p>;
  return (
    <ol className="divide-y divide-line text-sm">
      {changes.map((change) => {
        const { id, who, act, whom, before, after, address, at } = change;
        return (
          <li key={id} className="py-2">
            <p>
              <span className="font-semibold">{who}</span> {ACTION_LABEL[act] ?? act}
              {whom && ` a ${whom}`}
              <span className="text-soft">
                {" "}
                · {formatDate(at)}
                {address && ` · ${address}`}
              </span>
            </p>
            {(before ?? after) !== null && (
              <p className="wrap-anywhere text-soft">{before === null ? after : `${before} → ${after ?? "nada"}`}</p>
            )}
            {renderMore?.(change)}
          </li>
        );
      })}
    </ol>
  );
}
