import { useCallback, useEffect, useState } from "react";

/**
 * The typed and unsaved data, by the name of its form. It is only in memory. It survives a change of the page's tab, a
 * navigation, and an expired session. Closing the window loses it, after a confirmation. It never has a password.
 */
const unsavedData = new Map<string, unknown>();

/**
 * A form's data while it is being changed, null otherwise. `name` identifies the form and the owner of the data. While
 * the data differ from `savedData`, the browser asks for a confirmation before it leaves the page.
 */
export function useUnsavedData<Data extends object>(
  name: string,
  savedData: Data,
): [Data | null, (data: Data | null) => void] {
  const [data, setData] = useState(() => (unsavedData.get(name) as Data | undefined) ?? null);
  const change = useCallback(
    (nextData: Data | null) => {
      if (nextData === null) unsavedData.delete(name);
      else unsavedData.set(name, nextData);
      setData(nextData);
    },
    [name],
  );
  const isChanged = data !== null && JSON.stringify(data) !== JSON.stringify(savedData);
  useEffect(() => {
    if (!isChanged) return;
    const confirmLeaving = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener("beforeunload", confirmLeaving);
    return () => removeEventListener("beforeunload", confirmLeaving);
  }, [isChanged]);
  return [data, change];
}
