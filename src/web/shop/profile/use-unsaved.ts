import { useCallback, useEffect, useState } from "react";

/**
 * What was typed and not yet saved, by form. In memory alone: it outlives another tab of the page, another page and a
 * session that ended, and is gone with the window, which asks first. Never holds a password.
 */
const unsaved = new Map<string, unknown>();

/**
 * A form's data while it is being changed, null while it is not; under `name`, which says whose and which form. `saved` is
 * how it stands without them.
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
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isChanged]);
  return [data, change];
}
