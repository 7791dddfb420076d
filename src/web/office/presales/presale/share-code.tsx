import { CopyValue } from "../../../ui/copy-value.tsx";

/**
 * Shares a code with a customer as a link. The code is in the URL fragment, which browsers do not send to the shop. The
 * link to WhatsApp sends the message with the code to WhatsApp's server.
 */
export function ShareCode({
  code,
  presaleUrl,
  presaleName,
}: {
  code: string;
  presaleUrl: string;
  presaleName: string;
}) {
  const url = `${presaleUrl}#codigo=${code}`;
  const message = `Tu acceso a la preventa «${presaleName}»: ${url}`;
  return (
    <div className="space-y-2">
      <dl>
        <CopyValue label={`Enlace de ${code}`} value={url} />
      </dl>
      <a
        href={`https://wa.me/?text=${encodeURIComponent(message)}`}
        target="_blank"
        rel="noreferrer"
        className="inline-flex min-h-9 items-center text-sm font-semibold underline underline-offset-4"
      >
        Enviar por WhatsApp
      </a>
    </div>
  );
}
