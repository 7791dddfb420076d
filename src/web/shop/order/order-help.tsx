import { Link } from "react-router";
import type { PublicShop } from "../../../contract/shop.ts";
import { paths } from "../../paths.ts";
import { chatAddress, chatLabel } from "../chat-address.ts";

const LINK = "inline-flex min-h-11 items-center underline underline-offset-4 hover:no-underline";

/** How to write to the shop about this order, and what it says about exchanges. */
export default function OrderHelp({ shop, reference }: { shop: PublicShop; reference: string }) {
  const { email, phone } = shop.settings.company;
  const subject = `mi pedido #${reference}`;
  return (
    <section aria-labelledby="help" className="space-y-2 border-t border-line pt-5 print:hidden">
      <h2 id="help" className="text-xl">
        ¿Necesitas ayuda?
      </h2>
      <p className="text-soft">Ten a la mano tu número de pedido, {reference}.</p>
      <ul className="flex flex-wrap gap-x-6">
        {shop.chat && (
          <li>
            <a href={chatAddress(shop.chat, subject)} target="_blank" rel="noopener noreferrer" className={LINK}>
              {chatLabel(shop.chat)}
            </a>
          </li>
        )}
        {email && (
          <li>
            <a href={`mailto:${email}?subject=${encodeURIComponent(`Pedido #${reference}`)}`} className={LINK}>
              {email}
            </a>
          </li>
        )}
        {phone && (
          <li>
            <a href={`tel:${phone.replaceAll(/[^\d+]/g, "")}`} className={LINK}>
              {phone}
            </a>
          </li>
        )}
        <li>
          <Link to={paths.returns} className={LINK}>
            Cambios y devoluciones
          </Link>
        </li>
      </ul>
    </section>
  );
}
