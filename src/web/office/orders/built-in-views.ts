import { isAllowed, type Grant } from "../../../domain/staff-permissions.ts";

/** The built-in views of the list. Views about money are for members who may see it. */
export function builtInViews(grants: readonly Grant[]): { name: string; query: string }[] {
  const seesMoney = isAllowed(grants, "payments.view", "any");
  return [
    { name: "Por empacar", query: "estado=PAYMENT_ACCEPTED" },
    ...(seesMoney
      ? [
          { name: "Comprobantes por revisar", query: "comprobante=1" },
          { name: "Con avisos", query: "aviso=todos" },
          { name: "Sin pagar", query: "estado=WAITING_PAYMENT" },
        ]
      : []),
    { name: "Apartados", query: "estado=RESERVED" },
    { name: "Preventa", query: "preventa=1" },
    { name: "Todos", query: "" },
  ];
}
