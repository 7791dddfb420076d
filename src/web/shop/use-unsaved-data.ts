import { useCallback, useEffect, useState } from "react";

/**
 * Data that were typed and not saved, by the name of their form. They are only in memory. They survive a navigation,
 * another tab of 'Mi Cuenta', and the end of the session. Closing the window loses them, after a confirmation while
 * their form is shown. They never contain a password.
 */
const unsavedData = new Map<string, unknown>();

/**
 * A form's data while they are being edited, null otherwise. `name` identifies the form and the owner of the data.
 * While the data differ from `savedData`, the browser asks for a confirmation before the customer leaves the site.
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
