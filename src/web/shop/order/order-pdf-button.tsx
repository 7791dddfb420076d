import { OPERATIONS } from "../../../contract/operations.ts";
import { FileButton, type FileTexts } from "./file-button.tsx";

interface Props {
  orderId: string;
  reference: string;
  /** The order's key, if a link with a key opened the page. */
  linkKey: string | null;
  /** Which texts to show. The file is the same: the order, followed by its tickets. */
  kind?: keyof typeof TEXTS_BY_KIND;
}

const TEXTS_BY_KIND = {
  order: {
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
} satisfies Record<string, FileTexts>;

/** The button that downloads the PDF of an order, which also has its tickets. */
export function OrderPdfButton({ orderId, reference, linkKey, kind = "order" }: Props) {
  const path = OPERATIONS.getReceipt.replace("GET ", "").replace("{id}", encodeURIComponent(orderId));
  return (
    <FileButton
      href={linkKey === null ? path : `${path}?${new URLSearchParams({ key: linkKey })}`}
      hasKey={linkKey !== null}
      type="application/pdf"
      name={`pedido-${reference}.pdf`}
      texts={TEXTS_BY_KIND[kind]}
    />
  );
}
