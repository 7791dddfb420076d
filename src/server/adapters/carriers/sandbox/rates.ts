import type { ShipmentBody } from "./shipment-body.ts";

interface SandboxService {
  service: string;
  description: string;
  baseCents: number;
  centsPerKg: number;
  days: number;
}

const CARRIERS: Readonly<Record<string, { description: string; services: readonly SandboxService[] }>> = {
  estafeta: {
    description: "Estafeta",
    services: [
      { service: "ground", description: "Terrestre", baseCents: 98_00, centsPerKg: 12_00, days: 4 },
      { service: "express", description: "Día siguiente", baseCents: 189_00, centsPerKg: 24_00, days: 1 },
    ],
  },
  dhl: {
    description: "DHL",
    services: [{ service: "express", description: "Express doméstico", baseCents: 205_00, centsPerKg: 26_00, days: 1 }],
  },
  fedex: {
    description: "FedEx",
    services: [
      { service: "ground", description: "Nacional económico", baseCents: 112_00, centsPerKg: 14_00, days: 3 },
      { service: "express", description: "Nacional día siguiente", baseCents: 196_00, centsPerKg: 25_00, days: 1 },
    ],
  },
};

export interface SandboxRate extends SandboxService {
  carrier: string;
  carrierDescription: string;
  totalCents: number;
}

/**
 * The price of a shipment with each service of its carrier. It depends on the actual or the volumetric weight,
 * whichever is larger. Each started kilogram is charged.
 */
export function ratesOf({ packages: [box], shipment }: Pick<ShipmentBody, "packages" | "shipment">): SandboxRate[] {
  const carrier = CARRIERS[shipment.carrier.toLowerCase()];
  if (!carrier) return [];
  const { length, width, height } = box!.dimensions;
  const kilograms = Math.ceil(Math.max(box!.weight, (length * width * height) / 5_000));
  return carrier.services.map((service) => ({
    ...service,
    carrier: shipment.carrier.toLowerCase(),
    carrierDescription: carrier.description,
    totalCents: service.baseCents + kilograms * service.centsPerKg,
  }));
}
