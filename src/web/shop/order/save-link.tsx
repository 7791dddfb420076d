import { useId, useState } from "react";
import { call } from "../../client.ts";
import { paths } from "../../paths.ts";
import { useSession } from "../../state/session.tsx";
import { Button } from "../../ui/button.tsx";
import { COPY, SHARE } from "../../ui/icon-paths.ts";
import { PathIcon } from "../../ui/icon.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useToast } from "../../ui/toasts.tsx";

/**
 * 'Guardar enlace a mi pedido', for the guest who placed the order. Their session exists only in this browser. A guest
 * who gave no email address gets no link by email, so they cannot open the order elsewhere (decision 12). The link is
 * created when they press the button, and is not stored. Its text is shown, so that they can copy it by hand if the
 * clipboard and sharing are not available.
 */
export function SaveLink({ orderId, reference }: { orderId: string; reference: string }) {
  const { session } = useSession();
  const fieldId = useId();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [link, setLink] = useState<string | null>(null);
  const createLink = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    const outcome = await call("linkOrder", { params: { id: orderId }, token: session?.token });
    setBusy(false);
    if (outcome.ok) setLink(`${location.origin}${paths.order(orderId)}?key=${outcome.data.key}`);
    else setError(outcome.problem.detail);
  };
  return (
    <section aria-labelledby={`${fieldId}-title`} className="space-y-3 border-t border-line pt-8 print:hidden">
      <h2 id={`${fieldId}-title`} className="text-xl">
        Vuelve a tu pedido cuando quieras
      </h2>
      <p className="text-soft">
        Compraste sin cuenta: este pedido solo se ve en este navegador. Con su enlace lo abres en cualquier equipo.
      </p>
      {link === null ? (
        <Button variant="secondary" busy={busy} onClick={() => void createLink()} className="max-sm:w-full">
          Guardar enlace a mi pedido
        </Button>
      ) : (
        <CreatedLink link={link} fieldId={fieldId} reference={reference} />
      )}
      {error && (
        <Notice tone="error" alert title="No pudimos hacer el enlace">
          {error}
        </Notice>
      )}
    </section>
  );
}

/** Moves the focus to the link, which replaces the pressed button. */
function focusField(field: HTMLInputElement | null): void {
  field?.focus();
}

function CreatedLink({ link, fieldId, reference }: { link: string; fieldId: string; reference: string }) {
  const showToast = useToast();
  const canShare = typeof navigator.share === "function";
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(link);
      showToast("success", "Enlace copiado");
    } catch {
      showToast("info", "No pudimos copiarlo", "Selecciona el enlace y cópialo tú.");
    }
  };
  const share = async (): Promise<void> => {
    try {
      await navigator.share({ title: `Pedido #${reference}`, url: link });
    } catch (error) {
      if (!(error instanceof DOMException && error.name === "AbortError")) await copy();
    }
  };
  return (
    <>
      <label htmlFor={fieldId} className="block text-sm font-semibold">
        Enlace a tu pedido
      </label>
      <input
        ref={focusField}
        id={fieldId}
        readOnly
        value={link}
        // The selection goes backward, so that the beginning of the link stays visible.
        onFocus={({ currentTarget: field }) => field.setSelectionRange(0, field.value.length, "backward")}
        aria-describedby={`${fieldId}-hint`}
        className="block min-h-11 w-full rounded-box border border-edge bg-sand px-3 py-2 text-base"
      />
      <p id={`${fieldId}-hint`} className="text-sm text-soft">
        Quien tenga este enlace puede ver tu pedido, tu teléfono y tu dirección: guárdalo solo para ti.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => void copy()}>
          <PathIcon path={COPY} />
          Copiar
        </Button>
        {canShare && (
          <Button variant="secondary" onClick={() => void share()}>
            <PathIcon path={SHARE} />
            Compartir
          </Button>
        )}
      </div>
    </>
  );
}
