import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button.tsx";

/** Replaces the first screen for a customer without a session, in a shop where guests may not buy. */
export function AccountNeeded() {
  return (
    <div className="max-w-xl space-y-5">
      <h2 tabIndex={-1} className="text-xl">
        Ingresa para continuar
      </h2>
      <p>Para comprar aquí necesitas una cuenta. Tu carrito sigue apartado.</p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={paths.login(paths.checkout)}>Ingresar</ButtonLink>
        <ButtonLink variant="secondary" to={paths.signup(paths.checkout)}>
          Regístrate
        </ButtonLink>
        <ButtonLink variant="quiet" to={paths.cart}>
          Atrás
        </ButtonLink>
      </div>
    </div>
  );
}
