import { useEffect, useState } from "react";
import { call } from "../../client.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { SignInLayout } from "../login/sign-in-layout.tsx";
import { pageMeta } from "../page-meta.ts";
import type { Route } from "./+types/route";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Invitaciones a reseñar" });
}

/**
 * The page that an invitation email links to. Its buttons end the invitations to write reviews, or allow them again.
 * Loading the page changes nothing, because email clients open links on their own. The token is in the URL fragment.
 */
export default function ReviewInvitations() {
  const { token, wantsInvitations, error, isBusy, changeInvitations } = useInvitations();
  return (
    <SignInLayout title="Invitaciones a reseñar">
      {token === null && (
        <Notice tone="error" title="A este enlace le falta una parte">
          Ábrelo desde el correo que te mandamos.
        </Notice>
      )}
      {error && <Notice tone="error" alert title={error} />}
      {token && wantsInvitations === null && (
        <>
          <p>
            Después de cada envío te invitamos una vez a contar cómo te quedó. Si no lo quieres, no te invitamos más.
          </p>
          <Button busy={isBusy} onClick={() => void changeInvitations(false)}>
            No me inviten más
          </Button>
        </>
      )}
      {wantsInvitations === false && (
        <Notice tone="success" icon="check" alert title="Listo: ya no te invitamos">
          Los correos de tus pedidos te siguen llegando.{" "}
          <Button variant="quiet" className="-ml-2" busy={isBusy} onClick={() => void changeInvitations(true)}>
            Mejor sí quiero recibirlas
          </Button>
        </Notice>
      )}
      {wantsInvitations === true && <Notice tone="success" icon="check" alert title="Gracias: te seguimos invitando" />}
    </SignInLayout>
  );
}

function useInvitations() {
  const [token, setToken] = useState<string | null | undefined>(undefined);
  const [wantsInvitations, setWantsInvitations] = useState<boolean | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => setToken(new URLSearchParams(location.hash.slice(1)).get("token")), []);
  const changeInvitations = async (wanted: boolean): Promise<void> => {
    setBusy(true);
    const outcome = await call("answerInvitations", { body: { token: token ?? "", wanted } });
    setBusy(false);
    setError(outcome.ok ? null : outcome.problem.detail);
    if (outcome.ok) setWantsInvitations(outcome.data.wanted);
  };
  return { token, wantsInvitations, error, isBusy, changeInvitations };
}
