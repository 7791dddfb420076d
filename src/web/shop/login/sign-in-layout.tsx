import type { ReactNode } from "react";
import { Link } from "react-router";

/**
 * The layout of pages with one short form: to sign in, to sign up, for the code of a presale, for the waiting list.
 * `aside` is shown below the form, but from tablets on in a second column. `below` is shown below both.
 */
export function SignInLayout({
  title,
  children,
  aside,
  below,
}: {
  title: string;
  children: ReactNode;
  aside?: ReactNode;
  below?: ReactNode;
}) {
  return (
    <main id="contenido" className="page flex-1 space-y-14 py-8 md:py-16">
      <div
        className={
          aside
            ? "mx-auto grid max-w-5xl items-baseline gap-x-[clamp(2.5rem,9vw,8rem)] gap-y-14 md:grid-cols-2"
            : "mx-auto max-w-md"
        }
      >
        <div className="space-y-6">
          <h1 className="text-2xl">{title}</h1>
          {children}
          <p>
            <Link to="/" className="inline-block min-h-6 text-sm underline underline-offset-4">
              Volver a la tienda
            </Link>
          </p>
        </div>
        {aside}
      </div>
      <div className="mx-auto max-w-5xl empty:hidden">{below}</div>
    </main>
  );
}
