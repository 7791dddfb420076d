import { Form, Link, useSearchParams } from "react-router";
import { formatDateTime } from "../../../../domain/dates.ts";
import type { ListedCode } from "../../../../server/presale/list-codes.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Badge } from "../../kit/badge.tsx";
import { Pager } from "../../kit/pager.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import { Table } from "../../kit/table.tsx";
import { ShareCode } from "./share-code.tsx";

export const CODE_STATE_BADGE = {
  valid: { label: "Vigente", tone: "success" },
  used: { label: "Usado", tone: "plain" },
  ended: { label: "Venció", tone: "plain" },
  revoked: { label: "Retirado", tone: "error" },
} as const;

/** A presale's codes, with search, sharing and revocation. */
export function CodeList({
  codes,
  next,
  term,
  presaleUrl,
  presaleName,
}: {
  codes: readonly ListedCode[];
  next: string | null;
  term: string;
  presaleUrl: string;
  presaleName: string;
}) {
  const [searchParams] = useSearchParams();
  if (codes.length === 0 && term === "" && !searchParams.has("desde")) return null;
  return (
    <Section title="Códigos">
      <Form role="search" method="get" className="flex max-w-xl items-end gap-3">
        <div className="grow">
          <TextField name="codigo" type="search" label="Busca un código" optional defaultValue={term} />
        </div>
        <Button type="submit" variant="secondary">
          Buscar
        </Button>
      </Form>
      {codes.length === 0 ? (
        <p className="text-sm text-soft">Ningún código de esta preventa es así.</p>
      ) : (
        <Table
          caption="Códigos"
          keyOf={({ code }) => code}
          rows={codes}
          columns={[
            { head: "Código", isTitle: true, cell: ({ code }) => <span className="font-mono">{code}</span> },
            {
              head: "Estado",
              cell: ({ state }) => <Badge tone={CODE_STATE_BADGE[state].tone}>{CODE_STATE_BADGE[state].label}</Badge>,
            },
            {
              head: "Pedidos",
              isNumeric: true,
              cell: ({ code, useCount, maxUses }) => (
                <>
                  {useCount > 0 ? (
                    <Link
                      to={`?pedidos=${encodeURIComponent(code)}#pedidos`}
                      className="underline underline-offset-4"
                      aria-label={`Pedidos con ${code}: ${useCount}`}
                    >
                      {useCount}
                    </Link>
                  ) : (
                    useCount
                  )}
                  {maxUses !== null && ` de ${maxUses}`}
                </>
              ),
            },
            { head: "Vale hasta", cell: ({ endsAt }) => (endsAt ? formatDateTime(endsAt) : "El fin de la preventa") },
            {
              head: "Acciones",
              cell: (listedCode) => <CodeActions {...{ code: listedCode, presaleUrl, presaleName }} />,
            },
          ]}
        />
      )}
      <Pager next={next} />
      <details className="text-sm">
        <summary className="inline-block min-h-9 py-2 font-semibold text-error underline underline-offset-4">
          Retirar todos…
        </summary>
        <PostForm submitLabel="Retirar todos los códigos" variant="danger" className="pt-2">
          <input type="hidden" name="intent" value="revokeAll" />
          <p className="text-soft">
            Desde este momento ninguno compra nada más; los pedidos que ya están se quedan. No se puede deshacer: habría
            que hacer códigos nuevos.
          </p>
        </PostForm>
      </details>
    </Section>
  );
}

function CodeActions({
  code: { code, state },
  presaleUrl,
  presaleName,
}: {
  code: ListedCode;
  presaleUrl: string;
  presaleName: string;
}) {
  if (state !== "valid") return null;
  return (
    <details>
      <summary
        aria-label={`Enviar o retirar ${code}`}
        className="inline-block min-h-9 py-2 underline underline-offset-4"
      >
        Enviar o retirar…
      </summary>
      <div className="max-w-sm space-y-3 pt-2">
        <ShareCode {...{ code, presaleUrl, presaleName }} />
        <PostForm submitLabel="Retirar el código" variant="danger">
          <input type="hidden" name="intent" value="revoke" />
          <input type="hidden" name="code" value={code} />
          <p className="text-soft">Desde este momento no compra nada más; sus pedidos se quedan.</p>
        </PostForm>
      </div>
    </details>
  );
}
