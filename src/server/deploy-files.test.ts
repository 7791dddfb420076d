import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseEnv } from "node:util";
import { describe, expect, test } from "vitest";
import { readConfig, ENVIRONMENT_VARIABLES } from "./config.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const readRepositoryFile = (name: string): string => readFileSync(path.join(ROOT, name), "utf8");

const dockerfile = readRepositoryFile("deploy/Dockerfile");
const compose = readRepositoryFile("deploy/compose.yaml");
const example = readRepositoryFile("deploy/.env.example");

/** The variables in the example, commented out or not. */
const exampleVariables = [...example.matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name!);
/** The variables that only the compose file and its Caddy read. */
const composeVariables = [...new Set([...compose.matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name]) => name!))];
/** The part of the compose file that sets the variables of the shop's processes. */
const composeEnvironment = compose.slice(compose.indexOf("&environment"), compose.indexOf("depends_on"));

describe("variables", () => {
  test("the example lists exactly the variables that the shop or the compose file reads, once each", () => {
    expect(exampleVariables.toSorted()).toEqual([...ENVIRONMENT_VARIABLES, ...composeVariables].toSorted());
  });

  test.each(ENVIRONMENT_VARIABLES)("%s is explained in docs/operations.md", (name) => {
    const table = readRepositoryFile("docs/operations.md").split("## Health")[0]!;
    expect(table).toContain(`\`${name}\``);
  });

  test("the Caddyfile reads the variables that the compose file passes to it", () => {
    const usedVariables = [...readRepositoryFile("deploy/Caddyfile").matchAll(/\{\$([A-Z_]+)\}/g)].map(
      ([, name]) => name,
    );
    expect(new Set(usedVariables)).toEqual(new Set(["SHOP_HOSTS", "TLS"]));
    for (const name of usedVariables) expect(compose).toContain(`${name}: \${${name}:?}`);
  });

  test("the completed example configures a live shop behind Caddy", () => {
    const key = Buffer.alloc(32, 7).toString("base64");
    const filledVariables = {
      MP_ACCESS_TOKEN: "APP_USR-1",
      MP_WEBHOOK_SECRETS: "s",
      STAFF_KEY: key,
      INVOICING_KEY: key,
    };
    const shopVariables = [...composeEnvironment.matchAll(/^ {4}([A-Z_]+): "?([^"\n]+)"?$/gm)].map(
      ([, name, value]) => [name, value],
    );
    const config = readConfig({ ...parseEnv(example), ...filledVariables, ...Object.fromEntries(shopVariables) });
    expect(config).toMatchObject({ publicUrl: "https://mitienda.mx", loadDemo: false, role: "web", host: "0.0.0.0" });
    expect(config.mailFrom).toBe("Mi Tienda <tienda@mitienda.mx>");
    expect(/TRUST_PROXY: (\S+)/.exec(composeEnvironment)?.[1]).toBe(/ipv4_address: (\S+)/.exec(compose)?.[1]);
  });
});

describe("the image", () => {
  test("is built from existing paths that .dockerignore includes", () => {
    const copiedPaths = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names]) =>
      names!.split(" "),
    );
    const includedPaths = [...readRepositoryFile(".dockerignore").matchAll(/^!(.+)$/gm)].map(([, name]) => name!);
    expect(copiedPaths).not.toEqual([]);
    for (const name of [...copiedPaths, ...includedPaths]) expect(existsSync(path.join(ROOT, name)), name).toBe(true);
    for (const name of copiedPaths.filter((file) => file !== ".")) expect(includedPaths).toContain(name.split("/")[0]);
  });

  test("contains every file that its code imports", () => {
    const patterns = readRepositoryFile(".dockerignore").split("\n");
    const includedPaths = patterns.filter((line) => line.startsWith("!")).map((line) => line.slice(1));
    const excludedPaths = patterns.filter((line) => /^[a-z]/.test(line));
    const isInImage = (file: string) =>
      includedPaths.some((name) => file === name || file.startsWith(`${name}/`)) &&
      !excludedPaths.some((name) => file === name || file.startsWith(`${name}/`)) &&
      !file.endsWith(".test.ts");
    const codeFiles = includedPaths
      .filter((name) => statSync(path.join(ROOT, name)).isDirectory())
      .flatMap((name) =>
        readdirSync(path.join(ROOT, name), { recursive: true, encoding: "utf8" }).map((file) => path.join(name, file)),
      )
      .filter((file) => /\.tsx?$/.test(file) && isInImage(file) && !file.startsWith("src/server/testing/"));
    expect(codeFiles.length).toBeGreaterThan(1_000);
    const missingImports = codeFiles.flatMap((file) =>
      [...readRepositoryFile(file).matchAll(/(?:from|import) ?\(?"(\.{1,2}\/[^"]+)"/g)]
        .map(([, imported]) => path.join(path.dirname(file), imported!))
        .filter((imported) => !imported.includes("/+types/") && !isInImage(imported))
        .map((imported) => `${file} imports ${imported}`),
    );
    expect(missingImports).toEqual([]);
  });

  test("runs programs that exist", () => {
    const runLines = dockerfile.split("\n").filter((line) => /^(CMD|HEALTHCHECK)/.test(line));
    const files = runLines.flatMap((line) => [...line.matchAll(/"([a-z/-]+\.ts)"/g)]).map(([, file]) => file!);
    expect(files.toSorted()).toEqual(["deploy/health-check.ts", "src/main.ts"]);
    for (const file of files) expect(existsSync(path.join(ROOT, file)), file).toBe(true);
  });

  test("is built with the major version of Node that the shop runs on", () => {
    const { dependencies } = JSON.parse(readRepositoryFile("package.json")) as { dependencies: { node: string } };
    const major = dependencies.node.split(".")[0];
    const usedVersions = [...`${dockerfile}${readRepositoryFile("docs/deploy.md")}`.matchAll(/\bnode[@:](\d+)/g)].map(
      ([, version]) => version,
    );
    expect(new Set(usedVersions)).toEqual(new Set([major]));
  });
});

