import type { Returns } from "../../../contract/returns.ts";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";

const TEXT: Record<NonNullable<Returns["returnable"]["code"]>, [title: string, text: string]> = {
  NOT_DELIVERED: [
    "Tu pedido todavía no llega",
    "Podrás devolverlo o cambiarlo aquí en cuanto lo tengas. Si ya lo tienes y aquí no se ve, escríbenos.",
  ],
  RETURN_WINDOW_OVER: [
    "El plazo de este pedido ya terminó",
    "Si algo llegó con un defecto o equivocado, escríbenos: eso lo resolvemos también después.",
  ],
  NOT_RETURNABLE: ["No queda nada por devolver", "Este pedido no tiene piezas que se puedan devolver o cambiar."],
};

/**
 * Why nothing can be returned now, and what to do. Renders nothing if the order has returns already and no pieces are
 * left for another return.
 */
export function NotReturnableNotice({ code, hasReturns }: { code: keyof typeof TEXT; hasReturns: boolean }) {
  const [title, text] = TEXT[code];
  if (code === "NOT_RETURNABLE" && hasReturns) return null;
  return (
    <Notice title={title}>
      <p>{text}</p>
      <ButtonLink variant="secondary" className="mt-3" to={paths.returns}>
        Leer cambios y devoluciones
      </ButtonLink>
    </Notice>
  );
}
