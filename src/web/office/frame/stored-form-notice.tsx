import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigation } from "react-router";
import { Notice } from "../../ui/notice.tsx";
import { fillStoredForm, readStoredForm, toStoredForm, writeStoredForm } from "../kit/stored-form.ts";
import { officePaths } from "../paths.ts";

/**
 * Stores the values of a submitted form until the server answers. When the session has ended, the server answers with
 * the sign-in page. After the same member has signed in again and opened the same page, the form is filled again and a
 * notice is shown. It is not submitted again automatically. Signing out stores nothing.
 */
export function StoredFormNotice({ memberId }: { memberId: string }) {
  const { state, formData, formMethod, formAction, location: nextLocation } = useNavigation();
  const { pathname, key } = useLocation();
  const isSignedOut = nextLocation?.pathname === officePaths.signIn();
  const isSubmitting = useRef(false);
  const [restoredForm, setRestored] = useState<{ locationKey: string; valuesWithoutField: string[] } | null>(null);
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
    const storedForm = readStoredForm();
    if (!storedForm || isSubmitting.current || storedForm.path !== pathname) return;
    if (storedForm.memberId !== memberId) return writeStoredForm(null);
    const page = document.querySelector("#contenido");
    const valuesWithoutField = page && storedForm.fields.length > 0 ? fillStoredForm(storedForm, page) : null;
    if (valuesWithoutField === null) return;
    writeStoredForm(null);
    setRestored({ locationKey: key, valuesWithoutField });
  }, [pathname, key, memberId]);
  if (restoredForm?.locationKey !== key) return null;
  return (
    <Notice tone="warning" alert title="Recuperamos lo que habías escrito">
      <p>Tu sesión terminó antes de guardarlo. Revísalo y envíalo otra vez.</p>
      {restoredForm.valuesWithoutField.length > 0 && (
        <p className="wrap-anywhere">Esto ya no tiene su campo: {restoredForm.valuesWithoutField.join(" · ")}</p>
      )}
    </Notice>
  );
}
