import { useSession } from "../../state/session.tsx";
import { useLinkKey } from "./use-link-key.ts";

/** How the caller proves whose order it is: by the key of the link, or by the session. */
export function useOrderCaller(orderId: string) {
  const { session } = useSession();
  const key = useLinkKey(orderId);
  return { params: { id: orderId }, query: key ? { key } : {}, token: key ? null : session?.token };
}
