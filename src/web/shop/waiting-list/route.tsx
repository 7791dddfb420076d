import { useEffect, useState, type ReactNode } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { format24HourTime } from "../../../domain/dates.ts";
import type { WaitingPlace } from "../../../contract/waiting-list.ts";
import { call } from "../../client.ts";
import { paths } from "../../paths.ts";
import { useCart, type Deadline } from "../../state/cart.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { formatSecondsLeft, useSecondsLeft } from "../seconds-left.ts";
import { SignInLayout } from "../login/sign-in-layout.tsx";
import { pageMeta } from "../page-meta.ts";
import type { Route } from "./+types/route";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Lista de espera" });
}

type Action = "confirmWaitingPlace" | "leaveWaitingList" | "takeOffer";

/**
 * The page that emails of the waiting list link to. It shows the customer's place in the list. With its buttons the
 * customer confirms the mailbox, takes or declines the offered piece, or leaves the list. The token is in the URL
 * fragment.
 */
export default function WaitingList() {
  const { takeOffer } = useCart();
  const navigate = useNavigate();
  const { hash } = useLocation();
  const showToast = useToast();
  const [token, setToken] = useState<string | null | undefined>(undefined);
  const [place, setPlace] = useState<WaitingPlace | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [busyAction, setBusyAction] = useState<Action | null>(null);
  const [deadline, setDeadline] = useState<Deadline | null>(null);

  const showPlace = (newPlace: WaitingPlace): void => {
    setPlace(newPlace);
    setError(null);
    const remainingMs = newPlace.offerEndsOn && Date.parse(newPlace.offerEndsOn) - Date.parse(newPlace.serverNow);
    setDeadline(remainingMs ? { at: performance.now() + remainingMs, endsOn: newPlace.offerEndsOn! } : null);
  };
  const loadPlace = async (linkToken: string): Promise<void> => {
    const outcome = await call("getWaitingPlace", { body: { token: linkToken } });
    if (outcome.ok) showPlace(outcome.data);
    else setError(outcome.problem.detail);
  };
  useEffect(() => {
    const tokenInUrl = new URLSearchParams(location.hash.slice(1)).get("token");
    setToken(tokenInUrl);
    setPlace(null);
    if (tokenInUrl) void loadPlace(tokenInUrl);
  }, [hash]);

  const submit = async (action: Exclude<Action, "takeOffer">): Promise<void> => {
    setBusyAction(action);
    const outcome = await call(action, { body: { token: token ?? "" } });
    setBusyAction(null);
    if (outcome.ok) showPlace(outcome.data);
    else setError(outcome.problem.detail);
  };
  const addOfferedPiece = async (): Promise<void> => {
    setBusyAction("takeOffer");
    const outcome = await takeOffer(token ?? "");
    setBusyAction(null);
    if (outcome.ok) {
      showToast("success", `Se agregó ${place?.name}`);
      return void navigate(paths.cart);
    }
    setError(outcome.problem.detail);
    if (outcome.problem.code === "OFFER_OVER") void loadPlace(token ?? "");
  };

  return (
    <SignInLayout title={place ? TITLE[place.state] : "Lista de espera"}>
      {token === null && (
        <Notice tone="error" title="A este enlace le falta una parte">
          Ábrelo desde el correo que te mandamos.
        </Notice>
      )}
      {error && (
        <Notice tone="error" alert title={error}>
          {!place && token && (
            <Button variant="quiet" onClick={() => void loadPlace(token)}>
              Intentar de nuevo
            </Button>
          )}
        </Notice>
      )}
      {token && !place && !error && <p role="status">Buscando tu lugar…</p>}
      {place && (
        <>
          <ProductLink place={place} />
          <PlaceDetails
            place={place}
            deadline={deadline}
            busy={busyAction}
            onTake={() => void addOfferedPiece()}
            onAction={(action) => void submit(action)}
          />
        </>
      )}
    </SignInLayout>
  );
}

