import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigation } from "react-router";
import { Notice } from "../../ui/notice.tsx";
import { fillAgain, readStoredForm, toStoredForm, writeStoredForm } from "../kit/stored-form.ts";
import { officePaths } from "../paths.ts";

/**
 * Stores the values of a submitted form until the server answers. When the session has ended, the server answers with
 * the sign-in page. After sign-in, the form is filled again and a notice is shown. Only staff submit it again.
 */
export function StoredFormNotice({ memberId }: { memberId: string }) {
  const { state, formData, formMethod, formAction, location: next } = useNavigation();
  const { pathname, key } = useLocation();
  const isSignedOut = next?.pathname === officePaths.signIn();
  const isSubmitting = useRef(false);
  const [restored, setRestored] = useState<{ locationKey: string; values: string[] } | null>(null);
  useEffect(() => {
    if (state === "submitting" && formMethod === "POST" && formData) {
      if (formAction === officePaths.signOut) return writeStoredForm(null);
      const page = document.querySelector("#contenido");
      if (page) writeStoredForm({ memberId, path: pathname, at: Date.now(), ...toStoredForm(formData, page) });
      isSubmitting.current = true;
    } else if (state !== "submitting" && !isSignedOut && isSubmitting.current) {
      // The server answered within the session: the change is saved, or the refused form shows its values.
      isSubmitting.current = false;
      writeStoredForm(null);
    }
  }, [state, formData, formMethod, formAction, isSignedOut, pathname, memberId]);
  useEffect(() => {
    const stored = readStoredForm();
    if (!stored || isSubmitting.current || stored.path !== pathname) return;
    if (stored.memberId !== memberId) return writeStoredForm(null);
    const page = document.querySelector("#contenido");
    const values = page && stored.fields.length > 0 ? fillAgain(stored, page) : null;
    if (values === null) return;
    writeStoredForm(null);
    setRestored({ locationKey: key, values });
  }, [pathname, key, memberId]);
  if (restored?.locationKey !== key) return null;
  return (
    <Notice tone="warning" alert title="Recuperamos lo que habías escrito">
      <p>Tu sesión terminó antes de guardarlo. Revísalo y envíalo otra vez.</p>
      {restored.values.length > 0 && (
        <p className="wrap-anywhere">Esto ya no tiene su campo: {restored.values.join(" · ")}</p>
      )}
    </Notice>
  );
}
