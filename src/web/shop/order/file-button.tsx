import { useEffect, useState } from "react";
import { makeNoAnswerProblem } from "../../client.ts";
import type { Problem } from "../../../contract/problem.ts";
import { useSession } from "../../state/session.tsx";
import { Button, buttonClasses } from "../../ui/button.tsx";
import { DOWNLOAD } from "../../ui/icon-paths.ts";
import { PathIcon } from "../../ui/icon.tsx";
import { Notice } from "../../ui/notice.tsx";

export interface FileTexts {
  label: string;
  preparing: string;
  ready: string;
  error: string;
}

interface Props {
  href: string;
  /** Whether the URL has an order key, so that it works without a session. */
  hasKey: boolean;
  type: "application/pdf" | "application/xml";
  /** The name of the saved file. */
  name: string;
  texts: FileTexts;
}

/**
 * The button that downloads a file that needs authorization: with the session's token, or with an order key in its URL.
 * Browsers on iOS, in particular in-app browsers, do not save a file from an object URL. If the URL has a key, they
 * open it instead.
 */
export function FileButton({ href, hasKey, type, name, texts }: Props) {
  const { session } = useSession();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [objectUrl, setObjectUrl] = useState<string | null>(null);
  useEffect(() => () => (objectUrl === null ? undefined : URL.revokeObjectURL(objectUrl)), [objectUrl]);

  const download = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    const token = hasKey ? null : (session?.token ?? null);
    const result = await import("./fetch-file.ts")
      .then(({ fetchFile }) => fetchFile(href, type, token))
      .catch(() => ({ problem: makeNoAnswerProblem(0) }));
    setBusy(false);
    if ("problem" in result) return setProblem(result.problem);
    const url = URL.createObjectURL(result.file);
    setObjectUrl(url);
    saveFile(url, name);
  };

  return (
    <div className="space-y-3 print:hidden">
      {hasKey ? (
        <a
          href={href}
          aria-busy={busy || undefined}
          onClick={(event) => {
            if (isIos() || event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            void download();
          }}
          className={buttonClasses("secondary", "max-sm:w-full")}
        >
          <PathIcon path={DOWNLOAD} />
          {texts.label}
        </a>
      ) : (
        <Button variant="secondary" busy={busy} onClick={() => void download()} className="max-sm:w-full">
          {!busy && <PathIcon path={DOWNLOAD} />}
          {texts.label}
        </Button>
      )}
      <p role="status" className="text-sm text-soft empty:hidden">
        {busy && texts.preparing}
        {objectUrl && !busy && !problem && (
          <>
            {texts.ready} Si no se descargó,{" "}
            <a href={objectUrl} target="_blank" rel="noreferrer" className="font-semibold underline underline-offset-4">
              ábrelo aquí
            </a>
            .
          </>
        )}
      </p>
      {problem && (
        <Notice tone="error" alert title={texts.error}>
          <p>{problem.detail}</p>
          <Button variant="secondary" className="mt-3" onClick={() => void download()}>
            Reintentar
          </Button>
        </Notice>
      )}
    </div>
  );
}

function saveFile(url: string, name: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
}

/** `navigator.standalone` exists only in WebKit on iOS. In-app browsers have it too, and no user agent hides it. */
function isIos(): boolean {
  return "standalone" in navigator;
}
