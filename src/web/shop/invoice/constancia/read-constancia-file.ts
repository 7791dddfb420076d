import { readConstancia, type Constancia } from "../../../../domain/constancia.ts";
import { isRefusal } from "../../../../domain/refusal.ts";

type Answer =
  | {
      read: { rfc: string; name?: string; postalCode?: string; fiscalReg?: string };
      /** What was filled in and what is still missing. */
      message: string;
    }
  | { error: string };

const MAX_BYTES = 10 * 1024 * 1024;
const WAIT_MS = 20_000;

const ERRORS = {
  too_heavy: "Ese archivo pesa demasiado para ser una constancia. Escribe tus datos abajo.",
  unreadable: "No pudimos leer ese archivo: elige el PDF que descargaste del SAT, o escribe tus datos abajo.",
  no_text: "Ese PDF es una imagen y no se puede leer. Descarga tu constancia del SAT, o escribe tus datos abajo.",
  not_a_constancia: "Ese PDF no parece una Constancia de Situación Fiscal. Escribe tus datos abajo.",
} as const;

/**
 * The data of a Constancia's PDF for the form, or an error sentence. Read in a worker, which is terminated with a
 * hostile file.
 */
export async function readConstanciaFile(file: File): Promise<Answer> {
  if (file.size > MAX_BYTES) return { error: ERRORS.too_heavy };
  const text = await textOf(await file.arrayBuffer());
  if (text === null) return { error: ERRORS.unreadable };
  const found = readConstancia(text);
  return isRefusal(found) ? { error: ERRORS[found.refused] } : answerOf(found);
}

function answerOf({ rfc, name, postalCode, taxRegimes }: Constancia): Answer {
  const [only, ...others] = taxRegimes;
  const regime = others.length === 0 ? only : undefined;
  const todo = [
    ...(name ? [] : ["escribe tu nombre"]),
    ...(postalCode ? [] : ["escribe tu código postal"]),
    ...(regime ? [] : [others.length > 0 ? `elige uno de tus ${taxRegimes.length} regímenes` : "elige tu régimen"]),
    "elige el uso",
  ];
  const read = {
    rfc,
    ...(name && { name }),
    ...(postalCode && { postalCode }),
    ...(regime !== undefined && { fiscalReg: regime }),
  };
  return { read, message: `Revísalos. Falta: ${todo.join(", ")}.` };
}

/** Null if the file cannot be read, or not in time. */
function textOf(pdf: ArrayBuffer): Promise<string | null> {
  const worker = new Worker(new URL("./pdf-text.worker.ts", import.meta.url), { type: "module" });
  const { port1: answers, port2: port } = new MessageChannel();
  return new Promise<string | null>((done) => {
    setTimeout(() => done(null), WAIT_MS);
    answers.addEventListener("message", ({ data }: MessageEvent<string | null>) => done(data));
    answers.start();
    worker.addEventListener("error", () => done(null));
    worker.postMessage({ pdf, port }, [pdf, port]);
  }).finally(() => worker.terminate());
}
