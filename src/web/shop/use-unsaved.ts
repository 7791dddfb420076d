import { useCallback, useEffect, useState } from "react";

/**
 * What was typed and not yet saved, by form. In memory alone: it survives another tab of the page, another page and an
 * expired session. It is lost with the window, which asks first. It never has a password.
 */
const unsaved = new Map<string, unknown>();

/**
 * A form's data while it is being changed, null otherwise. `name` says whose data and which form. `saved` is the saved
 * data.
 */
export function useUnsaved<Data extends object>(name: string, saved: Data): [Data | null, (data: Data | null) => void] {
  const [data, setData] = useState(() => (unsaved.get(name) as Data | undefined) ?? null);
  const change = useCallback(
    (next: Data | null) => {
      if (next === null) unsaved.delete(name);
      else unsaved.set(name, next);
      setData(next);
    },
    [name],
  );
  const isChanged = data !== null && JSON.stringify(data) !== JSON.stringify(saved);
  useEffect(() => {
    if (!isChanged) return;
    const confirmLeaving = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener("beforeunload", confirmLeaving);
    return () => removeEventListener("beforeunload", confirmLeaving);
  }, [isChanged]);
  return [data, change];
}
