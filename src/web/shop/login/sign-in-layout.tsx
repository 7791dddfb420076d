import type { ReactNode } from "react";
import { Link } from "react-router";

/** The layout of the sign-in pages. */
export function SignInLayout({ title, children, aside }: { title: string; children: ReactNode; aside?: ReactNode }) {
  return (
    <main id="contenido" className="page flex-1 py-10">
      <div className={aside ? "grid items-start gap-10 lg:grid-cols-[1fr_24rem]" : "mx-auto max-w-md"}>
        <div className={aside ? "max-w-xl space-y-6" : "space-y-6"}>
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
    </main>
  );
}
