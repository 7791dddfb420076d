import { useCallback, useRef, useState } from "react";
import type { Problem } from "../../contract/problem.ts";

type Errors = Record<string, string | undefined>;

/** Sentences at the fields of a form, from our own look or from the server's, and one for the whole. */
export function useFormErrors() {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Errors>({});
  const [general, setGeneral] = useState<string | null>(null);

  const show = useCallback((found: Errors): boolean => {
    const names = Object.keys(found).filter((name) => found[name]);
    setErrors(found);
    setGeneral(null);
    if (names.length === 0) return false;
    const first = names
      .map((name) => form.current?.elements.namedItem(name))
      .find((field) => field instanceof HTMLElement);
    first?.focus();
    return true;
  }, []);

  /** `fieldOf`: the field a code of the whole speaks of. */
  const showProblem = useCallback(
    (problem: Problem, fieldOf: Record<string, string> = {}) => {
      const named = fieldOf[problem.code];
      const atFields: Errors = named
        ? { [named]: problem.detail }
        : Object.fromEntries((problem.errors ?? []).map((error) => [error.path, error.message]));
      const placed = Object.keys(atFields).some((name) => form.current?.elements.namedItem(name));
      if (placed) show(atFields);
      else setGeneral(problem.detail);
    },
    [show],
  );

  /** One field's sentence, as it is left: the focus stays where the person went. */
  const mark = useCallback(
    (name: string, message: string | undefined) => setErrors((known) => ({ ...known, [name]: message })),
    [],
  );

  /** A mended field is praised at once by its error going away. */
  const clear = useCallback((name: string) => setErrors((known) => ({ ...known, [name]: undefined })), []);

  return { form, errors, general, show, showProblem, mark, clear };
}
