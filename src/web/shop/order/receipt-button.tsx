import { OPERATIONS } from "../../../contract/operations.ts";
import { FileButton, type FileWords } from "./file-button.tsx";

interface Props {
  orderId: string;
  reference: string;
  /** The key of the order's link, if a link opened the page. */
  linkKey: string | null;
  /** The link's text: the file has the receipt, and the tickets behind it. */
  what?: keyof typeof TEXTS;
}

const TEXTS = {
  receipt: {
    label: "Descargar recibo (PDF)",
    preparing: "Preparando tu recibo…",
    ready: "Tu recibo está listo.",
    error: "No pudimos darte tu recibo",
  },
  tickets: {
    label: "Descargar boletos (PDF)",
    preparing: "Preparando tus boletos…",
    ready: "Tus boletos están listos.",
    error: "No pudimos darte tus boletos",
  },
} satisfies Record<string, FileWords>;

/** 'Descargar recibo (PDF)'. */
export function ReceiptButton({ orderId, reference, linkKey, what = "receipt" }: Props) {
  const path = OPERATIONS.getReceipt.replace("GET ", "").replace("{id}", encodeURIComponent(orderId));
  return (
    <FileButton
      address={linkKey === null ? path : `${path}?${new URLSearchParams({ key: linkKey })}`}
      hasKey={linkKey !== null}
      type="application/pdf"
      name={`pedido-${reference}.pdf`}
      texts={TEXTS[what]}
    />
  );
}
