import type { Server } from "node:http";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { keepArchiving } from "./server/backup/keep-archiving.ts";
import { closeIfRestored } from "./server/backup/restored-database.ts";
import type { App } from "./server/app.ts";
import { InvalidConfig, readConfig, type Config } from "./server/config.ts";
import { startHeartbeat } from "./server/cart/shopping-heartbeat.ts";
import { startSweeper } from "./server/cart/sweeper.ts";
import { listMissingSettings } from "./server/db/role-settings.ts";
import { FolderInUse } from "./server/db/cluster-lock.ts";
import { SchemaTooNew } from "./server/db/applied-migrations.ts";
import { DEMO_IN_LIVE_SHOP_MESSAGE, hasDemoData, mayLoadDemo } from "../demo/load/demo-in-live-shop.ts";
import { DEMO_OWNER, addDemoOwner } from "../demo/load/demo-owner.ts";
import { loadDemo } from "../demo/load/load-demo.ts";
import { deleteUnfinishedCalls } from "./server/http/idempotency.ts";
import { listenReusePort, type Listeners } from "./server/http/listen-reuse-port.ts";
import { createEmptyHeadOffice } from "./server/shops/create-empty-head-office.ts";
import { makeServer, makeWorkerServer, type RenderPage } from "./server/routes.ts";
import { StaticFiles } from "./server/http/static-files.ts";
import { releaseAllJobs } from "./server/jobs/leases.ts";
import { startWorker } from "./server/job-worker.ts";
import { openLog } from "./server/log.ts";
import { inviteFirstOwner } from "./server/staff/first-owner.ts";
import { canDemoOwnerSignIn } from "./server/staff/queries.ts";
import { migrateAll, openDatabase, REPOSITORY_ROOT, startApp } from "./server/start-app.ts";
import { startTracing } from "./server/tracing/start-tracing.ts";
import { stopWithParent, isStartedToSharePort, startWebProcesses } from "./web-processes.ts";
import { BUILD_FOLDER, buildIfNeeded } from "./web/build/build-if-needed.ts";

/**
 * How long in-flight requests may take to finish after a stop signal and the drain time. The process exits at most 5 s
 * later.
 */
const STOP_WITHIN_MS = 25_000;

z.config(z.locales.es());
const isDevelopment = process.argv.includes("--dev");
// React chooses its development or production build by this variable, for the pages and everything they import.
process.env.NODE_ENV ??= isDevelopment ? "development" : "production";

// Until the shop has started there is nothing to finish. The handler is needed because the kernel ignores signals
// without a handler for PID 1 of a container.
const exitImmediately = (): void => process.exit(0);
process.once("SIGTERM", exitImmediately).once("SIGINT", exitImmediately);

try {
  await start(readConfig(process.env));
} catch (error) {
  if (error instanceof InvalidConfig || error instanceof FolderInUse || error instanceof SchemaTooNew) {
    console.error(`\n${error.message}\n`);
  } else console.error(error);
  process.exit(1);
}

