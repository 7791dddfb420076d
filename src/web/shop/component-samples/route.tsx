import { useState } from "react";
import { data } from "react-router";
import { SHOP_COLOR_NAMES } from "../../../domain/shop-colors.ts";
import { Breadcrumbs } from "../../ui/breadcrumbs.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { CheckField, RadioCard, SelectField, TextField } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { EmptyState, Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { NoPicture } from "../../ui/picture.tsx";
import { Stepper } from "../../ui/stepper.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { appContext } from "../../context.ts";
import { pageMeta } from "../page-meta.ts";
import type { Route } from "./+types/route";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Piezas de la tienda" });
}

/** The page is for developers, so it exists only where no public URL is configured. */
export function loader({ context }: Route.LoaderArgs) {
  // oxlint-disable-next-line no-throw-literal -- React Router's way of answering 404
  if (context.get(appContext).config.publicUrl !== null) throw data("page", { status: 404 });
  return null;
}

/** /test: the UI components, and the buttons in each of the eight colours. */
export default function ComponentSamples() {
  const [open, setOpen] = useState(false);
  const [pieces, setPieces] = useState(1);
  const showToast = useToast();
  return (
    <main id="contenido" className="page flex-1 space-y-12 py-8">
      <h1 className="text-2xl">Piezas de la tienda</h1>
      <Colors />
      <section className="space-y-4">
        <h2 className="text-xl">Tipografía</h2>
        <p className="font-display text-3xl">Vestido midi de lino</p>
        <p className="font-display text-2xl">Vestido midi de lino</p>
        <p className="font-display text-xl">Vestido midi de lino</p>
        <p>Apartamos tus prendas hasta las 14:32. Después se liberan.</p>
        <p className="text-sm text-soft">El envío se calcula en el siguiente paso.</p>
        <p className="tabular text-lg font-semibold">$1,299.50</p>
      </section>
      <section className="grid max-w-3xl gap-5 sm:grid-cols-2">
        <h2 className="text-xl sm:col-span-2">Campos</h2>
        <TextField label="Nombre" hint="Como viene en tu identificación" />
        <TextField label="Teléfono" error="Escribe 10 dígitos; llevas 9" defaultValue="551234567" />
        <SelectField label="Estado">
          <option>Ciudad de México</option>
        </SelectField>
        <Stepper label="Piezas" value={pieces} max={12} onChange={setPieces} />
        <RadioCard name="kit" title="Paquetería Estándar" aside="$99.00" defaultChecked>
          Llega en 3 a 5 días hábiles
        </RadioCard>
        <RadioCard name="kit" title="Mensajería Exprés" aside="$159.00">
          Llega en 1 a 2 días hábiles
        </RadioCard>
        <CheckField label="Asegurar mi envío">2% del valor del pedido</CheckField>
      </section>
      <section className="max-w-3xl space-y-4">
        <h2 className="text-xl">Avisos</h2>
        <Notice title="Información de Pago">Un asesor te escribe con los datos.</Notice>
        <Notice tone="success" icon="check" title="Pago en proceso" />
        <Notice tone="warning" icon="clock" title="Tu carrito está por vencer" />
        <Notice tone="error" title="No quedan tantas piezas" />
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" onClick={() => showToast("success", "Se agregó Vestido midi")}>
            Aviso bueno
          </Button>
          <Button variant="secondary" onClick={() => showToast("error", "Agotado!", "Se agotó Vestido midi T: M")}>
            Aviso malo
          </Button>
          <Button variant="secondary" onClick={() => setOpen(true)}>
            Diálogo
          </Button>
        </div>
        <Dialog open={open} onClose={() => setOpen(false)} title="Quitar del carrito">
          <p>¿Desea eliminar el producto del carrito?</p>
          <Button wide onClick={() => setOpen(false)}>
            Cerrar
          </Button>
        </Dialog>
      </section>
      <section className="space-y-4">
        <h2 className="text-xl">Esperas y vacíos</h2>
        <Breadcrumbs crumbs={[{ label: "Inicio", to: "/" }, { label: "Vestidos" }]} />
        <div className="grid max-w-md grid-cols-2 gap-4">
          <Skeleton className="aspect-4/5 w-full" />
          <NoPicture className="rounded-box" />
        </div>
        <p className="flex gap-3">
          {(["bag", "search", "menu", "filter", "truck", "clock", "tag"] as const).map((name) => (
            <Icon key={name} name={name} />
          ))}
        </p>
        <EmptyState title="No tienes productos en el carrito" />
      </section>
    </main>
  );
}

function Colors() {
  return (
    <section className="space-y-4">
      <h2 className="text-xl">Colores y botones</h2>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {SHOP_COLOR_NAMES.map((color) => (
          <div key={color} data-theme={color} className="space-y-3 border border-line p-4">
            <p className="font-semibold">{color}</p>
            <Button wide>Agregar al carrito</Button>
            <p className="rounded-box bg-accent-soft p-2 text-center text-sm font-bold text-accent-strong">Nuevo</p>
            <Button variant="quiet">Ver más</Button>
          </div>
        ))}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button>Principal</Button>
        <Button variant="secondary">Secundario</Button>
        <Button variant="danger">Eliminar</Button>
        <Button busy>Guardando</Button>
        <Button disabled>Desactivado</Button>
      </div>
    </section>
  );
}
