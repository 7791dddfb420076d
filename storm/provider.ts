import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { sql } from "kysely";
import { bindMercadoPagoSandbox } from "../src/server/adapters/payments/sandbox/bind-mercado-pago-sandbox.ts";
import { SANDBOX_ACCESS_TOKEN } from "../src/server/adapters/payments/sandbox/credentials.ts";
import {
  openMercadoPagoSandbox,
  type MercadoPagoSandbox,
} from "../src/server/adapters/payments/sandbox/mercado-pago-sandbox.ts";
import { setFaults, type Faults } from "../src/server/adapters/payments/sandbox/faults.ts";
import type { HttpEnv } from "../src/server/api/env.ts";
import { openDb, openPool, type Db } from "../src/server/db/connect.ts";
import { startCluster, type Cluster } from "../src/server/db/embedded-postgres.ts";
import { openLog } from "../src/server/log.ts";

export interface ProviderPayment {
  id: string;
  orderId: string;
  status: string;
  cents: number;
  refundedCents: number;
}

/**
 * Mercado Pago's sandbox with its own database, which the faults do not affect: an independent record of what was paid
 * and refunded.
 */
export class Provider {
  readonly origin: string;
  private readonly cluster: Cluster;
  private readonly db: Db;
  private readonly sandbox: MercadoPagoSandbox;
  private readonly server: Server;

  private constructor(parts: { cluster: Cluster; db: Db; sandbox: MercadoPagoSandbox; server: Server }) {
    this.cluster = parts.cluster;
    this.db = parts.db;
    this.sandbox = parts.sandbox;
    this.server = parts.server;
    this.origin = `http://127.0.0.1:${(parts.server.address() as AddressInfo).port}`;
  }

  static async start(dataDir: string): Promise<Provider> {
    const cluster = await startCluster({ dataDir, settings: { fsync: "off" }, warn: () => {} });
    const db = openDb(openPool({ ...cluster.serverConfig, database: "postgres" }, 8));
    const sandbox = await openMercadoPagoSandbox(db, openLog("silent"), SANDBOX_ACCESS_TOKEN);
    const hono = new Hono<HttpEnv>();
    bindMercadoPagoSandbox(hono, sandbox);
    const listener = getRequestListener((request, env) => {
      const { incoming } = env as HttpBindings;
      return hono.fetch(request, { peer: "127.0.0.1", closeConnection: () => incoming.socket.destroy() });
    });
    const server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new Provider({ cluster, db, sandbox, server });
  }

  setFaults(faults: Partial<Faults>): Promise<void> {
    return setFaults(this.sandbox.db, faults);
  }

  /** Every payment, by its id. */
  async readPayments(): Promise<Map<string, ProviderPayment>> {
    const { rows } = await sql<ProviderPayment>`
      SELECT id::text, external_reference AS "orderId", status, amount_cents AS cents, refunded_cents AS "refundedCents"
      FROM sandbox.mp_payments`.execute(this.db);
    return new Map(rows.map((payment) => [payment.id, payment]));
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await this.sandbox.stop();
    await this.db.destroy();
    await this.cluster.stop();
  }
}
