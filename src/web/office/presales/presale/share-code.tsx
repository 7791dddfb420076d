import { CopyValue } from "../../../ui/copy-value.tsx";

/** A code on its way to a customer: its link, copied or sent. Behind "#": a code never stands in anybody's server log. */
export function ShareCode({ code, link, presale }: { code: string; link: string; presale: string }) {
  const address = `${link}#codigo=${code}`;
  const words = `Tu acceso a la preventa «${presale}»: ${address}`;
  return (
    <dl className="space-y-2">
      <CopyValue label={`Enlace de ${code}`} value={address} />
      <a
        href={`https://wa.me/?text=${encodeURIComponent(words)}`}
        target="_blank"
        rel="noreferrer"
        className="inline-flex min-h-9 items-center text-sm font-semibold underline underline-offset-4"
      >
        Enviar por WhatsApp
      </a>
    </dl>
  );
}
