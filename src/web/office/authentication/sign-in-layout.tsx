import type { ReactNode } from "react";

/** Layout of the pages before sign-in: one form and no navigation. */
export function SignInLayout({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main id="contenido" className="mx-auto flex w-full max-w-md flex-1 flex-col justify-center gap-6 px-4 py-12">
      <p className="text-sm font-semibold text-soft">Panel de la tienda</p>
      <h1 className="text-2xl font-bold">{title}</h1>
      {children}
    </main>
  );
}
