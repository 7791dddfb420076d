import { useEffect, useState } from "react";
import { useRouteLoaderData } from "react-router";
import type { Customer } from "../../../contract/customers.ts";
import { call } from "../../client.ts";
import type { RootData } from "../../root.tsx";
import { useSession } from "../../state/session.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { Section } from "./section.tsx";

/**
 * The switch for emails that invite the customer to write reviews (rule REVIEW-7). Renders nothing until its state is
 * loaded, nor if the shop sends no invitations.
 */
export function ReviewInvitationSwitch({ customer }: { customer: Customer }) {
  const { shop } = useRouteLoaderData("root") as RootData;
  const { wantsInvitations, changeInvitations } = useInvitations(customer._id);
  if (wantsInvitations === null || shop.settings.reviews.inviteAfterDays === 0) return null;
  return (
    <Section titleId="invitations" title="Correos">
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          role="switch"
          checked={wantsInvitations}
          aria-checked={wantsInvitations}
          onChange={({ target }) => void changeInvitations(target.checked)}
          aria-describedby="invitations-hint"
          className="size-6 shrink-0 accent-ink"
        />
        <span>Invítenme a reseñar lo que compro</span>
      </label>
      <p id="invitations-hint" className="mt-1 text-sm text-soft">
        Un solo correo por pedido, cuando ya te llegó. Los correos de tus pedidos te llegan siempre.
      </p>
    </Section>
  );
}

function useInvitations(customerId: string) {
  const { session } = useSession();
  const showToast = useToast();
  const [wantsInvitations, setWantsInvitations] = useState<boolean | null>(null);
  const token = session?.token;
  useEffect(() => {
    let isUnmounted = false;
    void call("getInvitations", { params: { id: customerId }, token }).then((outcome) => {
      if (outcome.ok && !isUnmounted) setWantsInvitations(outcome.data.wanted);
    });
    return () => {
      isUnmounted = true;
    };
  }, [customerId, token]);
  const changeInvitations = async (wanted: boolean): Promise<void> => {
    setWantsInvitations(wanted);
    const outcome = await call("changeInvitations", { params: { id: customerId }, body: { wanted }, token });
    if (outcome.ok) return showToast("success", wanted ? "Te seguimos invitando" : "Listo: ya no te invitamos");
    setWantsInvitations(!wanted);
    showToast("error", outcome.problem.detail);
  };
  return { wantsInvitations, changeInvitations };
}
