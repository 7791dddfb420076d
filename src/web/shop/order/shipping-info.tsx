import type { Order } from "../../../contract/orders.ts";
import { formatPhone } from "../../../domain/phone.ts";

export function ShippingInfo({ order }: { order: Order }) {
  const { customer, deliveryAddress: address, shipping } = order;
  return (
    <section aria-labelledby="shipping" className="space-y-3">
      <h2 id="shipping" className="text-xl">
        {order.pickup ? "Entrega" : "Envío"}
      </h2>
      <div className="grid gap-4 sm:grid-cols-2">
        <div>
          <p className="font-semibold">
            {customer.name} {customer.lastName}
          </p>
          <p className="tabular text-soft">{formatPhone(customer.phone)}</p>
          {address && (
            <p className="text-soft">
              {address.street}, {address.neigh}
              <br />
              {address.postalCode} {address.city}, {address.state}
              <br />
              {address.country}
            </p>
          )}
        </div>
        {shipping.details.name && (
          <div>
            <p className="font-semibold">{shipping.details.name}</p>
            <p className="text-soft">{shipping.details.description}</p>
            {shipping.insurance > 0 && <p className="font-semibold text-success">Envío asegurado</p>}
          </div>
        )}
      </div>
    </section>
  );
}
