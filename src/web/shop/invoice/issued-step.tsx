import type { Ref } from "react";
import type { PublicShop } from "../../../contract/shop.ts";
import { formatMoney, toCents } from "../../../domain/money.ts";
import { Button, buttonClasses } from "../../ui/button.tsx";
import { CopyValue } from "../../ui/copy-value.tsx";
import { DOWNLOAD } from "../../ui/icon-paths.ts";
import { Icon, PathIcon } from "../../ui/icon.tsx";
import { ContactStaff } from "./contact-staff.tsx";
import type { IssuedInvoice } from "./draft.ts";

/** The issued invoice: its folio, its files, and where they were sent. */
export default function IssuedStep({
  headingRef,
  shop,
  issued,
  onInvoiceAnother,
}: {
  headingRef: Ref<HTMLHeadingElement>;
  shop: PublicShop;
  issued: IssuedInvoice;
  onInvoiceAnother: () => void;
}) {
  return (
    <section aria-labelledby="lista" className="space-y-6">
      <div className="flex gap-3 rounded-box border border-success/40 bg-success-soft p-4">
        <span className="mt-0.5 shrink-0 text-success">
          <Icon name="check" className="size-6" />
        </span>
        <div className="space-y-1">
          <h2 ref={headingRef} id="lista" tabIndex={-1} className="text-xl">
            Factura generada!
          </h2>
          <p>
            Es la del pedido #{issued.reference}, por {formatMoney(toCents(issued.total))}.
          </p>
        </div>
      </div>
      <dl>
        <CopyValue label="Folio fiscal (UUID)" value={issued.uuid} />
      </dl>
      <div className="flex flex-wrap gap-3">
        <a href={issued.files.xml} download className={buttonClasses("primary", "max-sm:w-full")}>
          <PathIcon path={DOWNLOAD} />
          Descargar XML
        </a>
        <a href={issued.files.pdf} download className={buttonClasses("secondary", "max-sm:w-full")}>
          <PathIcon path={DOWNLOAD} />
          Descargar PDF
        </a>
      </div>
      <div className="space-y-2 text-soft">
        <p>
          {issued.sentTo ? (
            <>
              Te la mandamos a <strong className="break-words text-ink">{issued.sentTo}</strong>. ¿No llegó? Escribe
              aquí los mismos datos y te la mandamos otra vez.
            </>
          ) : (
            "Guárdala ahora. Si la pierdes, escribe aquí los mismos datos y te la damos otra vez."
          )}
        </p>
        <p>
          ¿Algún dato está mal? <ContactStaff shop={shop} text="Escríbele a un asesor" />: la cancela y te hace otra.
        </p>
      </div>
      <Button variant="secondary" onClick={onInvoiceAnother} className="max-sm:w-full">
        Facturar otro pedido
      </Button>
    </section>
  );
}
