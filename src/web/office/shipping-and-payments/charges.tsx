import { Link } from "react-router";
import { formatMoney, type Cents } from "../../../domain/money.ts";
import type { OnlineFee } from "../../../domain/online-fee.ts";
import { Notice } from "../../ui/notice.tsx";
import { Facts } from "../kit/facts.tsx";
import { Section } from "../kit/section.tsx";
import { officePaths } from "../paths.ts";

const LINK_CLASSES = "font-semibold underline underline-offset-4";

/** The shop's extra charges besides shipping, and what consumer law says about them. */
export function Charges({
  shopKey,
  packagingCents,
  fee,
}: {
  shopKey: string;
  packagingCents: Cents;
  /** Null if the shop accepts no online payment. */
  fee: OnlineFee | null;
}) {
  const hasFee = fee !== null && (fee.rateBps > 0 || fee.baseCents > 0);
  return (
    <Section title="Empaque y comisión">
      <Facts
        facts={{
          Empaque: (
            <>
              {packagingCents > 0 ? `${formatMoney(packagingCents)} por pedido, salvo de puros boletos` : "No se cobra"}{" "}
              ·{" "}
              <Link to={officePaths.settingsSection(shopKey, "mayoreo")} className={LINK_CLASSES}>
                Cambiar el empaque
              </Link>
            </>
          ),
          "Comisión por pago en línea": (
            <>
              {hasFee ? `${fee.rateBps / 100} % más ${formatMoney(fee.baseCents)}, más IVA` : "No se cobra"} ·{" "}
              <Link to={officePaths.settingsSection(shopKey, "pago-en-linea")} className={LINK_CLASSES}>
                Cambiar la comisión
              </Link>
            </>
          ),
        }}
      />
      {hasFee && (
        <Notice tone="warning" title="Cobrar de más por pagar con tarjeta puede costarte una multa">
          <p>
            Según Profeco va contra el artículo 7 Bis de la Ley Federal de Protección al Consumidor. Lo seguro es
            dejarla en 0 y que tus precios ya la incluyan, o dar un descuento a quien transfiere.
          </p>
        </Notice>
      )}
      <p className="text-sm text-soft">
        El mismo artículo pide decir desde el principio cuánto se va a pagar, con todo cargo incluido. Por eso lo que
        cobres aquí se ve desde el carrito, con el total de cada forma de pago; con 0 no sale ningún renglón.
      </p>
    </Section>
  );
}
