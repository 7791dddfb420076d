import { useEffect, useState } from "react";
import { noAnswer } from "../../client.ts";
import type { Problem } from "../../../contract/problem.ts";
import { useSession } from "../../state/session.tsx";
import { Button, buttonClasses } from "../../ui/button.tsx";
import { DOWNLOAD } from "../../ui/icon-paths.ts";
import { LineIcon } from "../../ui/icon.tsx";
import { Notice } from "../../ui/notice.tsx";

export interface FileWords {
  label: string;
  preparing: string;
  ready: string;
  error: string;
}

interface Props {
  address: string;
  /** The address works on its own: it has a key. */
  hasKey: boolean;
  type: "application/pdf" | "application/xml";
  /** The file's name when it is saved. */
  name: string;
  texts: FileWords;
}

/**
 * Downloads a file that needs authorization: requested with the session's token, or by its address with the key of a
 * link. Browsers of iOS, above all those inside other apps, do not save what a page has created itself. With a key they
 * get the file's own address instead.
 */
export function FileButton({ address, hasKey, type, name, texts }: Props) {
  const { session } = useSession();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [made, setMade] = useState<string | null>(null);
  useEffect(() => () => (made === null ? undefined : URL.revokeObjectURL(made)), [made]);

  const download = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    const token = hasKey ? null : (session?.token ?? null);
    const answer = await import("./fetch-file.ts")
      .then(({ fetchFile }) => fetchFile(address, type, token))
      .catch(() => ({ problem: noAnswer(0) }));
    setBusy(false);
    if ("problem" in answer) return setProblem(answer.problem);
    const made = URL.createObjectURL(answer.file);
    setMade(made);
    save(made, name);
  };

  return (
    <div className="space-y-3 print:hidden">
      {hasKey ? (
        <a
          href={address}
          aria-busy={busy || undefined}
          onClick={(event) => {
            if (isIos()) return;
            event.preventDefault();
            void download();
          }}
          className={buttonClasses("secondary", "max-sm:w-full")}
        >
          <LineIcon path={DOWNLOAD} />
          {texts.label}
        </a>
      ) : (
        <Button variant="secondary" busy={busy} onClick={() => void download()} className="max-sm:w-full">
          {!busy && <LineIcon path={DOWNLOAD} />}
          {texts.label}
        </Button>
      )}
      <p role="status" className="text-sm text-soft empty:hidden">
        {busy && texts.preparing}
        {made && !busy && !problem && (
          <>
            {texts.ready} Si no se descargó,{" "}
            <a href={made} target="_blank" rel="noreferrer" className="font-semibold underline underline-offset-4">
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

function save(address: string, name: string): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
}

/** Only WebKit on iOS has `standalone`, also inside other apps, whatever its user agent says. */
function isIos(): boolean {
  return "standalone" in navigator;
}