async function start(config: Config): Promise<void> {
  const log = openLog(config.logLevel);
  const sharesPort = isStartedToSharePort();
  if (!isDevelopment && config.role !== "worker" && !sharesPort) buildIfNeeded();
  const tracing = await startTracing(config.tracing);
  const database = await openDatabase(config, log);
  let isStopping = false;
  try {
    if (!sharesPort) await migrateAll(database.databaseConfig);
    const runningApp = await startApp(config, database.databaseConfig, log);
    const { app } = runningApp;
    const firstOwnerPath = sharesPort ? null : await prepareShop(app);
    const services: { stop(): Promise<void> }[] = [];
    let webProcesses: { stop(): Promise<void> } | undefined;
    let httpServer: { server: Server; listeners: Listeners } | undefined;
    if (config.role !== "worker") {
      const server = await makeWebServer(app, () => isStopping);
      services.push(await startHeartbeat(app));
      httpServer = { server, listeners: await listen({ ...config, joins: sharesPort }, server) };
      app.ownOrigin = `http://127.0.0.1:${httpServer.listeners.port}`;
    }
    if (config.role === "worker" && config.healthPort !== null) {
      const server = makeWorkerServer(app, () => isStopping);
      httpServer = { server, listeners: await listen({ ...config, port: config.healthPort }, server) };
    }
    if (httpServer && config.role !== "worker" && !sharesPort && !isDevelopment && config.webProcesses > 1) {
      const { port } = httpServer.listeners;
      const count = config.webProcesses - 1;
      webProcesses = startWebProcesses({
        furtherProcessCount: count,
        port,
        databaseConfig: database.databaseConfig,
        log,
      });
    }
    if (config.role !== "web") services.push(startWorker(app), startSweeper(app), keepArchiving(app));

    const stop = async (signal: string): Promise<void> => {
      if (isStopping) process.exit(1);
      isStopping = true;
      log.info({ signal }, "stopping");
      const drainMs = signal === "SIGTERM" && config.role !== "worker" ? config.drainMs : 0;
      setTimeout(() => process.exit(1), drainMs + STOP_WITHIN_MS + 5_000).unref();
      const webProcessesEnded = webProcesses?.stop();
      // Meanwhile the load balancer notices that this process is not ready.
      await sleep(drainMs);
      if (httpServer) await closeServer(httpServer.server, httpServer.listeners);
      await webProcessesEnded;
      await Promise.all(services.map((service) => service.stop()));
      await runningApp.stop();
      await database.close();
      await tracing.stop();
      log.info("stopped");
      process.exit(0);
    };
    process.off("SIGTERM", exitImmediately).off("SIGINT", exitImmediately);
    process.on("SIGTERM", () => void stop("SIGTERM"));
    process.on("SIGINT", () => void stop("SIGINT"));
    if (sharesPort) stopWithParent(() => void (isStopping || stop("SIGTERM")));
    if (sharesPort) log.info("web process ready");
    else if (config.role !== "worker") printWelcome(config, httpServer!.listeners.port);
    else log.info("worker ready");
    if (firstOwnerPath) printFirstOwnerLink(`${config.publicUrl}${firstOwnerPath}`);
  } catch (error) {
    await database.close();
    throw error;
  }
}

/**
 * Prepares the data before this process and the web processes that it starts serve requests: releases what a killed
 * process left unfinished, closes a restored shop, loads the demo or makes an empty shop, and invites the first
 * owner. Returns the path of that owner's link, or null.
 */
async function prepareShop(app: App): Promise<string | null> {
  const { config, log } = app;
  // With the embedded database there is no other process: calls and jobs that a killed process left unfinished can be
  // released.
  if (config.databaseUrl === null) {
    await deleteUnfinishedCalls(app);
    await releaseAllJobs(app.db);
  }
  const missingSettings = await listMissingSettings(app.db);
  if (missingSettings.length > 0)
    log.warn({ missing: missingSettings }, "database connections lack session values: restart the pooler");
  const restoreMark = await closeIfRestored(app);
  if (restoreMark) log.warn({ until: restoreMark.until }, "restored from a backup: closed until staff open it");
  if (!mayLoadDemo(app) && (await hasDemoData(app))) throw new InvalidConfig(DEMO_IN_LIVE_SHOP_MESSAGE);
  if (config.loadDemo && (await loadDemo(app))) log.info("demo shop loaded");
  if (await createEmptyHeadOffice(app)) log.info("empty shop made");
  if (canDemoOwnerSignIn(app)) await addDemoOwner(app);
  const firstOwnerPath = canDemoOwnerSignIn(app) ? null : await inviteFirstOwner(app);
  if (config.defaultShopKey && !(await app.shops.byKey(config.defaultShopKey))) {
    throw new InvalidConfig(`SHOP: no existe la tienda «${config.defaultShopKey}».`);
  }
  return firstOwnerPath;
}

