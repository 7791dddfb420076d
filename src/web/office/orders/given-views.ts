import { isAllowed, type Grant } from "../../../domain/staff-permissions.ts";

/** The views that come with the list, in the order of a day; those about money for who may know about it. */
export function givenViews(grants: readonly Grant[]): { name: string; query: string }[] {
  const money = isAllowed(grants, "payments.view", "any");
  return [
    { name: "Por empacar", query: "estado=PAYMENT_ACCEPTED" },
    ...(money
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
