import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { CheckField } from "../../ui/field.tsx";
import { Dialog } from "../../ui/dialog.tsx";

interface Way {
  to: string;
  label: string;
  /** The letter after `G`. */
  letter: string;
}

/** Id of the search field that `/` goes to. */
export const SEARCH_ID = "buscar-en-el-panel";
const OFF = "escaparate.panel.sin-atajos";
/** After `G` the letter must follow within this. */
const WITHIN_MS = 1_500;

/**
 * Keys for who works here all day: `/` or Ctrl+K to search, `G` and a letter to a section, `?` for all of them. Single
 * letters can be turned off (WCAG 2.1.4): who dictates would press them by accident.
 */
export function Shortcuts({ ways }: { ways: readonly Way[] }) {
  const navigate = useNavigate();
  const [isShown, setShown] = useState(false);
  const [isOff, setOff] = useState(false);
  const lastG = useRef(-Infinity);
  useEffect(() => setOff(localStorage.getItem(OFF) !== null), []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase();
      const isSearch = key === "k" && (event.ctrlKey || event.metaKey);
      const isEmailKind = !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target) && !isOff;
      if (isSearch || (isEmailKind && key === "/")) {
        event.preventDefault();
        const fields = [...document.querySelectorAll<HTMLInputElement>(`[data-search="${SEARCH_ID}"]`)];
        const field = fields.find((one) => one.checkVisibility());
        field?.focus();
        // What was searched before gives way to what is typed now.
        field?.select();
      } else if (isEmailKind && key === "?") setShown(true);
      else if (isEmailKind && key === "g") lastG.current = event.timeStamp;
      else if (isEmailKind && event.timeStamp - lastG.current < WITHIN_MS) {
        lastG.current = -Infinity;
        const way = ways.find(({ letter }) => letter === key);
        if (way) void navigate(way.to);
      }
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [ways, isOff, navigate]);
  const turn = (off: boolean) => {
    setOff(off);
    if (off) localStorage.setItem(OFF, "1");
    else localStorage.removeItem(OFF);
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
          <Row keys={["/", "Ctrl K"]} what="Buscar" />
          <Row keys={["?"]} what="Ver esta lista" />
          {ways.map(({ letter, label }) => (
            <Row key={letter} keys={[`G ${letter.toUpperCase()}`]} what={label} />
          ))}
        </dl>
        <div className="mt-6 border-t border-line pt-4">
          <CheckField
            label="Usar atajos de una sola tecla"
            checked={!isOff}
            onChange={(event) => turn(!event.target.checked)}
          >
            Si dictas con la voz, apágalos. Ctrl K sigue sirviendo.
          </CheckField>
        </div>
      </Dialog>
    </>
  );
}

function Row({ keys, what }: { keys: readonly string[]; what: string }) {
  return (
    <>
      <dt className="flex gap-2">
        {keys.map((key) => (
          <kbd key={key} className="rounded-box border border-edge bg-sand px-2 py-0.5 font-sans text-sm">
            {key}
          </kbd>
        ))}
      </dt>
      <dd>{what}</dd>
    </>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
}