test("the systemd unit and the guide refer to existing files", () => {
  const unitFiles = [...readRepositoryFile("deploy/escaparate.service").matchAll(/bin\/node (\S+\.ts)/g)].map(
    ([, file]) => file!,
  );
  const linkedFiles = [...readRepositoryFile("docs/deploy.md").matchAll(/\]\(([^)#]+)/g)].map(([, file]) =>
    path.join("docs", file!),
  );
  expect(unitFiles).toHaveLength(2);
  for (const file of [...unitFiles, ...linkedFiles]) expect(existsSync(path.join(ROOT, file)), file).toBe(true);
});

describe("the units for several processes", () => {
  const singleUnit = readRepositoryFile("deploy/escaparate.service");
  const template = readRepositoryFile("deploy/systemd/escaparate@.service");
  const target = readRepositoryFile("deploy/systemd/escaparate.target");
  /** The directives of a unit that do not name the instance. */
  const sharedDirectives = (unit: string): string[] =>
    unit.split("\n").filter((line) => /^[A-Z]/.test(line) && !/^(?:Description|PartOf|WantedBy)|%[Ni]/.test(line));

  test("run and restrict a process like the unit for a single process", () => {
    expect(sharedDirectives(template)).toEqual(sharedDirectives(singleUnit));
    expect(template).toContain("EnvironmentFile=/etc/escaparate-%i.env");
  });

  test("belong to one target, which starts and stops them together", () => {
    expect(template).toContain("PartOf=escaparate.target");
    expect(template).toContain("WantedBy=escaparate.target");
    expect(target).toContain("WantedBy=multi-user.target");
  });

  test.skipIf(spawnSync("systemd-analyze", ["--version"]).status !== 0)("are accepted by systemd", () => {
    const folder = mkdtempSync(path.join(tmpdir(), "escaparate-units-"));
    try {
      // The program is not installed where the unit expects it.
      const runnableUnit = template.replaceAll("/opt/escaparate/node_modules/.bin/node", "/bin/true");
      writeFileSync(path.join(folder, "escaparate@.service"), runnableUnit);
      writeFileSync(path.join(folder, "escaparate.target"), target);
      const units = ["escaparate@web1.service", "escaparate.target"].map((name) => path.join(folder, name));
      const { status, stdout, stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", ...units], {
        encoding: "utf8",
        env: { ...process.env, SYSTEMD_UNIT_PATH: `${folder}:` },
      });
      const messages = (stdout + stderr).split("\n").filter((line) => line.includes("escaparate"));
      expect([status, messages]).toEqual([0, []]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

test("nginx accepts only cipher suites with forward secrecy and authenticated encryption", () => {
  const nginx = readRepositoryFile("deploy/nginx.conf");
  expect(/ssl_protocols (.+);/.exec(nginx)?.[1]).toBe("TLSv1.2 TLSv1.3");
  expect(/ssl_ciphers (.+);/.exec(nginx)?.[1]).toMatch(/^ECDHE\+(?:AESGCM|CHACHA20)(?::ECDHE\+(?:AESGCM|CHACHA20))*$/);
});
