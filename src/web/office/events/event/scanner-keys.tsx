import { Form } from "react-router";
import { formatDateTime } from "../../../../domain/dates.ts";
import type { ListedScanner } from "../../../../server/check-in/scanner-keys.ts";
import { Button, buttonClasses } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Badge } from "../../kit/badge.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import { Table } from "../../kit/table.tsx";

/** A new scanner key: the link that opens the scanner, and its QR code. They are shown only once. */
export interface NewScannerKey {
  name: string;
  link: string;
  qrCode: string;
  expiresAt: Date;
}

const STATE_BADGE = {
  open: { label: "Abierta", tone: "success" },
  ended: { label: "Terminó", tone: "plain" },
  revoked: { label: "Cerrada", tone: "error" },
} as const;

/** The scanner keys of the entrances, with a form to create one and a button to revoke each open one. */
export function ScannerKeys({
  title,
  lead,
  scanners,
  newScanner,
  failure,
}: {
  title: string;
  lead: string;
  scanners: readonly ListedScanner[];
  newScanner: NewScannerKey | undefined;
  failure: string | undefined;
}) {
  return (
    <Section title={title}>
      {newScanner && <NewKeyNotice scanner={newScanner} />}
      {scanners.length > 0 && (
        <Table
          caption="Puertas"
          keyOf={({ id }) => id}
          rows={scanners}
          columns={[
            { head: "Puerta", isTitle: true, cell: ({ name }) => <span className="font-semibold">{name}</span> },
            {
              head: "Estado",
              cell: ({ state }) => <Badge tone={STATE_BADGE[state].tone}>{STATE_BADGE[state].label}</Badge>,
            },
            { head: "Evento", cell: ({ event }) => event ?? "Todos" },
            { head: "Entraron", isNumeric: true, cell: ({ entered }) => entered },
            { head: "Vale hasta", cell: ({ expiresAt }) => formatDateTime(expiresAt) },
            {
              head: "Cerrar",
              cell: ({ id, name, state }) =>
                state === "open" && (
                  <Form method="post">
                    <input type="hidden" name="close" value={id} />
                    <Button type="submit" variant="secondary" aria-label={`Cerrar ${name}`}>
                      Cerrar
                    </Button>
                  </Form>
                ),
            },
          ]}
        />
      )}
      <PostForm failure={failure} submitLabel="Hacer una llave" variant="secondary">
        <input type="hidden" name="door" value="1" />
        <p className="text-sm text-soft">{lead}</p>
        <div className="grid gap-5 md:grid-cols-2">
          <TextField
            name="name"
            label="Cómo se llama esa puerta"
            hint="«Puerta norte»: así la leen las demás"
            optional
            maxLength={60}
          />
          <TextField
            name="hours"
            label="Vale durante (horas)"
            hint="Después se cierra sola; de 1 a 168"
            inputMode="numeric"
            maxLength={3}
            defaultValue={12}
          />
        </div>
      </PostForm>
    </Section>
  );
}

function NewKeyNotice({ scanner: { name, link, qrCode, expiresAt } }: { scanner: NewScannerKey }) {
  return (
    <Notice tone="success" icon="check" alert title={`La llave de «${name}» está hecha: es la única vez que la verás`}>
      <div className="flex flex-wrap items-center gap-6 pt-2">
        <img
          src={qrCode}
          alt={`Código QR que abre ${name}`}
          width={220}
          height={220}
          className="rounded-box border border-line bg-white"
        />
        <div className="min-w-52 flex-1 space-y-3">
          <p>
            Léelo con la cámara del teléfono que estará en la puerta. Un teléfono por llave; vale hasta esta fecha:{" "}
            {formatDateTime(expiresAt)}
          </p>
          <a href={link} className={buttonClasses("primary")}>
            Abrir la puerta en este teléfono
          </a>
        </div>
      </div>
    </Notice>
  );
}
