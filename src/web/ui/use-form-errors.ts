import { useCallback, useRef, useState } from "react";
import type { Problem } from "../../contract/problem.ts";

type Errors = Record<string, string | undefined>;

/** The errors of a form's fields, from our own checks or from the server, and one for the whole form. */
export function useFormErrors() {
  const formRef = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Errors>({});
  const [generalError, setGeneralError] = useState<string | null>(null);

  /** Shows these errors and moves the focus to the first of them with a field. Returns whether there is an error. */
  const showErrors = useCallback((newErrors: Errors): boolean => {
    const names = Object.keys(newErrors).filter((name) => newErrors[name]);
    setErrors(newErrors);
    setGeneralError(null);
    if (names.length === 0) return false;
    const firstField = names
      .map((name) => formRef.current?.elements.namedItem(name))
      .find((field) => field instanceof HTMLElement);
    firstField?.focus();
    return true;
  }, []);

  /** `fieldOf` maps the code of a problem to the field that it is about. */
  const showProblem = useCallback(
    (problem: Problem, fieldOf: Record<string, string> = {}) => {
      const namedField = fieldOf[problem.code];
      const fieldErrors: Errors = namedField
        ? { [namedField]: problem.detail }
        : Object.fromEntries((problem.errors ?? []).map((error) => [error.path, error.message]));
      const hasField = Object.keys(fieldErrors).some((name) => formRef.current?.elements.namedItem(name));
      if (hasField) showErrors(fieldErrors);
      else setGeneralError(problem.detail);
    },
    [showErrors],
  );

  /** Sets or removes the error of one field, without moving the focus. */
  const setFieldError = useCallback(
    (name: string, message: string | undefined) => setErrors((current) => ({ ...current, [name]: message })),
    [],
  );

  /** Removes the error of a field that the customer changes. */
  const clearFieldError = useCallback(
    (name: string) => setErrors((current) => ({ ...current, [name]: undefined })),
    [],
  );

  return { formRef, errors, generalError, showErrors, showProblem, setFieldError, clearFieldError };
}
