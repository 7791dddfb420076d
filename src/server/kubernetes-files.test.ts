import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { readConfig, ENVIRONMENT_VARIABLES } from "./config.ts";

const FOLDER = path.resolve(import.meta.dirname, "../../deploy/kubernetes");
const readFile = (name: string): string => readFileSync(path.join(FOLDER, name), "utf8");
const readManifests = (name: string): Manifest[] =>
  parseAllDocuments(readFile(name)).map((one) => one.toJS() as Manifest);

// oxlint-disable-next-line typescript/no-explicit-any -- each kind has a spec of its own
type Json = any;
interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string };
  spec?: Json;
  data?: Record<string, string>;
  stringData?: Record<string, string>;
}

const { resources } = parse(readFile("kustomization.yaml")) as { resources: string[] };
const manifests = resources.flatMap(readManifests);
const exampleSecrets = readManifests("secret.example.yaml");
const getManifest = (kind: string, name: string): Manifest => {
  const manifest = [...manifests, ...exampleSecrets].find((one) => one.kind === kind && one.metadata.name === name);
  if (!manifest) throw new Error(`There is no ${kind} ${name}`);
  return manifest;
};
const workloads = manifests.filter(({ kind }) => kind === "Deployment");
const containerOf = (workload: Manifest): Json => workload.spec.template.spec.containers[0];
const labelsOf = (workload: Manifest): Record<string, string> => workload.spec.template.metadata.labels;
const selects = (selector: Record<string, string>, workload: Manifest): boolean =>
  Object.entries(selector).every(([name, value]) => labelsOf(workload)[name] === value);

/** The types of processes, each with its Deployment, its role, and the port of its probes. */
const PROCESS_TYPES = [
  ["escaparate-web", "web", 3000],
  ["escaparate-worker", "worker", 3001],
] as const;

describe("each manifest", () => {
  test.each([...manifests, ...exampleSecrets].map((one) => [`${one.kind} ${one.metadata.name}`, one] as const))(
    "%s matches the published schema of its kind",
    async (_, manifest) => {
      const source = manifest.apiVersion.startsWith("postgresql.cnpg.io/")
        ? `@kubernetes-models/cloudnative-pg/${manifest.apiVersion}`
        : `kubernetes-models/${manifest.apiVersion}`;
      const kinds = (await import(source)) as Record<string, new (data: unknown) => { validate(): void }>;
      expect(() => new kinds[manifest.kind]!(manifest).validate()).not.toThrow();
      if (manifest.kind !== "Namespace") expect(manifest.metadata.namespace).toBe("escaparate");
    },
  );

  test("with a wrong value does not match its schema", async () => {
    const { Deployment } = await import("kubernetes-models/apps/v1");
    const wrongManifest = structuredClone(getManifest("Deployment", "escaparate-worker"));
    wrongManifest.spec.replicas = "2";
    expect(() => new Deployment(wrongManifest as never).validate()).toThrow(/replicas/);
  });

  test.skipIf(spawnSync("kubectl", ["version", "--client"]).status !== 0)("is part of what kustomize builds", () => {
    const { status, stdout, stderr } = spawnSync("kubectl", ["kustomize", FOLDER], { encoding: "utf8" });
    expect(status, stderr).toBe(0);
    expect(parseAllDocuments(stdout)).toHaveLength(manifests.length);
    expect(stdout).toContain("image: registry.example.com/escaparate:latest");
  });
});

