import { RESET_LINK_MINUTES } from "../sessions/lifetimes.ts";
import type { Shop } from "../shops/shop.ts";
import type { EmailMessage } from "./email-message.ts";

/** The email with the one-time link to the page where the customer chooses a new password. */
export function passwordResetEmail(shop: Shop, name: string, link: string): EmailMessage {
  return {
    subject: "Elige una contraseña nueva",
    shop,
    heading: `${name}, elige una contraseña nueva`,
    paragraphs: [
      "Alguien, esperamos que tú, pidió cambiar la contraseña de tu cuenta.",
      `El botón sirve una sola vez y durante ${RESET_LINK_MINUTES} minutos. Al usarlo se cierran tus demás sesiones.`,
    ],
    button: { label: "Elegir contraseña", url: link },
    closing: "Si no fuiste tú, no hagas nada: tu contraseña sigue siendo la misma.",
  };
}

/**
 * The code that proves that the customer reads this mailbox. It is not in the subject, because staff see subjects in
 * the list of emails.
 */
export function mailboxCodeEmail(shop: Shop, code: string, minutes: number): EmailMessage {
  return {
    subject: "Tu código para confirmar tu correo",
    shop,
    heading: `Tu código es ${code}`,
    paragraphs: [
      "Escríbelo en la página donde estás terminando tu pedido para confirmar que este correo es tuyo.",
      `Sirve durante ${minutes} minutos. No se lo des a nadie: la tienda nunca te lo va a pedir.`,
    ],
    closing: "Si no lo pediste, no hagas nada: sin el código nadie puede usar tu correo.",
  };
}

export type AccountChange = "username" | "password";

/** Notifies the owner of an account of a change of it, which another person may have made. */
export function accountChangedEmail(shop: Shop, name: string, change: AccountChange): EmailMessage {
  const texts =
    change === "password"
      ? { subject: "Cambió la contraseña de tu cuenta", text: "Tus demás sesiones se cerraron." }
      : {
          subject: "Cambió el usuario de tu cuenta",
          text: "Desde ahora se entra a tu cuenta con otro correo o celular.",
        };
  return {
    subject: texts.subject,
    shop,
    heading: `${name}, ${texts.subject.toLowerCase()}`,
    paragraphs: [texts.text],
    closing: "Si no fuiste tú, respóndenos este correo cuanto antes.",
  };
}

/** Notifies a member of staff that one of their passkeys was removed. */
export function passkeyRemovedEmail(shop: Shop, name: string, passkeyName: string): EmailMessage {
  return {
    subject: "Se quitó una llave de acceso de tu cuenta del panel",
    shop,
    heading: `${name}, se quitó una de tus llaves de acceso`,
    paragraphs: [
      `La llave «${passkeyName}» ya no abre el panel de ${shop.name}. Para quitarla se pidió tu contraseña.`,
    ],
    closing: "Si no fuiste tú, cambia tu contraseña cuanto antes y avisa a quien lleva la tienda.",
  };
}

/**
 * The email with the one-time link into the back office, for a new member of staff (`name` is null) or for one whose
 * access was reset.
 */
export function staffInvitationEmail(shop: Shop, name: string | null, link: string, hours: number): EmailMessage {
  return {
    subject: name === null ? `Te invitaron al panel de ${shop.name}` : `Elige tu contraseña del panel de ${shop.name}`,
    shop,
    heading: name === null ? `Te invitaron a trabajar en ${shop.name}` : `${name}, elige una contraseña nueva`,
    paragraphs: [
      name === null
        ? "Con el botón eliges tu nombre y tu contraseña para entrar al panel de la tienda."
        : "Se restableció tu acceso al panel: se cerraron tus sesiones y se quitó tu segundo factor.",
      `El botón sirve una sola vez y durante ${hours} horas.`,
    ],
    button: { label: name === null ? "Aceptar la invitación" : "Elegir contraseña", url: link },
    closing: "Si no esperabas este correo, no hagas nada y avisa a quien lleva la tienda.",
  };
}
