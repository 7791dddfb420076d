import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { CheckField } from "../../ui/field.tsx";
import { Dialog } from "../../ui/dialog.tsx";

interface ShortcutSection {
  to: string;
  label: string;
  /** The letter after `G`. */
  letter: string;
}

/** The `data-search` of the search fields. `/` and Ctrl+K focus the one that is visible. */
export const SEARCH_FIELD_MARK = "buscar-en-el-panel";
const SINGLE_KEYS_OFF_STORAGE_KEY = "escaparate.panel.sin-atajos";
/** Time limit for the letter after `G`. */
const SEQUENCE_MS = 1_500;

/**
 * Keyboard shortcuts: `/` or Ctrl+K to search, `G` and a letter to open a section, `?` to list them. Single-key
 * shortcuts can be turned off (WCAG 2.1.4), because people who dictate would trigger them by accident.
 */
export function Shortcuts({ sections }: { sections: readonly ShortcutSection[] }) {
  const navigate = useNavigate();
  const [isShown, setShown] = useState(false);
  const [areSingleKeysOff, setSingleKeysOff] = useState(false);
  const lastGAt = useRef(-Infinity);
  useEffect(() => setSingleKeysOff(localStorage.getItem(SINGLE_KEYS_OFF_STORAGE_KEY) !== null), []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // When Chrome fills in a form, it dispatches keydown events without a key.
      const key = (event.key as string | undefined)?.toLowerCase();
      const isSearch = key === "k" && (event.ctrlKey || event.metaKey);
      const isSingleKeyShortcut =
        !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target) && !areSingleKeysOff;
      if (isSearch || (isSingleKeyShortcut && key === "/")) {
        event.preventDefault();
        const fields = [...document.querySelectorAll<HTMLInputElement>(`[data-search="${SEARCH_FIELD_MARK}"]`)];
        const field = fields.find((candidate) => candidate.checkVisibility());
        field?.focus();
        // Typing replaces the previous search.
        field?.select();
      } else if (isSingleKeyShortcut && key === "?") setShown(true);
      else if (isSingleKeyShortcut && key === "g") lastGAt.current = event.timeStamp;
      else if (isSingleKeyShortcut && event.timeStamp - lastGAt.current < SEQUENCE_MS) {
        lastGAt.current = -Infinity;
        const section = sections.find(({ letter }) => letter === key);
        if (section) void navigate(section.to);
      }
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [sections, areSingleKeysOff, navigate]);
  const storeSingleKeysOff = (areOff: boolean) => {
    setSingleKeysOff(areOff);
    if (areOff) localStorage.setItem(SINGLE_KEYS_OFF_STORAGE_KEY, "1");
    else localStorage.removeItem(SINGLE_KEYS_OFF_STORAGE_KEY);
  };
  return (
    <>
      <button
        type="button"
        onClick={() => setShown(true)}
        className="flex min-h-9 w-full items-center rounded-box px-3 text-left text-sm text-soft hover:bg-sand max-lg:hidden"
      >
        Atajos del teclado <kbd className="ml-auto font-sans">?</kbd>
      </button>
      <Dialog open={isShown} onClose={() => setShown(false)} title="Atajos del teclado">
        <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2 text-sm">
          <Row keys={["/", "Ctrl K"]} description="Buscar" />
          <Row keys={["?"]} description="Ver esta lista" />
          {sections.map(({ letter, label }) => (
            <Row key={letter} keys={[`G ${letter.toUpperCase()}`]} description={label} />
          ))}
        </dl>
        <div className="mt-6 border-t border-line pt-4">
          <CheckField
            label="Usar atajos de una sola tecla"
            checked={!areSingleKeysOff}
            onChange={(event) => storeSingleKeysOff(!event.target.checked)}
          >
            Si dictas con la voz, apágalos. Ctrl K sigue sirviendo.
          </CheckField>
        </div>
      </Dialog>
    </>
  );
}

function Row({ keys, description }: { keys: readonly string[]; description: string }) {
  return (
    <>
      <dt className="flex gap-2">
        {keys.map((key) => (
          <kbd key={key} className="rounded-box border border-edge bg-sand px-2 py-0.5 font-sans text-sm">
            {key}
          </kbd>
        ))}
      </dt>
      <dd>{description}</dd>
    </>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
}
