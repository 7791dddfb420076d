import type { FirstStep } from "../../../domain/first-steps.ts";
import { officePaths } from "../paths.ts";

interface StepTexts {
  title: string;
  /** Why the step matters, as a sentence. */
  why: string;
  /** Links to pages for the step, the most usual one first. Empty for the opening, which a button of the list does. */
  pagesOf: (shopKey: string) => { to: string; label: string }[];
}

export const STEP_TEXTS: Record<FirstStep, StepTexts> = {
  company: {
    title: "Di quién vende",
    why: "El nombre de tu tienda, tu razón social, tu domicilio y un correo o teléfono: la ley los pide y tus clientes los buscan.",
    pagesOf: (key) => [{ to: officePaths.settingsSection(key, "tienda"), label: "Escribir los datos" }],
  },
  theme: {
    title: "Dale tu imagen",
    why: "Con tu logo, tu color o una foto en la portada, quien llega reconoce tu marca.",
    pagesOf: (key) => [
      { to: officePaths.settingsSection(key, "logo"), label: "Subir el logo" },
      { to: officePaths.settingsSection(key, "tienda"), label: "Elegir el color" },
      { to: officePaths.settingsSection(key, "banners"), label: "Poner un banner" },
    ],
  },
  shipping: {
    title: "Decide cómo envías",
    why: "Con al menos una paquetería y su precio, quien compra sabe cuánto cuesta que le llegue.",
    pagesOf: (key) => [
      { to: officePaths.carrier("nueva"), label: "Agregar una paquetería" },
      { to: officePaths.shippingAndPayments(key), label: "Ver envíos y pagos" },
    ],
  },
  payment: {
    title: "Di a dónde te pagan",
    why: "Sin una cuenta para transferir o Mercado Pago, nadie puede pagarte.",
    pagesOf: (key) => [
      { to: officePaths.settingsSection(key, "transferencia"), label: "Agregar una cuenta" },
      { to: officePaths.settingsSection(key, "pago-en-linea"), label: "Activar Mercado Pago" },
    ],
  },
  product: {
    title: "Publica tu primer producto",
    why: "Uno basta para empezar; si ya tienes un catálogo, súbelo completo en un CSV.",
    pagesOf: () => [
      { to: officePaths.newProduct, label: "Crear un producto" },
      { to: officePaths.imports, label: "Importar un CSV" },
    ],
  },
  legal: {
    title: "Lee tus textos legales",
    why: "Ya están escritos con tus datos, pero tú respondes por ellos: léelos y cambia lo que no sea como tú vendes.",
    pagesOf: (key) => [
      { to: officePaths.settingsSection(key, "textos/aviso-de-privacidad"), label: "Aviso de privacidad" },
      { to: officePaths.settingsSection(key, "textos/terminos"), label: "Términos y condiciones" },
      { to: officePaths.settingsSection(key, "textos/cambios-y-devoluciones"), label: "Cambios y devoluciones" },
    ],
  },
  testOrder: {
    title: "Haz un pedido de prueba",
    why: "Compra como lo haría un cliente, por transferencia; confirma su pago y cancélalo: así conoces el camino completo. Se queda en el historial y sus piezas regresan.",
    pagesOf: () => [{ to: officePaths.orders, label: "Ver los pedidos" }],
  },
  open: {
    title: "Abre la tienda",
    why: "Hasta entonces quien llega lee «Abrimos pronto», y los buscadores no la encuentran.",
    pagesOf: () => [],
  },
};

/** The nouns of `missingStepsSentence`, for steps that must be done before the opening. */
const MISSING_STEP_NOUN: Partial<Record<FirstStep, string>> = {
  shipping: "una paquetería",
  payment: "una forma de pago",
  product: "un producto publicado",
};

const LIST_FORMAT = new Intl.ListFormat("es-MX", { type: "conjunction" });

/** The sentence that names the steps without which the shop cannot open. */
export function missingStepsSentence(missingSteps: readonly FirstStep[]): string {
  return `Para abrir ${missingSteps.length === 1 ? "falta" : "faltan"} ${LIST_FORMAT.format(missingSteps.map((step) => MISSING_STEP_NOUN[step] ?? STEP_TEXTS[step].title))}.`;
}
