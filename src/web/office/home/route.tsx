import { Link } from "react-router";
import { countWaiting, type Waiting } from "../../../server/staff/count-waiting.ts";
import { appContext } from "../../context.ts";
import { Notice } from "../../ui/notice.tsx";
import { requireStaff } from "../guard.ts";
import { officePaths } from "../paths.ts";
import type { Route } from "./+types/route";

const LABELS: Record<keyof Waiting, string> = {
  toShip: "Pedidos pagados por enviar",
  transfers: "Comprobantes de transferencia por revisar",
  flags: "Avisos de pagos por atender",
  refusedInvoices: "Facturas rechazadas",
  failingJobs: "Tareas y correos que fallan",
};

export async function loader({ context, request }: Route.LoaderArgs) {
  const staff = requireStaff(context, request, null);
  const waiting = await countWaiting(context.get(appContext), staff.grants);
  return { waiting, name: staff.name, hasFactor: staff.hasFactor };
}

export function meta() {
  return [{ title: "Inicio · Panel" }];
}

export default function Home({ loaderData: { waiting, name, hasFactor } }: Route.ComponentProps) {
  const counts = (Object.keys(LABELS) as (keyof Waiting)[]).filter((key) => waiting[key] !== undefined);
  return (
    <>
      <h1 className="text-2xl font-bold">{`Hola, ${name}`}</h1>
      {!hasFactor && (
        <Notice mood="warn" title="Tu cuenta solo tiene contraseña">
          <Link to={officePaths.factor} className="font-semibold underline underline-offset-4">
            Activa tu segundo factor
          </Link>{" "}
          para que nadie más pueda entrar con ella.
        </Notice>
      )}
      {counts.length === 0 ? (
        <p className="text-soft">Por ahora no hay nada en el panel que espere por ti.</p>
      ) : (
        <section className="space-y-4">
          <h2 className="text-lg font-bold">Lo que espera por ti</h2>
          <dl className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
            {counts.map((key) => (
              <div key={key} className="flex flex-col-reverse justify-end rounded-box border border-line bg-card p-4">
                <dt className="text-sm text-soft">{LABELS[key]}</dt>
                <dd className="text-2xl font-bold tabular">{waiting[key]}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </>
  );
}
