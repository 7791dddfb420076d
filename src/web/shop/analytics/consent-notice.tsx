import { useEffect, useRef, type ReactNode } from "react";
import { Link } from "react-router";
import type { ConsentAnswer } from "./consent.tsx";

interface Props {
  answer: ConsentAnswer | null;
  /** The visitor opened it by 'Preferencias de cookies': it takes the focus and returns it when it closes. */
  isOpenedByVisitor: boolean;
  isRefusedByBrowser: boolean;
  onDecide: (answer: ConsentAnswer) => void;
  onClose: () => void;
}

/**
 * The cookie notice: at the bottom of the page, not modal, with two buttons of the same style, or one if the browser
 * refuses. It sets its height as a CSS variable of the page (theme.css).
 */
export function ConsentNotice({ answer, isOpenedByVisitor, isRefusedByBrowser, onDecide, onClose }: Props) {
  const region = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = region.current;
    if (!element) return;
    const setHeight = (height: number): void => {
      for (const styledElement of document.querySelectorAll<HTMLElement>(STYLED_BY_HEIGHT_SELECTOR)) {
        styledElement.style.setProperty("--consent-notice", `${height}px`);
      }
    };
    const observer = new ResizeObserver(() => setHeight(element.offsetHeight));
    observer.observe(element);
    return () => {
      observer.disconnect();
      setHeight(0);
    };
  }, []);
  useEffect(() => {
    if (!isOpenedByVisitor) return;
    const previousFocus = document.activeElement;
    region.current?.focus();
    return () => {
      if (previousFocus instanceof HTMLElement) previousFocus.focus({ preventScroll: true });
    };
  }, [isOpenedByVisitor]);
  return (
    <section
      ref={region}
      aria-label="Aviso de cookies"
      tabIndex={-1}
      onKeyDown={(event) => event.key === "Escape" && answer !== null && onClose()}
      className="fixed inset-x-0 above-bar z-30 max-h-[50dvh] overflow-y-auto border-t border-line bg-card print:hidden"
    >
      <div className="page flex flex-col gap-3 py-4 md:flex-row md:items-center md:gap-8">
        <p className="text-sm md:flex-1">
          {isRefusedByBrowser ? REFUSED_BY_BROWSER_TEXT : QUESTION}{" "}
          <Link to="/aviso-de-privacidad" className=" underline underline-offset-4">
            Aviso de privacidad
          </Link>
          {answer && !isRefusedByBrowser && <CurrentAnswer answer={answer} />}
        </p>
        {isRefusedByBrowser ? (
          <button type="button" onClick={onClose} className={`${BUTTON_CLASS} md:w-36`}>
            Entendido
          </button>
        ) : (
          <div className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-3 md:w-72">
            <button type="button" className={BUTTON_CLASS} onClick={() => onDecide("denied")}>
              Rechazar
            </button>
            <button type="button" className={BUTTON_CLASS} onClick={() => onDecide("granted")}>
              Aceptar
            </button>
          </div>
        )}
      </div>
    </section>
  );
}

/** The elements whose styles use the height (theme.css). */
const STYLED_BY_HEIGHT_SELECTOR = "html, body, .above-bottom";

/**
 * Classes of a button like those of ui/button.tsx. Importing that file here would make it a separate chunk that every
 * page loads.
 */
const BUTTON_CLASS =
  "min-h-11 rounded-box border border-edge bg-card px-5 py-2.5 text-sm font-semibold hover:border-ink hover:bg-sand";

const QUESTION = "¿Podemos usar cookies para medir qué se visita y se compra en la tienda? Sin nombres ni anuncios.";
const REFUSED_BY_BROWSER_TEXT = "Tu navegador pide que no midamos tu visita, y así lo hacemos.";

function CurrentAnswer({ answer }: { answer: ConsentAnswer }): ReactNode {
  return <strong className="block">{answer === "granted" ? "Ahora las aceptas." : "Ahora las rechazas."}</strong>;
}