describe("the environment of a process", () => {
  /** The environment variables of a process, with the Secret filled in. */
  const environmentOf = (workload: Manifest): Record<string, string> => {
    const { envFrom, env } = containerOf(workload);
    const key = Buffer.alloc(32, 7).toString("base64");
    const checkedSecretValues = {
      STAFF_KEY: key,
      INVOICING_KEY: key,
      SMTP_URL: "smtp://correo:25",
      METRICS_TOKEN: "a".repeat(20),
    };
    const placeholderSecretValues = Object.fromEntries(
      Object.keys(getManifest("Secret", "escaparate").stringData!).map((name) => [name, "x"]),
    );
    expect(envFrom).toEqual([{ configMapRef: { name: "escaparate" } }, { secretRef: { name: "escaparate" } }]);
    const containerVariables = (env as { name: string; value?: string }[]).map(({ name, value = "password" }) => [
      name,
      value,
    ]);
    const allVariables: Record<string, string> = {
      ...getManifest("ConfigMap", "escaparate").data,
      ...placeholderSecretValues,
      ...checkedSecretValues,
      ...Object.fromEntries(containerVariables),
    };
    return Object.fromEntries(
      Object.entries(allVariables).map(([name, value]) => [
        name,
        value.replace("$(DB_PASSWORD)", allVariables.DB_PASSWORD!),
      ]),
    );
  };

  test.each(PROCESS_TYPES)("%s has only variables that `config.ts` reads, and configures a live shop", (name, role) => {
    const environment = environmentOf(getManifest("Deployment", name));
    const { DB_PASSWORD: _, ...shopVariables } = environment;
    expect(Object.keys(shopVariables).filter((variable) => !ENVIRONMENT_VARIABLES.includes(variable))).toEqual([]);
    const config = readConfig(shopVariables);
    expect(config).toMatchObject({ role, publicUrl: "https://mitienda.mx", loadDemo: false, allowSandbox: false });
    expect(config.s3).not.toBeNull();
    expect(config.mercadoPago.isReal).toBe(true);
  });

  test("has the URLs of the pooler and of the primary of the same database", () => {
    const cluster = getManifest("Cluster", "escaparate-db");
    const pooler = getManifest("Pooler", "escaparate-pooler");
    expect(pooler.spec.cluster.name).toBe(cluster.metadata.name);
    expect(pooler.spec).toMatchObject({ type: "rw", pgbouncer: { poolMode: "transaction" } });
    const { database, owner } = cluster.spec.bootstrap.initdb;
    for (const workload of workloads) {
      const { DATABASE_URL, DATABASE_DIRECT_URL } = environmentOf(workload);
      // CloudNativePG names the Service of the primary "<cluster>-rw", and the Service of a pooler like the pooler.
      expect(DATABASE_URL).toBe(`postgres://${owner}:password@${pooler.metadata.name}:5432/${database}`);
      expect(DATABASE_DIRECT_URL).toBe(`postgres://${owner}:password@${cluster.metadata.name}-rw:5432/${database}`);
      const { secretKeyRef } = containerOf(workload).env.find(({ name }: Json) => name === "DB_PASSWORD").valueFrom;
      expect(secretKeyRef).toEqual({ name: `${cluster.metadata.name}-app`, key: "password" });
    }
  });

  test("the database allows enough connections for all processes", () => {
    const pooler = getManifest("Pooler", "escaparate-pooler");
    const { max_connections: limit } = getManifest("Cluster", "escaparate-db").spec.postgresql.parameters;
    const pooledConnectionCount = pooler.spec.instances * Number(pooler.spec.pgbouncer.parameters.default_pool_size);
    const maxWebProcesses = getManifest("HorizontalPodAutoscaler", "escaparate-web").spec.maxReplicas;
    const workerCount = getManifest("Deployment", "escaparate-worker").spec.replicas;
    // Each process has one connection that listens for settings. A worker has six more for its jobs, and the sum has
    // one in reserve for it. A rollout runs one more web process. Ten are left for a process that migrates or audits,
    // of which there is one at a time.
    const directConnectionCount = maxWebProcesses + 1 + workerCount * (1 + 6 + 1);
    expect(pooledConnectionCount + directConnectionCount + 10).toBeLessThanOrEqual(Number(limit));
  });

  test("the database's backups use the keys of a Secret in the example", () => {
    const { s3Credentials } = getManifest("Cluster", "escaparate-db").spec.backup.barmanObjectStore;
    for (const { name, key } of Object.values<{ name: string; key: string }>(s3Credentials)) {
      expect(Object.keys(getManifest("Secret", name).stringData!)).toContain(key);
    }
    expect(getManifest("ScheduledBackup", "escaparate-db").spec.cluster.name).toBe("escaparate-db");
  });
});

describe.each(PROCESS_TYPES)("%s", (name, role, port) => {
  const workload = getManifest("Deployment", name);
  const pod = workload.spec.template.spec;
  const container = containerOf(workload);

  test("is probed on its own port, and restarted only if the process hangs", () => {
    const [{ name: portName, containerPort }] = container.ports;
    expect(containerPort).toBe(port);
    const variable = role === "web" ? "PORT" : "HEALTH_PORT";
    expect(container.env).toContainEqual({ name: variable, value: String(port) });
    const probes = [container.startupProbe, container.livenessProbe, container.readinessProbe];
    expect(probes.map((probe) => probe.httpGet)).toEqual(
      ["/healthz", "/healthz", "/readyz"].map((probePath) => ({ path: probePath, port: portName })),
    );
  });

  test("has time to finish its requests and jobs, and is seen as not ready before it stops", () => {
    const drainSeconds = Number(getManifest("ConfigMap", "escaparate").data!.DRAIN_SECONDS);
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(drainSeconds + 40);
    expect(drainSeconds).toBeGreaterThanOrEqual(2 * container.readinessProbe.periodSeconds);
  });

  test("has no privileges, writes only to two empty folders, and is spread over nodes", () => {
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10001 });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
    expect(container.volumeMounts.map(({ mountPath }: Json) => mountPath)).toEqual(["/tmp", "/data"]);
    expect(pod.volumes.map(({ name: volume }: Json) => volume)).toEqual(
      container.volumeMounts.map(({ name: volume }: Json) => volume),
    );
    expect(pod.automountServiceAccountToken).toBe(false);
    expect(selects(pod.topologySpreadConstraints[0].labelSelector.matchLabels, workload)).toBe(true);
  });

  test("keeps at least one process running when nodes are drained", () => {
    const { selector, minAvailable, maxUnavailable } = getManifest("PodDisruptionBudget", name).spec;
    const count =
      role === "web" ? getManifest("HorizontalPodAutoscaler", name).spec.minReplicas : workload.spec.replicas;
    expect(workloads.filter((one) => selects(selector.matchLabels, one))).toEqual([workload]);
    const minRunningCount = minAvailable ?? count - maxUnavailable;
    expect(minRunningCount).toBeGreaterThanOrEqual(1);
    expect(minRunningCount).toBeLessThan(count);
  });
});

test("requests reach the web processes only, and the network policy covers all processes", () => {
  const service = getManifest("Service", "escaparate-web");
  expect(workloads.filter((one) => selects(service.spec.selector, one)).map((one) => one.metadata.name)).toEqual([
    "escaparate-web",
  ]);
  const { rules, tls } = getManifest("Ingress", "escaparate").spec;
  for (const { http } of rules) {
    expect(http.paths[0].backend.service).toEqual({
      name: "escaparate-web",
      port: { name: service.spec.ports[0].name },
    });
  }
  expect(tls[0].hosts).toEqual(rules.map(({ host }: Json) => host));
  const policy = getManifest("NetworkPolicy", "escaparate").spec;
  expect(workloads.every((one) => selects(policy.podSelector.matchLabels, one))).toBe(true);
});
