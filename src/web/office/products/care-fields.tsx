import { useState } from "react";
import {
  CARE_GROUP_LABEL,
  CARE_GROUPS,
  CARE_TEXT,
  careCodesOf,
  careGroup,
  isCareCode,
  type CareCode,
  type CareGroup,
} from "../../../domain/care.ts";
import { CareSymbol } from "../../ui/care-symbol.tsx";
import { cx } from "../../ui/class-names.ts";

/** The care symbols to choose from: at most one of each group. */
export function CareFields({ care, error }: { care: readonly string[]; error?: string }) {
  const chosenCodes = care.filter(isCareCode);
  return (
    <fieldset className="space-y-2">
      <legend className="text-sm font-semibold">
        Cuidados <span className="font-normal text-soft">(opcional)</span>
      </legend>
      <div className="divide-y divide-line rounded-box border border-line">
        {CARE_GROUPS.map((group) => (
          <GroupField
            key={group}
            group={group}
            initialCode={chosenCodes.find((code) => careGroup(code) === group) ?? null}
          />
        ))}
      </div>
      {error && <p className="text-sm font-medium text-error">{error}</p>}
    </fieldset>
  );
}

function GroupField({ group, initialCode }: { group: CareGroup; initialCode: CareCode | null }) {
  const [chosenCode, setChosenCode] = useState(initialCode);
  return (
    <details className="px-3">
      <summary className="flex min-h-12 flex-wrap items-center gap-x-3 text-sm">
        <span className="font-semibold">{CARE_GROUP_LABEL[group]}</span>
        {chosenCode ? (
          <span className="flex items-center gap-2">
            <CareSymbol code={chosenCode} className="size-7" />
            {CARE_TEXT[chosenCode]}
          </span>
        ) : (
          <span className="text-soft">Sin decir</span>
        )}
      </summary>
      <div role="radiogroup" aria-label={CARE_GROUP_LABEL[group]} className="grid gap-2 pb-3 sm:grid-cols-2">
        {[null, ...careCodesOf(group)].map((code) => (
          <label
            key={code}
            className={cx(
              "flex min-h-12 items-center gap-3 rounded-box border px-3 text-sm",
              code === chosenCode ? "border-edge bg-accent-soft font-semibold" : "border-line",
            )}
          >
            <input
              type="radio"
              name={`care-${group}`}
              value={code ?? ""}
              checked={code === chosenCode}
              onChange={() => setChosenCode(code)}
              className="size-4 shrink-0 accent-(--accent-strong)"
            />
            {code && <CareSymbol code={code} className="size-8" />}
            {code ? CARE_TEXT[code] : "Sin decir"}
          </label>
        ))}
      </div>
    </details>
  );
}
