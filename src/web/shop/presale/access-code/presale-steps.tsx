import { useRouteLoaderData } from "react-router";
import type { RootData } from "../../../root.tsx";
import { chatUrl, chatLabel } from "../../chat-url.ts";
import { AsideList } from "../../reason-list.tsx";

/** How a presale works, beside the form for its code. */
export function PresaleSteps() {
  const { chat } = (useRouteLoaderData("root") as RootData).shop;
  return (
    <aside aria-labelledby="steps" className="space-y-6">
      <h2 id="steps" className="text-xl">
        Así funciona la preventa
      </h2>
      <AsideList
        reasons={[
          [
            1,
            "Pide tu código",
            <>
              {chat ? "Mándanos un mensaje y tu asesor te lo da. " : "Te lo da tu asesor."}
              {chat && (
                <a
                  href={chatUrl(chat, "la preventa")}
                  target="_blank"
                  rel="noopener"
                  className="inline-block text-ink underline underline-offset-4"
                >
                  {chatLabel(chat)}
                  <span className="sr-only"> (abre otra ventana)</span>
                </a>
              )}
            </>,
          ],
          [2, "Elige antes que nadie", "Si se agota, lo hacemos sobre pedido."],
          [3, "Llega en la fecha que te decimos", "Cada preventa dice desde qué día entregamos."],
        ]}
      />
    </aside>
  );
}
