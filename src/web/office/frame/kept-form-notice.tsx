import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigation } from "react-router";
import { Notice } from "../../ui/notice.tsx";
import { fillAgain, readKept, toKept, writeKept } from "../kit/kept-form.ts";
import { officePaths } from "../paths.ts";

/**
 * Keeps what a form carries until its answer is there. Where the session had ended the answer is the page to sign in: the
 * form is filled again afterwards and says so. It is never sent by itself.
 */
export function KeptFormNotice({ who }: { who: string }) {
  const { state, formData, formMethod, formAction } = useNavigation();
  const { pathname, key } = useLocation();
  const isUnderWay = useRef(false);
  const [left, setLeft] = useState<{ at: string; values: string[] } | null>(null);
  useEffect(() => {
    if (state === "submitting" && formMethod === "POST" && formData) {
      if (formAction === officePaths.signOut) return writeKept(null);
      const page = document.querySelector("#contenido");
      if (page) writeKept({ who, path: pathname, at: Date.now(), ...toKept(formData, page) });
      isUnderWay.current = true;
    } else if (state === "idle" && isUnderWay.current) {
      // Answered while somebody is signed in: done, or refused with everything still in its place.
      isUnderWay.current = false;
      writeKept(null);
    }
  }, [state, formData, formMethod, formAction, pathname, who]);
  useEffect(() => {
    const kept = readKept();
    if (!kept || isUnderWay.current || kept.path !== pathname) return;
    if (kept.who !== who) return writeKept(null);
    const page = document.querySelector("#contenido");
    const values = page && kept.fields.length > 0 ? fillAgain(kept, page) : null;
    if (values === null) return;
    writeKept(null);
    setLeft({ at: key, values });
  }, [pathname, key, who]);
  if (left?.at !== key) return null;
  return (
    <Notice tone="warn" alert title="Recuperamos lo que habías escrito">
      <p>Tu sesión terminó antes de guardarlo. Revísalo y envíalo otra vez.</p>
      {left.values.length > 0 && <p className="wrap-anywhere">Esto ya no tiene su campo: {left.values.join(" · ")}</p>}
    </Notice>
  );
}
