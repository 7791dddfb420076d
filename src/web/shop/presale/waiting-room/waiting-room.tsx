import { useMemo, useState, type ReactNode } from "react";
import { format24HourTime } from "../../../../domain/dates.ts";
import { formatDeadline } from "../../../../domain/long-date.ts";
import { paths } from "../../../paths.ts";
import { useCart } from "../../../state/cart.tsx";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { cx } from "../../../ui/class-names.ts";
import { Notice } from "../../../ui/notice.tsx";
import { useSecondsLeft } from "../../seconds-left.ts";
import { formatCount, formatCountdown, formatWait, placeAnnouncement } from "./queue-texts.ts";
import { usePlace } from "./use-place.ts";
import { deadlineOf, joinRoom, type RoomPlace } from "./room-client.ts";

/** The waiting room of a presale: the visitor's place, the estimated wait, and the state of the pieces. */
export default function WaitingRoom({
  presale,
  initialPlace,
  onLeave,
}: {
  presale: { _id: string; name: string };
  initialPlace: RoomPlace;
  /** Called when the wait ends, or the visitor joins the queue again, so that the presale is loaded again. */
  onLeave: (reason?: string) => void;
}) {
  const { place, hasPollFailed } = usePlace(presale._id, initialPlace, onLeave);
  return (
    <section aria-label="Sala de espera" className="mx-auto max-w-xl space-y-8 py-6 text-center">
      <p className="text-sm text-soft">Preventa {presale.name}</p>
      {place.state === "EARLY" && <EarlyView place={place} />}
      {place.state === "WAITING" && <WaitingView place={place} />}
      {place.state === "ENDED" && <EndedTurnView onLeave={onLeave} />}
      {place.state === "SOLD_OUT" && <SoldOutView />}
      <p role="status" className="sr-only">
        {placeAnnouncement(place)}
      </p>
      {hasPollFailed && (
        <div className="text-left">
          <Notice tone="warning" alert title="Sin conexión, guardamos tu lugar">
            Seguimos intentando. No necesitas recargar la página.
          </Notice>
        </div>
      )}
    </section>
  );
}

function EarlyView({ place }: { place: RoomPlace }) {
  const openingDeadline = useMemo(() => deadlineOf(place.opensOn, place.serverNow), [place.opensOn, place.serverNow]);
  const seconds = useSecondsLeft(openingDeadline) ?? 0;
  return (
    <>
      <Headline title="Ya estás en la sala de espera">
        <p
          className={cx(
            "tabular flex min-h-18 items-center justify-center",
            seconds > 0 ? "text-3xl font-light" : "text-lg",
          )}
          aria-hidden
        >
          {seconds > 0 ? formatCountdown(seconds) : "Sorteando los lugares…"}
        </p>
        <p>
          Abrimos el <time dateTime={place.opensOn}>{formatDeadline(new Date(place.opensOn))}</time>
        </p>
      </Headline>
      <NoteList>
        <li>
          {place.people === 1
            ? "Por ahora esperas solo tú."
            : `Esperan ${formatCount(place.people)} personas, contándote a ti.`}
        </li>
        <li>A la hora de abrir sorteamos los lugares entre quienes ya esperan: llegar antes no da ventaja.</li>
        <li>Quien llegue después de la hora se forma atrás, en orden.</li>
        <li>Puedes recargar o cerrar esta página: tu lugar se guarda en este navegador.</li>
      </NoteList>
    </>
  );
}

function WaitingView({ place }: { place: RoomPlace }) {
  const { ahead, waitMinutes, piecesBackOn, likely } = place;
  const earlierPlaces = Math.max(1, (place.place ?? 1) - 1);
  return (
    <>
      <Headline title={`Tu lugar es el ${formatCount(place.place ?? 0)}`}>
        <p className="text-lg">
          {ahead === 0
            ? "Eres la siguiente persona."
            : `${ahead === 1 ? "Va 1 persona" : `Van ${formatCount(ahead)} personas`} antes de ti.`}
        </p>
        <div
          role="progressbar"
          aria-label="Avance de la fila"
          aria-valuemin={0}
          aria-valuemax={earlierPlaces}
          aria-valuenow={Math.max(0, earlierPlaces - ahead)}
          className="h-1 overflow-hidden bg-line"
        >
          <div
            className="h-full bg-ink transition-[width] duration-500"
            style={{ width: `${(100 * Math.max(0, earlierPlaces - ahead)) / earlierPlaces}%` }}
          />
        </div>
        {!piecesBackOn && waitMinutes !== null && (
          <p>
            Espera aproximada: <strong>{formatWait(waitMinutes)}</strong>
          </p>
        )}
      </Headline>
      {piecesBackOn && (
        <div className="text-left">
          <Notice icon="clock" title="Por ahora todas las piezas están en carritos">
            La primera puede volver a las{" "}
            <time dateTime={piecesBackOn}>{format24HourTime(new Date(piecesBackOn))}</time>, si quien la apartó no la
            compra. Te avisamos aquí.
          </Notice>
        </div>
      )}
      {!likely && (
        <div className="text-left">
          <Notice tone="warning" title="Quizá no alcances">
            Hay más personas antes de ti que piezas. Si se agotan te lo decimos aquí, enseguida.
          </Notice>
        </div>
      )}
      <NoteList>
        <li>Cuando sea tu turno tendrás diez minutos para agregar lo que quieras a tu carrito.</li>
        <li>Deja abierta esta página. Si la recargas, tu lugar sigue siendo el mismo.</li>
      </NoteList>
    </>
  );
}

function EndedTurnView({ onLeave }: { onLeave: () => void }) {
  const { cart } = useCart();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const rejoin = async (): Promise<void> => {
    setBusy(true);
    const outcome = await joinRoom(true);
    setBusy(false);
    if (outcome.ok) onLeave();
    else setError(outcome.problem.detail);
  };
  return (
    <>
      <Headline title="Tu turno terminó">
        <p>Los diez minutos pasaron. Si todavía quedan piezas, puedes formarte otra vez, al final de la fila.</p>
      </Headline>
      <div className="flex flex-col justify-center gap-3 sm:flex-row">
        <Button busy={busy} onClick={() => void rejoin()}>
          Formarme otra vez
        </Button>
        {cart?.isPresale && (
          <ButtonLink variant="secondary" to={paths.cart}>
            Ver mi carrito
          </ButtonLink>
        )}
      </div>
      {error && <Notice tone="error" alert title={error} />}
    </>
  );
}

function SoldOutView() {
  return (
    <>
      <Headline title="Agotado">
        <p>
          Se vendieron todas las piezas de esta preventa. Gracias por esperar. Si alguna vuelve porque se cancela un
          pedido y esta página sigue abierta, la fila continúa donde iba.
        </p>
      </Headline>
      <ButtonLink to={paths.home()}>Ver la tienda</ButtonLink>
    </>
  );
}

function Headline({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="space-y-5 border-y border-line py-10">
      <h2 className="text-2xl">{title}</h2>
      {children}
    </div>
  );
}

function NoteList({ children }: { children: ReactNode }) {
  return <ul className="list-disc space-y-1.5 pl-5 text-left text-sm text-soft">{children}</ul>;
}
