import { Form, isRouteErrorResponse, Link, NavLink, Outlet, useLocation, useNavigation } from "react-router";
import { useEffect, useRef, type ReactNode } from "react";
import { shopContext } from "../../context.ts";
import { cx } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icon.tsx";
import { officeGuard, officeSessionOf } from "../guard.ts";
import { OfficeFailure } from "../office-failure.tsx";
import { officePaths } from "../paths.ts";
import { listAllowedSections } from "../sections.ts";
import { ClosedByRestoreNotice } from "./closed-by-restore-notice.tsx";
import { StoredFormNotice } from "./stored-form-notice.tsx";
import { SEARCH_FIELD_MARK, Shortcuts } from "./shortcuts.tsx";
import type { Route } from "./+types/route";

export const middleware: Route.MiddlewareFunction[] = [officeGuard];

export function loader({ context }: Route.LoaderArgs) {
  const { staff } = officeSessionOf(context);
  const { name: shopName, isClosedByRestore } = context.get(shopContext);
  if (!staff) return { shopName, memberId: null, name: null, sections: [], isClosedByRestore };
  return {
    shopName,
    memberId: staff.memberId,
    name: staff.name,
    sections: listAllowedSections(staff.grants),
    isClosedByRestore,
  };
}

type FrameData = Awaited<ReturnType<typeof loader>>;

export function meta() {
  return [{ title: "Panel" }, { name: "robots", content: "noindex, nofollow" }];
}

export default function Frame({ loaderData }: Route.ComponentProps) {
  return loaderData.name === null ? (
    <Outlet />
  ) : (
    <PageFrame frame={loaderData}>
      <Outlet />
    </PageFrame>
  );
}

export function ErrorBoundary({ loaderData, error }: Route.ErrorBoundaryProps) {
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  const isRefused = isRouteErrorResponse(error) && error.status === 422;
  const message = isMissing ? (
    <NotFoundMessage />
  ) : isRefused ? (
    <RefusedMessage reason={String(error.data)} />
  ) : (
    <OfficeFailure />
  );
  if (!loaderData || loaderData.name === null) return <main className="page">{message}</main>;
  return <PageFrame frame={loaderData}>{message}</PageFrame>;
}

function RefusedMessage({ reason }: { reason: string }) {
  return (
    <div className="space-y-4 py-12">
      <h1 className="text-2xl font-bold">Nada se guardó</h1>
      <p className="text-soft">{reason} Regresa con tu navegador: lo que escribiste sigue ahí.</p>
    </div>
  );
}

function NotFoundMessage() {
  return (
    <div className="space-y-4 py-12">
      <h1 className="text-2xl font-bold">Esta página no existe</h1>
      <p className="text-soft">O no es parte de lo que puedes hacer aquí.</p>
      <p>
        <Link to={officePaths.home} className="font-semibold underline underline-offset-4">
          Ir al inicio
        </Link>
      </p>
    </div>
  );
}

const LINK = "flex min-h-11 lg:min-h-9 items-center rounded-box px-3 text-sm font-semibold whitespace-nowrap";

/** Wide screens show the sections at the side. Narrower ones show them in a menu at the top. */
function PageFrame({ frame, children }: { frame: FrameData; children: ReactNode }) {
  const { key } = useLocation();
  useScrollToFormMessage();
  const identity = (
    <p className="min-w-0">
      <span className="block truncate font-bold">{frame.shopName}</span>
      <span className="block truncate text-sm text-soft">{frame.name}</span>
    </p>
  );
  const sectionLinks = frame.sections.map(({ to, label }) => (
    <NavLink
      key={to}
      to={to}
      end={to === officePaths.home}
      className={({ isActive }) => cx(LINK, isActive ? "bg-accent-soft text-accent-strong" : "hover:bg-sand")}
    >
      {label}
    </NavLink>
  ));
  return (
    <div className="flex flex-1 flex-col lg:flex-row">
      <a
        href="#contenido"
        className="absolute left-4 top-0 z-50 -translate-y-full bg-ink px-4 py-2 text-white focus:translate-y-0"
      >
        Saltar al contenido
      </a>
      <header className="border-line bg-card px-4 py-3 max-lg:border-b lg:sticky lg:top-0 lg:flex lg:h-dvh lg:w-60 lg:shrink-0 lg:flex-col lg:gap-4 lg:overflow-y-auto lg:border-r lg:py-4">
        {/* The key changes with each page, which closes the menu after a choice. */}
        <details key={`menu ${key}`} className="lg:hidden">
          <summary className="flex min-h-11 items-center justify-between gap-3 list-none">
            {identity}
            <span className="flex items-center gap-2 text-sm font-semibold">
              <Icon name="menu" /> Menú
            </span>
          </summary>
          <Search className="pt-3" />
          <nav aria-label="Panel" className="grid grid-cols-2 gap-1 pt-3">
            {sectionLinks}
            <SignOut />
          </nav>
        </details>
        <div className="max-lg:hidden">{identity}</div>
        <Search key={`search ${key}`} className="max-lg:hidden" />
        <nav aria-label="Panel" className="flex flex-col max-lg:hidden">
          {sectionLinks}
        </nav>
        <div className="mt-auto max-lg:hidden">
          <Shortcuts sections={frame.sections} />
          <SignOut />
        </div>
      </header>
      <main id="contenido" className="mx-auto w-full min-w-0 max-w-6xl flex-1 space-y-6 px-4 py-6 lg:px-10 lg:py-8">
        {frame.memberId !== null && <StoredFormNotice memberId={frame.memberId} />}
        {frame.isClosedByRestore && (
          <ClosedByRestoreNotice canOpen={frame.sections.some(({ to }) => to === officePaths.system)} />
        )}
        {children}
      </main>
    </div>
  );
}

/** Scrolls the message about a submitted form into view. */
function useScrollToFormMessage(): void {
  const { state, formMethod } = useNavigation();
  const wasFormSent = useRef(false);
  useEffect(() => {
    if (state !== "idle") wasFormSent.current = formMethod === "POST";
    else if (wasFormSent.current) {
      wasFormSent.current = false;
      document.querySelector("#contenido [role=alert]")?.scrollIntoView({ block: "nearest" });
    }
  }, [state, formMethod]);
}

function Search({ className }: { className: string }) {
  return (
    <Form role="search" action={officePaths.search} className={className}>
      <input
        type="search"
        name="q"
        aria-label="Buscar en todo el panel"
        placeholder="Buscar…"
        data-search={SEARCH_FIELD_MARK}
        className="block min-h-11 w-full rounded-box border border-edge bg-card px-3 text-base placeholder:text-soft"
      />
    </Form>
  );
}

function SignOut({ className }: { className?: string }) {
  return (
    <Form method="post" action={officePaths.signOut} className={className}>
      <button type="submit" className={cx(LINK, "text-soft hover:bg-sand")}>
        Salir
      </button>
    </Form>
  );
}
