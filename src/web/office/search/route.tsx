import { Form, Link, redirect, useNavigate } from "react-router";
import { appContext } from "../../context.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { EmptyState } from "../../ui/notice.tsx";
import { requireStaff } from "../guard.ts";
import { PageHead } from "../kit/page-head.tsx";
import { CameraScanner } from "../kit/scan/camera-scanner.tsx";
import { Section } from "../kit/section.tsx";
import { officePaths } from "../paths.ts";
import { readQuery } from "../read-query.ts";
import { findAnything } from "./find-anything.server.ts";
import type { Route } from "./+types/route";

/**
 * Redirects to an order whose complete number was typed, to a size whose complete code was typed or scanned, or to the
 * only hit. Otherwise it shows the hits.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { grants } = requireStaff(context, request, null);
  const term = readQuery(request.url).text("q");
  const groups = term === "" ? [] : await findAnything(context.get(appContext), grants, term);
  const hits = groups.flatMap((group) => group.hits);
  const orderNumber = /^#?\s*(\d+)$/.exec(term)?.[1];
  const orderHit = hits.find(({ label }) => orderNumber !== undefined && label.startsWith(`#${orderNumber} `));
  const onlyHit = hits.length === 1 ? hits[0] : undefined;
  const sizeHit = hits.find(({ isExact }) => isExact);
  const to = orderHit?.to ?? sizeHit?.to ?? onlyHit?.to;
  if (to !== undefined) throw redirect(to);
  return { term, groups };
}

export function meta() {
  return [{ title: "Buscar · Panel" }];
}

export default function Search({ loaderData: { term, groups } }: Route.ComponentProps) {
  const navigate = useNavigate();
  return (
    <>
      <PageHead title={term === "" ? "Buscar" : `Lo que hay de «${term}»`} />
      <Form role="search" action={officePaths.search} className="flex flex-wrap items-end gap-3">
        <div className="min-w-52 grow">
          <TextField
            key={term}
            name="q"
            type="search"
            label="Buscar en todo el panel"
            hint="Un pedido, una persona, un teléfono, una guía, un producto, un código de barras, un boleto, una factura o una sección."
            defaultValue={term}
          />
        </div>
        <Button type="submit" variant="secondary">
          Buscar
        </Button>
      </Form>
      <CameraScanner onCode={(code) => void navigate(`${officePaths.search}?${new URLSearchParams({ q: code })}`)} />
      {term !== "" && groups.length === 0 && (
        <EmptyState title="No encontramos nada con esas palabras">
          <p className="text-soft">Prueba con menos letras, con el teléfono o con el número del pedido.</p>
        </EmptyState>
      )}
      {groups.map(({ title, hits, moreHitsPath }) => (
        <Section key={title} title={title}>
          <ul className="divide-y divide-line">
            {hits.map(({ to, label, details }) => (
              <li key={to} className="py-2">
                <Link to={to} className="font-semibold wrap-anywhere underline underline-offset-4">
                  {label}
                </Link>
                <span className="block text-sm wrap-anywhere text-soft">{details}</span>
              </li>
            ))}
          </ul>
          {moreHitsPath && (
            <Link to={moreHitsPath} className="text-sm font-semibold underline underline-offset-4">
              {`Ver más en ${title}`}
            </Link>
          )}
        </Section>
      ))}
    </>
  );
}
