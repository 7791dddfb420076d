/** Above every page of a shop that is not open yet: who sees it knows that visitors do not. */
export function PreviewBar() {
  return (
    <p className="bg-warn-soft px-4 py-2 text-center text-sm">
      <strong>Vista previa.</strong> La tienda todavía no abre: quien no tiene tu enlace lee «Abrimos pronto». Los
      pedidos que hagas aquí son de verdad: cancélalos después en el panel.{" "}
      <a href="/panel" className="inline-block min-h-6 font-semibold whitespace-nowrap underline underline-offset-4">
        Volver al panel
      </a>
    </p>
  );
}
