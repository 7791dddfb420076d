import { useEffect, useState } from "react";
import { noAnswer } from "../../client.ts";
import type { Problem } from "../../../contract/problem.ts";
import { useSession } from "../../state/session.tsx";
import { Button, buttonLooks } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Notice } from "../../ui/notice.tsx";
import { receiptAddress } from "./receipt-address.ts";

interface Props {
  orderId: string;
  reference: string;
  /** From the order's link, where one came by it. */
  linkKey: string | null;
  /** What is looked for in the file: it holds the receipt, and the tickets behind it. */
  what?: keyof typeof WORDS;
}

const WORDS = {
  receipt: {
    label: "Descargar recibo (PDF)",
    preparing: "Preparando tu recibo…",
    ready: "Tu recibo está listo.",
    trouble: "No pudimos darte tu recibo",
  },
  tickets: {
    label: "Descargar boletos (PDF)",
    preparing: "Preparando tus boletos…",
    ready: "Tus boletos están listos.",
    trouble: "No pudimos darte tus boletos",
  },
} as const;

/**
 * 'Descargar recibo (PDF)': asked for with the session's token, or the key of the link. Browsers of iOS, above all those
 * inside other apps, do not save what a page has made itself: with a key they get the receipt's own address instead.
 */
export function ReceiptButton({ orderId, reference, linkKey, what = "receipt" }: Props) {
  const { session } = useSession();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [made, setMade] = useState<string | null>(null);
  useEffect(() => () => (made === null ? undefined : URL.revokeObjectURL(made)), [made]);
  const words = WORDS[what];
  const door = { orderId, key: linkKey };
  const name = `pedido-${reference}.pdf`;

  const download = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    const token = linkKey === null ? (session?.token ?? null) : null;
    const answer = await import("./fetch-receipt.ts")
      .then(({ fetchReceipt }) => fetchReceipt(door, token))
      .catch(() => ({ problem: noAnswer(0) }));
    setBusy(false);
    if ("problem" in answer) return setProblem(answer.problem);
    const address = URL.createObjectURL(answer.pdf);
    setMade(address);
    save(address, name);
  };

  return (
    <div className="space-y-3">
      {linkKey === null ? (
        <Button look="secondary" busy={busy} onClick={() => void download()} className="max-sm:w-full">
          {!busy && <Icon name="download" />}
          {words.label}
        </Button>
      ) : (
        <a
          href={receiptAddress(door)}
          aria-busy={busy || undefined}
          onClick={(event) => {
            if (isIos()) return;
            event.preventDefault();
            void download();
          }}
          className={buttonLooks("secondary", "max-sm:w-full")}
        >
          <Icon name="download" />
          {words.label}
        </a>
      )}
      <p role="status" className="text-sm text-soft empty:hidden">
        {busy && words.preparing}
        {made && !busy && !problem && (
          <>
            {words.ready} Si no se descargó,{" "}
            <a href={made} target="_blank" rel="noreferrer" className="font-semibold underline underline-offset-4">
              ábrelo aquí
            </a>
            .
          </>
        )}
      </p>
      {problem && (
        <Notice mood="bad" alert title={words.trouble}>
          <p>{problem.detail}</p>
          <Button look="secondary" className="mt-3" onClick={() => void download()}>
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

/** Only WebKit on iOS has `standalone`, also inside other apps, whatever name the browser gives itself. */
function isIos(): boolean {
  return "standalone" in navigator;
}
