import { formatDateTime } from "../../../../domain/dates.ts";
import type { RoomOverview } from "../../../../server/presale/waiting-room/manage-waiting-room.ts";
import { TextField } from "../../../ui/field.tsx";
import { Badge } from "../../kit/badge.tsx";
import { Facts } from "../../kit/facts.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";

/** The presale's waiting room: its current state, and the form of its terms. */
export function WaitingRoomSection({
  room,
  hasPresaleStarted,
}: {
  room: RoomOverview | undefined;
  hasPresaleStarted: boolean;
}) {
  const isOn = room?.isOn ?? false;
  return (
    <Section title="Fila de espera">
      <p className="text-sm text-soft">
        Para cuando más personas quieren entrar que piezas hay: esperan su turno, y quien pasa tiene diez minutos para
        elegir. Con fila nada se vende sobre pedido.
      </p>
      {room && <WaitingRoomState room={room} hasPresaleStarted={hasPresaleStarted} />}
      <PostForm submitLabel={isOn ? "Guardar las reglas" : "Poner la fila"} variant={isOn ? "secondary" : "primary"}>
        <input type="hidden" name="intent" value="startRoom" />
        <div className="grid gap-5 md:grid-cols-3">
          <TextField
            name="early"
            label="Minutos antes de abrir"
            hint="Desde cuándo se puede esperar. Quienes llegan antes de abrir sortean su lugar: no hay que correr."
            inputMode="numeric"
            maxLength={5}
            defaultValue={room?.opensEarlyMinutes ?? 30}
          />
          <TextField
            name="choosing"
            label="Eligen a la vez"
            hint="A lo más. Nunca más personas que piezas quedan."
            inputMode="numeric"
            maxLength={5}
            defaultValue={room?.choosingAtOnce ?? 500}
          />
          <TextField
            name="places"
            label="Lugares desde una misma red"
            hint="Una casa u oficina, pero también una red de celular con miles de personas: no lo bajes de más."
            inputMode="numeric"
            maxLength={5}
            defaultValue={room?.placesOfAddress ?? 100}
          />
        </div>
        <p className="text-sm text-soft">Quien ya espera conserva su lugar.</p>
      </PostForm>
      {isOn && (
        <details className="text-sm">
          <summary className="inline-block min-h-9 py-2 font-semibold text-error underline underline-offset-4">
            Quitar la fila…
          </summary>
          <PostForm submitLabel="Quitar la fila" variant="danger" className="pt-2">
            <input type="hidden" name="intent" value="endRoom" />
            <p className="text-soft">Todos los que esperan entran de golpe: desde este momento basta el código.</p>
          </PostForm>
        </details>
      )}
    </Section>
  );
}

function WaitingRoomState({ room, hasPresaleStarted }: { room: RoomOverview; hasPresaleStarted: boolean }) {
  const { isOn, waiting, admitted, withGrant, placesAssignedAt, pieces } = room;
  const isSoldOut = hasPresaleStarted && pieces === 0;
  return (
    <Facts
      facts={{
        Fila: isOn ? <Badge tone="success">Puesta</Badge> : <Badge>Quitada</Badge>,
        Esperan: waiting,
        "Han pasado": admitted,
        "Eligen ahora": withGrant,
        "Piezas por vender": isSoldOut ? <Badge tone="warning">Agotadas</Badge> : pieces,
        Sorteo: placesAssignedAt ? `Se hizo el ${formatDateTime(placesAssignedAt)}` : "Al abrir la preventa",
      }}
    />
  );
}
