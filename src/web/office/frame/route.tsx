import { Form, isRouteErrorResponse, Link, NavLink, Outlet } from "react-router";
import type { ReactNode } from "react";
import { isAllowed } from "../../../domain/staff-permissions.ts";
import { shopContext } from "../../context.ts";
import { cx } from "../../ui/class-names.ts";
import { officeGuard, visitOf } from "../guard.ts";
import { officePaths } from "../paths.ts";
import type { Route } from "./+types/route";

export const middleware: Route.MiddlewareFunction[] = [officeGuard];

export function loader({ context }: Route.LoaderArgs) {
  const { staff } = visitOf(context);
  const shopName = context.get(shopContext).name;
  if (!staff) return { shopName, name: null, links: [] };
  const links = [
    { to: officePaths.home, label: "Inicio" },
    ...(isAllowed(staff.grants, "staff.manage", "all") ? [{ to: officePaths.team, label: "Equipo" }] : []),
    { to: officePaths.account, label: "Mi cuenta" },
  ];
  return { shopName, name: staff.name, links };
}

type Around = Awaited<ReturnType<typeof loader>>;

export function meta() {
  return [{ title: "Panel" }, { name: "robots", content: "noindex, nofollow" }];
}

export default function Frame({ loaderData }: Route.ComponentProps) {
  return loaderData.name === null ? (
    <Outlet />
  ) : (
    <Framed around={loaderData}>
      <Outlet />
    </Framed>
  );
}

export function ErrorBoundary({ loaderData, error }: Route.ErrorBoundaryProps) {
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  const sorry = (
    <div className="space-y-4 py-12">
      <h1 className="text-2xl font-bold">{isMissing ? "Esta página no existe" : "Algo falló de nuestro lado"}</h1>
      <p className="text-soft">
        {isMissing ? "O no es parte de lo que puedes hacer aquí." : "Nada se guardó a medias. Intenta otra vez."}
      </p>
      <p>
        <Link to={officePaths.home} className="font-semibold underline underline-offset-4">
          Ir al inicio
        </Link>
      </p>
    </div>
  );
  if (!loaderData || loaderData.name === null) return <main className="page">{sorry}</main>;
  return <Framed around={loaderData}>{sorry}</Framed>;
}

const LINK = "flex min-h-11 items-center rounded-box px-3 text-sm font-semibold whitespace-nowrap";

/** On wide screens the ways stand at the side, on phones above, to be pushed along. */
function Framed({ around, children }: { around: Around; children: ReactNode }) {
  return (
    <div className="flex flex-1 flex-col lg:flex-row">
      <a
        href="#contenido"
        className="absolute left-4 top-0 z-50 -translate-y-full bg-ink px-4 py-2 text-white focus:translate-y-0"
      >
        Saltar al contenido
      </a>
      <header className="flex flex-col gap-3 border-line bg-card px-4 py-3 max-lg:border-b lg:sticky lg:top-0 lg:h-dvh lg:w-60 lg:shrink-0 lg:gap-6 lg:border-r lg:py-6">
        <div className="flex items-center justify-between gap-3">
          <p className="min-w-0">
            <span className="block truncate font-bold">{around.shopName}</span>
            <span className="block truncate text-sm text-soft">{around.name}</span>
          </p>
          <SignOut className="lg:hidden" />
        </div>
        <nav aria-label="Panel" className="flex gap-1 overflow-x-auto lg:flex-col">
          {around.links.map(({ to, label }) => (
            <NavLink
              key={to}
              to={to}
              end={to === officePaths.home}
              className={({ isActive }) => cx(LINK, isActive ? "bg-accent-soft text-accent-strong" : "hover:bg-sand")}
            >
              {label}
            </NavLink>
          ))}
        </nav>
        <SignOut className="mt-auto max-lg:hidden" />
      </header>
      <main id="contenido" className="mx-auto w-full max-w-5xl flex-1 space-y-6 px-4 py-6 lg:px-10 lg:py-8">
        {children}
      </main>
    </div>
  );
}

function SignOut({ className }: { className: string }) {
  return (
    <Form method="post" action={officePaths.signOut} className={className}>
      <button type="submit" className={cx(LINK, "text-soft hover:bg-sand")}>
        Salir
      </button>
    </Form>
  );
}
