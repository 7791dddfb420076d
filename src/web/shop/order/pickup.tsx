import { renderSVG } from "uqr";
import type { Order } from "../../../contract/orders.ts";
import { formatLongDateTime, formatLongDay } from "../../../domain/long-date.ts";
import { buttonClasses } from "../../ui/button.tsx";
import { useNow } from "../use-now.ts";

/** Where the order is collected and, while it is ready, the QR code that staff scan. */
export default function Pickup({ pickup, isPaid }: { pickup: NonNullable<Order["pickup"]>; isPaid: boolean }) {
  const now = useNow();
  const { name, address, hours, mapUrl, collector, collectedOn, code, keptUntil } = pickup;
  const isReady = isPaid && (pickup.state === "READY" || pickup.state === "EXPIRED");
  return (
    <section aria-labelledby="pickup" className="space-y-4">
      <h2 id="pickup" className="text-xl">
        {isReady ? "Listo para recoger" : `Recoger en ${name}`}
      </h2>
      <p>{pickupSentence(pickup, now, isReady)}</p>
      {isReady && keptUntil !== null && (
        <p className="font-semibold">Lo guardamos hasta el {formatLongDay(keptUntil)}.</p>
      )}
      <div className="flex flex-wrap items-start gap-6">
        {isReady && (
          <figure className="space-y-2 text-center">
            <img
              src={`data:image/svg+xml,${encodeURIComponent(renderSVG(code, { border: 2 }))}`}
              alt={`Código QR ${code}`}
              width={192}
              height={192}
              className="rounded-box border border-line bg-white"
            />
            <figcaption className="font-semibold tabular">{code}</figcaption>
          </figure>
        )}
        <div className="min-w-0 space-y-1">
          <p className="font-semibold">{name}</p>
          <p>{address}</p>
          <p className="text-soft">{hours}</p>
          {collector && collectedOn === null && <p>También puede recogerlo {collector}.</p>}
          {mapUrl && (
            <a
              href={mapUrl}
              target="_blank"
              rel="noreferrer"
              className={buttonClasses("secondary", "mt-3 max-sm:w-full print:hidden")}
            >
              Cómo llegar<span className="sr-only"> (se abre en otra página)</span>
            </a>
          )}
        </div>
      </div>
    </section>
  );
}

function pickupSentence({ collectedOn }: NonNullable<Order["pickup"]>, now: Date, isReady: boolean): string {
  if (collectedOn !== null) return `Lo entregamos el ${formatLongDateTime(new Date(collectedOn), now)}`;
  return isReady
    ? "Enseña este código o di tu nombre, y lleva una identificación."
    : "Te avisamos por correo y aquí cuando esté listo. Espera ese aviso antes de venir.";
}
