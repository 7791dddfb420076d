import type { ReactNode } from "react";
import { Link } from "react-router";
import type { PublicShop } from "../../../contract/shop.ts";
import { paths } from "../../paths.ts";
import { Icon, type IconName } from "../../ui/icon.tsx";

/** Answers to what customers ask before they buy: delivery, returns, payment, help. */
export function Assurances({
  shop,
  chat,
  delivery,
  returns,
  isDigital,
}: {
  shop: PublicShop;
  chat: [href: string, label: string] | null;
  /** How the product arrives and, if it is known, when, as text. */
  delivery: string;
  /** About returns: the text of the link, and the text after it. */
  returns: [link: string, rest: string];
  isDigital: boolean;
}) {
  const { payments } = shop.settings;
  const paymentMethods = [
    ...(payments.enabled ? ["tarjeta", "efectivo"] : []),
    ...(payments.transfer ? ["transferencia"] : []),
  ];
  const paymentText = [paymentMethods.slice(0, -1).join(", "), ...paymentMethods.slice(-1)].filter(Boolean).join(" o ");
  return (
    <ul className="text-sm">
      <Item icon={isDigital ? "check" : "truck"}>{delivery}</Item>
      <Item icon={isDigital ? "info" : "check"}>
        <Link to={paths.returns} className="underline underline-offset-4">
          {returns[0]}
        </Link>
        {returns[1]}
      </Item>
      {paymentText && <Item icon="tag">Paga con {paymentText}</Item>}
      {chat && (
        <Item icon="chat">
          ¿Dudas?{" "}
          <a href={chat[0]} target="_blank" rel="noopener" className="underline underline-offset-4">
            {chat[1]}
            <span className="sr-only"> (abre otra ventana)</span>
          </a>
        </Item>
      )}
    </ul>
  );
}

function Item({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li className="flex items-center gap-3 border-b border-line py-3">
      <Icon name={icon} className="size-5 shrink-0" />
      <span>{children}</span>
    </li>
  );
}
