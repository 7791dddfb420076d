import { useRouteLoaderData } from "react-router";
import { formatDay } from "../../../domain/format-day.ts";
import type { LegalText } from "../../../domain/legal-text.ts";
import type { RootData } from "../../root.tsx";
import { Breadcrumbs } from "../../ui/breadcrumbs.tsx";
import { chatUrl, chatLabel } from "../chat-url.ts";

/** A legal text for screen and print: the table of contents, the sections, and the contact. */
export function LegalPage({ text }: { text: LegalText }) {
  return (
    <main id="contenido" className="page flex-1 py-6">
      <div className="print:hidden">
        <Breadcrumbs crumbs={[{ label: "Inicio", to: "/" }, { label: text.title }]} />
      </div>
      <div className="mt-6 grid gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,42rem)_18rem] lg:justify-between">
        <header className="max-w-2xl space-y-2">
          <h1 className="text-2xl">{text.title}</h1>
          <p className="text-sm text-soft">
            Última actualización: <time dateTime={text.updatedOn}>{formatDay(text.updatedOn)}</time>
          </p>
        </header>
        <nav
          aria-label="En esta página"
          className="lg:sticky lg:top-24 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:self-start print:hidden"
        >
          {/* Looks like product/disclosure.tsx. If both shared code, the product page would load one more file. */}
          <details className="group border-y border-line text-sm lg:hidden">
            <summary className="flex min-h-13 items-center justify-between font-medium">
              En esta página
              <span
                aria-hidden
                className="text-lg leading-none font-light after:content-['+'] group-open:after:content-['−']"
              />
            </summary>
            <div className="pb-5">
              <Contents text={text} className="py-3" />
            </div>
          </details>
          <div className="text-sm max-lg:hidden">
            <p className="pb-2 font-medium">En esta página</p>
            <Contents text={text} className="py-1.5" />
          </div>
        </nav>
        <div className="max-w-2xl space-y-10">
          {text.sections.map((section) => (
            <section key={section.title} aria-labelledby={anchorOf(section.title)} className="space-y-3">
              <h2 id={anchorOf(section.title)} className="scroll-mt-28 text-xl">
                {section.title}
              </h2>
              {section.paragraphs.map((paragraph) =>
                typeof paragraph === "string" ? (
                  <p key={paragraph} className="wrap-anywhere">
                    {paragraph}
                  </p>
                ) : (
                  <ul key={paragraph[0]} className="list-disc space-y-1.5 pl-5 marker:text-soft">
                    {paragraph.map((item) => (
                      <li key={item} className="wrap-anywhere">
                        {item}
                      </li>
                    ))}
                  </ul>
                ),
              )}
            </section>
          ))}
          <Contact />
        </div>
      </div>
    </main>
  );
}

/** The links to the sections. `className` is added to the classes of each link. */
function Contents({ text, className }: { text: LegalText; className: string }) {
  return (
    <ol>
      {text.sections.map(({ title }) => (
        <li key={title}>
          <a
            href={`#${anchorOf(title)}`}
            className={`inline-block text-soft underline-offset-4 hover:text-ink hover:underline ${className}`}
          >
            {title}
          </a>
        </li>
      ))}
    </ol>
  );
}

function Contact() {
  const { shop, origin } = useRouteLoaderData("root") as RootData;
  const { legalName, address, email, phone } = shop.settings.company;
  const hasContact = Boolean(address || email || phone || shop.chat);
  return (
    <section aria-labelledby="contacto" className="space-y-2 rounded-box bg-sand p-5 print:border print:border-line">
      <h2 id="contacto" className="text-xl">
        Contacto
      </h2>
      <p className="font-semibold">{legalName || shop.name}</p>
      {address && <p>{address}</p>}
      {email && (
        <p>
          <a href={`mailto:${email}`} className="underline underline-offset-4 wrap-anywhere">
            {email}
          </a>
        </p>
      )}
      {phone && <p className="tabular">{phone}</p>}
      {shop.chat && (
        <p>
          <a href={chatUrl(shop.chat, shop.name)} rel="noopener" className="underline underline-offset-4">
            {chatLabel(shop.chat)}
          </a>
        </p>
      )}
      {!hasContact && <p>Responde al correo con el que te confirmamos tu pedido: lo lee una persona de la tienda.</p>}
      <p className="text-sm text-soft">{origin}</p>
    </section>
  );
}

/** The id of a section: "que-datos-usamos" for "Qué datos usamos". */
function anchorOf(title: string): string {
  return title
    .normalize("NFD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9 ]/g, "")
    .trim()
    .replaceAll(/ +/g, "-");
}
