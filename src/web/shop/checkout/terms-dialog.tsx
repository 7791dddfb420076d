import { useEffect, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";

export interface Terms {
  version: string;
  pages: { picture: string | null; title: string; text: string }[];
}

/**
 * The terms, one picture after the other with the same content as text. Only the last 'Acepto' accepts (rule
 * CHECKOUT-5).
 */
export function TermsDialog({
  open,
  terms,
  onAccept,
  onCancel,
}: {
  open: boolean;
  terms: Terms;
  onAccept: () => void;
  onCancel: () => void;
}) {
  const [at, setAt] = useState(0);
  useEffect(() => {
    if (open) setAt(0);
  }, [open]);
  const page = terms.pages[at];
  const isLast = at >= terms.pages.length - 1;
  return (
    <Dialog open={open} onClose={onCancel} title={page?.title ?? "Términos"}>
      {page?.picture && (
        <img
          key={page.picture}
          src={page.picture}
          alt=""
          width={800}
          height={1000}
          className="mx-auto max-h-64 w-auto rounded-box"
        />
      )}
      <p>{page?.text}</p>
      {terms.pages.length > 1 && (
        <p className="text-sm text-soft">
          {at + 1} de {terms.pages.length}
        </p>
      )}
      <div className="flex flex-col gap-2 sm:flex-row-reverse">
        <Button className="flex-1" onClick={() => (isLast ? onAccept() : setAt(at + 1))}>
          Acepto
        </Button>
        <Button variant="secondary" className="flex-1" onClick={onCancel}>
          Cancelar
        </Button>
      </div>
    </Dialog>
  );
}
