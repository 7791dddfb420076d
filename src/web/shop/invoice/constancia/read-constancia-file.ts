import { readConstancia, type Constancia } from "../../../../domain/constancia.ts";
import { isRefusal } from "../../../../domain/refusal.ts";

type ReadResult =
  | {
      data: { rfc: string; name?: string; postalCode?: string; fiscalReg?: string };
      /** Asks the customer to check the filled data, and says what is still missing. */
      message: string;
    }
  | { error: string };

const MAX_BYTES = 10 * 1024 * 1024;
const TIMEOUT_MS = 20_000;

const ERRORS = {
  too_heavy: "Ese archivo pesa demasiado para ser una constancia. Escribe tus datos abajo.",
  unreadable: "No pudimos leer ese archivo: elige el PDF que descargaste del SAT, o escribe tus datos abajo.",
  no_text: "Ese PDF es una imagen y no se puede leer. Descarga tu constancia del SAT, o escribe tus datos abajo.",
  not_a_constancia: "Ese PDF no parece una Constancia de Situación Fiscal. Escribe tus datos abajo.",
} as const;

/**
 * Reads the data of a Constancia's PDF for the form. Returns an error text if that fails. The file is read in a worker,
 * which is terminated after a timeout, so that a hostile file cannot block the page.
 */
export async function readConstanciaFile(file: File): Promise<ReadResult> {
  if (file.size > MAX_BYTES) return { error: ERRORS.too_heavy };
  const text = await extractText(await file.arrayBuffer());
  if (text === null) return { error: ERRORS.unreadable };
  const constancia = readConstancia(text);
  return isRefusal(constancia) ? { error: ERRORS[constancia.refused] } : toFormData(constancia);
}

function toFormData({ rfc, name, postalCode, taxRegimes }: Constancia): ReadResult {
  const [firstRegime, ...otherRegimes] = taxRegimes;
  const regime = otherRegimes.length === 0 ? firstRegime : undefined;
  const missingSteps = [
    ...(name ? [] : ["escribe tu nombre"]),
    ...(postalCode ? [] : ["escribe tu código postal"]),
    ...(regime
      ? []
      : [otherRegimes.length > 0 ? `elige uno de tus ${taxRegimes.length} regímenes` : "elige tu régimen"]),
    "elige el uso",
  ];
  const formData = {
    rfc,
    ...(name && { name }),
    ...(postalCode && { postalCode }),
    ...(regime !== undefined && { fiscalReg: regime }),
  };
  return { data: formData, message: `Revísalos. Falta: ${missingSteps.join(", ")}.` };
}

/** The text of a PDF. Null if it cannot be read, or if reading it takes too long. */
function extractText(pdf: ArrayBuffer): Promise<string | null> {
  const worker = new Worker(new URL("./pdf-text.worker.ts", import.meta.url), { type: "module" });
  const { port1: resultPort, port2: workerPort } = new MessageChannel();
  return new Promise<string | null>((resolve) => {
    setTimeout(() => resolve(null), TIMEOUT_MS);
    resultPort.addEventListener("message", ({ data }: MessageEvent<string | null>) => resolve(data));
    resultPort.start();
    worker.addEventListener("error", () => resolve(null));
    worker.postMessage({ pdf, port: workerPort }, [pdf, workerPort]);
  }).finally(() => worker.terminate());
}
