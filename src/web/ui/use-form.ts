import { useRef, useState } from "react";
import { useFormErrors } from "./use-form-errors.ts";

/** The values that the fields edit: texts and numbers. */
type Fields<Data> = { [Name in keyof Data]: string | number };

/** The props of a field. */
interface FieldProps {
  name: string;
  value: string | number;
  error: string | undefined;
  onChange: (event: { target: { value: string } }) => void;
}

export type FormState<Data extends Fields<Data>> = ReturnType<typeof useForm<Data>>;

/**
 * The state of a form that edits `data`, which the caller stores: each field with its value and error, and whether a
 * request is pending.
 */
export function useForm<Data extends Fields<Data>>(data: Data, store: (next: Data) => void) {
  const { formRef: ref, errors, clearFieldError, ...rest } = useFormErrors();
  const [busy, setBusy] = useState(false);

  // A browser or the boot script may fill several fields at once. Each change starts from the previous one.
  const latestData = useRef(data);
  latestData.current = data;
  const change = (changes: Partial<Data>): void => {
    latestData.current = { ...latestData.current, ...changes };
    store(latestData.current);
    Object.keys(changes).forEach(clearFieldError);
  };

  const field = (name: keyof Data & string): FieldProps => ({
    name,
    value: data[name],
    error: errors[name],
    onChange: (event) => change({ [name]: event.target.value } as Partial<Data>),
  });

  /** Waits for a request. Until it ends or fails, the form is busy and cannot be submitted. */
  const waitFor = async <Answer>(request: Promise<Answer>): Promise<Answer> => {
    setBusy(true);
    try {
      return await request;
    } finally {
      setBusy(false);
    }
  };

  return { ...rest, ref, errors, data, change, field, busy, waitFor };
}
