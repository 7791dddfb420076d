import type { ReactNode } from "react";
import { formatDateTime } from "../../../domain/dates.ts";
import { ACTION_LABEL } from "../sentences.ts";

export interface Change {
  id: number;
  actor: string;
  action: string;
  /** The name of the other member, or of the shop, that the change affects. */
  whom: string | null;
  before: string | null;
  after: string | null;
  /** The IP address of who made it. */
  ip: string | null;
  at: Date;
}

/** Changes in the given order, with who made them and the values before and after. */
export function ChangeList<Item extends Change>({
  changes,
  renderMore,
}: {
  changes: readonly Item[];
  /** Extra content of a change, for example its undo button. */
  renderMore?: (change: Item) => ReactNode;
}) {
  if (changes.length === 0) return <p className="text-sm text-soft">Todavía no hay cambios.</p>;
  return (
    <ol className="divide-y divide-line text-sm">
      {changes.map((change) => {
        const { id, actor, action, whom, before, after, ip, at } = change;
        return (
          <li key={id} className="py-2">
            <p>
              <span className="font-semibold">{actor}</span> {ACTION_LABEL[action] ?? action}
              {whom && ` a ${whom}`}
              <span className="text-soft">
                {" "}
                · {formatDateTime(at)}
                {ip && ` · ${ip}`}
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
