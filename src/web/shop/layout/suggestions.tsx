import { useEffect, useRef, useState, type RefObject } from "react";
import { useLocation, useNavigate, useRouteLoaderData } from "react-router";
import type { Suggestions as SuggestionsData } from "../../../contract/catalog.ts";
import { call } from "../../client.ts";
import type { RootData } from "../../root.tsx";
import { ComboboxList, useCombobox, useComboboxKeys, type ActiveOptionId } from "../../ui/combobox.tsx";
import { suggestionGroups } from "./suggestion-groups.tsx";

/** The pause in typing before suggestions are requested. */
const TYPING_PAUSE_MS = 120;
const MIN_TERM_CHARACTERS = 2;

interface Props {
  input: RefObject<HTMLInputElement | null>;
  listId: string;
  onActive: (active: ActiveOptionId) => void;
}

/**
 * The suggestions for the typed term, as a list under the search field. Without an active option Enter searches for the
 * term.
 */
export default function Suggestions({ input, listId, onActive }: Props) {
  const { shop } = useRouteLoaderData("root") as RootData;
  const navigate = useNavigate();
  const combobox = useCombobox(input);
  const { text: term, isOpen, setOpen, activeIndex, setActive } = combobox;
  const suggestions = useSuggestions(term);
  const isShown = isOpen && term.length >= MIN_TERM_CHARACTERS && suggestions !== null;
  const groups = isShown ? suggestionGroups(suggestions.data, suggestions.term, shop.settings.management.canSell) : [];
  const options = groups.flatMap((group) => group.options);
  useComboboxKeys(combobox, {
    listId,
    optionCount: isShown ? options.length : null,
    onChoose: (index) => void navigate(options[index]!.to),
    onActive,
  });

  const location = useLocation();
  const lastLocation = useRef(location);
  useEffect(() => {
    if (lastLocation.current !== location) setOpen(false);
    lastLocation.current = location;
  }, [location, setOpen]);

  return (
    <>
      <p role="status" className="sr-only">
        {isShown && (options.length === 0 ? "Sin sugerencias" : `${options.length} sugerencias`)}
      </p>
      {isShown && options.length > 0 && (
        <ComboboxList
          id={listId}
          label="Sugerencias"
          groups={groups}
          activeIndex={activeIndex}
          onPoint={setActive}
          className="absolute -inset-x-[clamp(1rem,4vw,4rem)] top-full z-40 border-b border-line bg-paper p-1 md:left-auto md:right-0 md:w-[26rem] md:border"
        />
      )}
    </>
  );
}

/**
 * The suggestions for a term. While its response is pending, or if its request failed, those for an earlier term. Null
 * while the term is too short, and before the first response.
 */
function useSuggestions(term: string): { term: string; data: SuggestionsData } | null {
  const [answer, setAnswer] = useState<{ term: string; data: SuggestionsData } | null>(null);
  useEffect(() => {
    if (term.length < MIN_TERM_CHARACTERS) return setAnswer(null);
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      const outcome = await call("listSuggestions", { query: { searchTerm: term }, signal: abort.signal });
      // A failure is not shown, because the search itself still works.
      if (outcome.ok && !abort.signal.aborted) setAnswer({ term, data: outcome.data });
    }, TYPING_PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [term]);
  return answer;
}