const TITLE: Record<WaitingPlace["state"], string> = {
  asked: "Confirma tu lugar",
  waiting: "Estás en la lista",
  offered: "Te apartamos una pieza",
  taken: "Ya está en tu carrito",
  passed: "Se acabó el tiempo",
  left: "Saliste de la lista",
};

function ProductLink({ place }: { place: WaitingPlace }) {
  return (
    <Link to={paths.product(place.productId)} className="flex items-center gap-4 rounded-box border border-line p-3">
      {place.image && (
        <img src={place.image} alt="" width={72} height={90} className="rounded-sm bg-sand object-cover" />
      )}
      <span className="font-semibold underline-offset-4 hover:underline">{place.name}</span>
    </Link>
  );
}

interface OfferProps {
  place: WaitingPlace;
  deadline: Deadline | null;
  busy: Action | null;
  onTake: () => void;
}

function PlaceDetails({
  place,
  deadline,
  busy,
  onTake,
  onAction,
}: OfferProps & { onAction: (action: Exclude<Action, "takeOffer">) => void }) {
  const renderLeaveButton = (label: string) => (
    <Button
      variant="quiet"
      className="-mx-2"
      busy={busy === "leaveWaitingList"}
      onClick={() => onAction("leaveWaitingList")}
    >
      {label}
    </Button>
  );
  const productLink = (
    <ButtonLink to={paths.product(place.productId)} variant="secondary" wide>
      Ver el producto
    </ButtonLink>
  );
  switch (place.state) {
    case "asked":
      return (
        <>
          <p>Cuando vuelva una pieza y sea tu turno, te la apartamos una hora y te escribimos.</p>
          <Button wide busy={busy === "confirmWaitingPlace"} onClick={() => onAction("confirmWaitingPlace")}>
            Sí, avísame
          </Button>
          {renderLeaveButton("No quiero el aviso")}
        </>
      );
    case "waiting":
      return (
        <>
          <p role="status">
            {place.place === 1 ? (
              "Eres la primera persona en la lista."
            ) : (
              <>
                Hay <strong>{(place.place ?? 1) - 1}</strong> {place.place === 2 ? "persona" : "personas"} antes que tú.
              </>
            )}{" "}
            Te escribimos en cuanto sea tu turno.
          </p>
          {renderLeaveButton("Salir de la lista")}
        </>
      );
    case "offered":
      return <OfferedPiece {...{ deadline, busy, onTake, renderLeaveButton, productLink }} />;
    case "taken":
      return (
        <ButtonLink to={paths.cart} wide>
          Ver mi carrito
        </ButtonLink>
      );
    default:
      return (
        <>
          <p>
            {place.state === "left"
              ? "No te escribiremos más por esta talla."
              : "No la tomaste a tiempo y pasó a quien sigue."}{" "}
            Si todavía la quieres, puedes pedir otro aviso en su página.
          </p>
          {productLink}
        </>
      );
  }
}

function OfferedPiece({
  deadline,
  busy,
  onTake,
  renderLeaveButton,
  productLink,
}: Omit<OfferProps, "place"> & { renderLeaveButton: (label: string) => ReactNode; productLink: ReactNode }) {
  const secondsLeft = useSecondsLeft(deadline);
  return secondsLeft === 0 ? (
    <>
      <p role="status">Se acabó el tiempo: la pieza pasa a quien sigue.</p>
      {productLink}
    </>
  ) : (
    <>
      <p className="tabular">
        Es tuya hasta las {deadline && format24HourTime(new Date(deadline.endsOn))}
        {secondsLeft !== null && ` (${formatSecondsLeft(secondsLeft)})`}. Después pasa a quien sigue.
      </p>
      <Button wide busy={busy === "takeOffer"} onClick={onTake}>
        Agregar a mi carrito
      </Button>
      {renderLeaveButton("Ya no la quiero: dejarla para quien sigue")}
    </>
  );
}
