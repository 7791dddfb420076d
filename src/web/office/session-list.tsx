import { Form } from "react-router";
import { formatDateTime } from "../../domain/dates.ts";
import { Button } from "../ui/button.tsx";
import { describeUserAgent } from "./describe-user-agent.ts";

interface Session {
  id: string;
  ip: string;
  userAgent: string;
  usedAt: Date;
}

/** Open sessions, with a button to end each one but the current. */
export function SessionList({ sessions, currentId }: { sessions: readonly Session[]; currentId?: string }) {
  if (sessions.length === 0) return <p className="text-sm text-soft">Ninguna sesión abierta.</p>;
  return (
    <ul className="divide-y divide-line text-sm">
      {sessions.map(({ id, ip, userAgent, usedAt }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-2 py-2">
          <span className="min-w-0">
            <span className="font-semibold">{id === currentId ? "Esta sesión" : describeUserAgent(userAgent)}</span>
            <span className="block text-soft">
              {ip} · usada el {formatDateTime(usedAt)}
            </span>
          </span>
          {id !== currentId && (
            <Form method="post">
              <input type="hidden" name="session" value={id} />
              <Button
                type="submit"
                variant="secondary"
                aria-label={`Cerrar la sesión de ${describeUserAgent(userAgent)}, ${ip}`}
              >
                Cerrar
              </Button>
            </Form>
          )}
        </li>
      ))}
    </ul>
  );
}
