import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";

export interface Terms {
  version: string;
  pages: { picture: string | null; title: string; text: string }[];
}

interface Props {
  /** The index of one page to read, or "all" to read and accept all pages one after the other. */
  pagesToRead: number | "all";
  terms: Terms;
  onAccept: () => void;
  onCancel: () => void;
}

/**
 * The pages of the terms: each has a text, and may have a picture with the same content. Only the last 'Acepto' accepts
 * (rule CHECKOUT-5).
 */
export default function TermsDialog({ pagesToRead, terms, onAccept, onCancel }: Props) {
  const [index, setIndex] = useState(pagesToRead === "all" ? 0 : pagesToRead);
  const page = terms.pages[index];
  const isLast = index >= terms.pages.length - 1;
  return (
    <Dialog open onClose={onCancel} title={page?.title ?? "Términos"}>
      {page?.picture && (
        <img
          key={page.picture}
          src={page.picture}
          alt=""
          width={800}
          height={1000}
          className="mx-auto max-h-64 w-auto"
        />
      )}
      <p>{page?.text}</p>
      {pagesToRead === "all" && terms.pages.length > 1 && (
        <p className="text-sm text-soft">
          {index + 1} de {terms.pages.length}
        </p>
      )}
      {pagesToRead === "all" ? (
        <div className="flex flex-col gap-2 sm:flex-row-reverse">
          <Button className="flex-1" onClick={() => (isLast ? onAccept() : setIndex(index + 1))}>
            Acepto
          </Button>
          <Button variant="secondary" className="flex-1" onClick={onCancel}>
            Cancelar
          </Button>
        </div>
      ) : (
        <Button variant="secondary" wide onClick={onCancel}>
          Volver a mi pedido
        </Button>
      )}
    </Dialog>
  );
}
