import type { ReactNode } from "react";
import type { PublicShop } from "../../../contract/shop.ts";
import { chatUrl, chatLabel } from "../chat-url.ts";

const BUTTON_CLASS =
  "inline-flex min-h-11 items-center rounded-box border border-edge bg-card px-5 text-sm font-semibold hover:border-ink";

/** The page of a shop that is not open yet (`isOpen`): its name and how to contact it. */
export function ComingSoon({ shop, children }: { shop: PublicShop; children?: ReactNode }) {
  const { company } = shop.settings;
  const hasContact = shop.chat !== null || company.email !== "" || company.phone !== "";
  return (
    <main
      id="contenido"
      data-closed="/abrimos-pronto"
      className="grid flex-1 place-content-center justify-items-center gap-6 bg-sand px-4 py-24 text-center"
    >
      {shop.logo ? (
        <img src={shop.logo} alt={shop.name} className="h-20 w-auto max-w-full object-contain mix-blend-multiply" />
      ) : (
        <>
          <img src="/icon.svg" alt="" width={80} height={80} />
          <p className="text-xl font-extrabold wrap-anywhere">{shop.name}</p>
        </>
      )}
      <h1 className="text-2xl text-balance">Abrimos pronto</h1>
      <p className="max-w-md text-balance text-soft">
        Estamos preparando todo con mucho cariño para recibirte. Vuelve en unos días: te va a gustar.
      </p>
      {hasContact && (
        <section aria-label="Contacto" className="space-y-3">
          <p className="text-sm text-soft">¿Tienes una pregunta mientras tanto?</p>
          <p className="flex flex-wrap justify-center gap-3">
            {shop.chat && (
              <a href={chatUrl(shop.chat, shop.name)} rel="noopener" className={BUTTON_CLASS}>
                {chatLabel(shop.chat)}
              </a>
            )}
            {company.email && (
              <a href={`mailto:${company.email}`} className={BUTTON_CLASS}>
                {company.email}
              </a>
            )}
            {company.phone && (
              <a href={`tel:${company.phone.replaceAll(/[^\d+]/g, "")}`} className={BUTTON_CLASS}>
                {company.phone}
              </a>
            )}
          </p>
        </section>
      )}
      {children}
      <p className="flex flex-wrap justify-center gap-x-5 gap-y-2 text-sm text-soft">
        <a href="/aviso-de-privacidad" className="inline-block min-h-6 underline underline-offset-4">
          Aviso de privacidad
        </a>
        <a href="/terminos" className="inline-block min-h-6 underline underline-offset-4">
          Términos y condiciones
        </a>
      </p>
    </main>
  );
}
