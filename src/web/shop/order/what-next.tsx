import type { Order } from "../../../contract/orders.ts";
import { buttonClasses } from "../../ui/button.tsx";
import { Thumbnail } from "../../ui/thumbnail.tsx";
import { useNow } from "../use-now.ts";
import { nextSteps } from "./next-steps.ts";

/**
 * 'Qué sigue': the remaining steps of the order, and the tracking link of a single parcel. On wide screens there is a
 * large picture beside them. On phones the heading has a small one instead (order-header.tsx).
 */
export default function WhatNext({ order, cutOff }: { order: Order; cutOff: string }) {
  const steps = nextSteps(order, useNow(), cutOff);
  const picture = order.products.find((line) => line.image)?.image;
  if (steps.length === 0) return null;
  return (
    <section aria-labelledby="next" className="grid gap-6 sm:grid-cols-[13rem_1fr] sm:gap-10">
      <Thumbnail src={picture} width={360} className="w-full self-start max-sm:hidden print:hidden" />
      <div className="space-y-4">
        <h2 id="next" className="text-xl">
          Qué sigue
        </h2>
        <ol className="divide-y divide-line border-y border-line">
          {steps.map(({ title, text, link }) => (
            <li key={title} className="space-y-1 py-4">
              <p className="font-semibold">{title}</p>
              <p className="text-sm text-soft">{text}</p>
              {link && (
                <a href={link.href} className={buttonClasses("quiet", "-ml-2 min-h-11 print:hidden")}>
                  {link.label}
                </a>
              )}
            </li>
          ))}
        </ol>
        {order.trackingUrl && order.parcels.length < 2 && order.deliveredAt === null && (
          <a
            href={order.trackingUrl}
            target="_blank"
            rel="noreferrer"
            className={buttonClasses("primary", "max-sm:w-full print:hidden")}
          >
            Rastrear mi paquete
            <span className="sr-only"> (se abre en la página de la paquetería)</span>
          </a>
        )}
      </div>
    </section>
  );
}
