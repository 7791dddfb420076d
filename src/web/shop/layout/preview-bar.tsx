/** A bar above every page in the preview of a shop that is not open yet. */
export default function PreviewBar() {
  return (
    <p className="bg-warning-soft px-4 py-2 text-center text-sm">
      <strong>Vista previa:</strong> la tienda todavía no abre. Los pedidos que hagas aquí son de verdad; cancélalos
      después.{" "}
      <a href="/panel" className="inline-block min-h-6 font-semibold whitespace-nowrap underline underline-offset-4">
        Volver al panel
      </a>
    </p>
  );
}