async function makeWebServer(
  app: Awaited<ReturnType<typeof startApp>>["app"],
  isStopping: () => boolean,
): Promise<Server> {
  const { loadBuiltPages, createDevelopmentPages } = await import("./web/serve.ts");
  const swaggerFolder = path.join(REPOSITORY_ROOT, "node_modules/swagger-ui-dist");
  const files = new StaticFiles()
    .addFile("/api/docs/swagger-ui.css", path.join(swaggerFolder, "swagger-ui.css"))
    .addFile("/api/docs/swagger-ui-bundle.js", path.join(swaggerFolder, "swagger-ui-bundle.js"));
  const sharedOptions = { app, isStopping };
  if (!isDevelopment) {
    files.addFolder(path.join(BUILD_FOLDER, "client"));
    return makeServer({ ...sharedOptions, staticFiles: files, renderPage: await loadBuiltPages(app, BUILD_FOLDER) });
  }
  const vite = await import("vite");
  const viteServer = await vite.createServer({
    root: REPOSITORY_ROOT,
    server: { middlewareMode: true },
    appType: "custom",
  });
  const loadBuild = () => viteServer.ssrLoadModule("virtual:react-router/server-build") as Promise<never>;
  const renderPage: RenderPage = createDevelopmentPages(loadBuild);
  return makeServer({
    ...sharedOptions,
    staticFiles: files,
    renderPage,
    devMiddleware: (req, res, next) => viteServer.middlewares(req, res, next),
  });
}

async function listen(config: Config & { joins?: boolean }, server: Server): Promise<Listeners> {
  try {
    return await listenReusePort(server, config);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    throw new InvalidConfig(`El puerto ${config.port} ya está ocupado: cierra quien lo usa o define PORT.`);
  }
}

/** Closes the server to new connections and waits for the requests in flight. */
async function closeServer(server: Server, listeners: Listeners): Promise<void> {
  const closing = listeners.close();
  // A connection whose request has just finished stays open for the next one, so idle connections are closed
  // repeatedly.
  const idleInterval = setInterval(() => server.closeIdleConnections(), 50);
  const deadline = setTimeout(() => server.closeAllConnections(), STOP_WITHIN_MS);
  await closing;
  clearInterval(idleInterval);
  clearTimeout(deadline);
}

/** Prints the link with which the first owner signs up. It is printed once. */
function printFirstOwnerLink(link: string): void {
  console.log(`
  Nadie tiene acceso al panel todavía. Con este enlace la dueña elige su contraseña (sirve una vez, durante 72 horas):

    ${link}

  Si se pierde: npm run -s shop -- staff invite <correo> --role owner
`);
}

function printWelcome(config: Config, port: number): void {
  if (config.publicUrl) return console.log(`Escaparate atiende en ${config.publicUrl} (puerto ${port})`);
  if (!config.loadDemo) {
    return console.log(`
  Escaparate está lista, sin datos de demostración:

    Tienda             http://localhost:${port}
    Panel              http://localhost:${port}/panel
    Correos enviados   http://localhost:${port}/sandbox/mail

    Dueña (panel)      ${DEMO_OWNER.email} · ${DEMO_OWNER.password}

  Ctrl-C la detiene. Los datos quedan en ${config.dataDir}
`);
  }
  console.log(`
  Escaparate está lista, con datos de demostración:

    Tienda (matriz)    http://localhost:${port}
    Sucursal (norte)   http://norte.localhost:${port}
    Panel              http://localhost:${port}/panel
    Correos enviados   http://localhost:${port}/sandbox/mail
    Pagos simulados    http://localhost:${port}/sandbox/mp
    Paqueterías        http://localhost:${port}/sandbox/carriers
    Lo que se midió    http://localhost:${port}/sandbox/analytics
    API                http://localhost:${port}/api/docs

    Cliente            ana@ejemplo.mx · demo1234
    Dueña (panel)      ${DEMO_OWNER.email} · ${DEMO_OWNER.password}
    Código de preventa PRIMAVERA

  Ctrl-C la detiene. Los datos quedan en ${config.dataDir}
`);
}
