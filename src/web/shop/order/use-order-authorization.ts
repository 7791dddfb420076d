import { useSession } from "../../state/session.tsx";
import { useLinkKey } from "./use-link-key.ts";

/** The options of an API call about an order, authorized by the key of a link or by the session. */
export function useOrderAuthorization(orderId: string) {
  const { session } = useSession();
  const key = useLinkKey(orderId);
  return { params: { id: orderId }, query: key ? { key } : {}, token: key ? null : session?.token };
}
