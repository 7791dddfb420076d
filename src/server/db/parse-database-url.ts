import type { DatabaseConfig } from "./database-config.ts";
import { PrimaryFinder, type DatabaseServer } from "./primary-finder.ts";

/**
 * Thrown for a URL that cannot be that of the shop's database. The message is Spanish and has no subject: the caller
 * writes the name of the setting before it.
 */
export class InvalidDatabaseUrl extends Error {
  override name = "InvalidDatabaseUrl";
}

const URL_PARTS =
  /^(?<scheme>postgres(?:ql)?:\/\/)(?<user>[^/?]*@)?(?<hosts>[^/?]*)(?<path>\/[^?]*)?(?:\?(?<query>.*))?$/;
/** The values of libpq's target_session_attrs that select a server which accepts writes. */
const READ_WRITE_TARGETS = new Set(["read-write", "primary"]);

/**
 * Reads a URL as libpq does, with several hosts before the path or in `host` and `port`, and with
 * `target_session_attrs=read-write` or `primary` (PostgreSQL manual, 32.1.1.2). Refuses other values of
 * `target_session_attrs`, and several hosts without it. The driver itself supports only one host.
 */
export function parseDatabaseUrl(url: string): DatabaseConfig {
  const parts = URL_PARTS.exec(url)?.groups;
  if (!parts) throw new InvalidDatabaseUrl("debe empezar con postgres://");
  const { scheme = "", user = "", path = "", query } = parts;
  const parameters = new URLSearchParams(query);
  const target = parameters.get("target_session_attrs");
  const servers = readServers(parts.hosts ?? "", parameters);
  if (target !== null && !READ_WRITE_TARGETS.has(target)) {
    throw new InvalidDatabaseUrl(`target_session_attrs=${target} no sirve: la tienda escribe, usa read-write`);
  }
  if (target === null) {
    if (servers.length === 1) return { connectionString: url };
    throw new InvalidDatabaseUrl(
      "nombra varios servidores: agrega target_session_attrs=read-write para que la tienda use el que acepta escrituras",
    );
  }
  for (const name of ["target_session_attrs", "host", "port"]) parameters.delete(name);
  // The driver gets the first host and replaces it when it connects (shop-client.ts).
  const [{ host, port }] = servers as [DatabaseServer, ...DatabaseServer[]];
  parameters.set("host", host);
  parameters.set("port", String(port));
  const databaseConfig = { connectionString: `${scheme}${user}${path || "/"}?${parameters.toString()}` };
  return { ...databaseConfig, primaryFinder: new PrimaryFinder(databaseConfig, servers) };
}

/** The parameter `host` replaces the hosts before the path. A single `port` is that of all hosts without a port. */
function readServers(hostList: string, parameters: URLSearchParams): DatabaseServer[] {
  const hostParameter = parameters.get("host");
  if (hostParameter === null) {
    return hostList.split(",").map((hostAndPort) => {
      const [, host = "", port = ""] = /^(.*?)(?::(\d*))?$/.exec(hostAndPort) ?? [];
      return toServer(decodeURIComponent(host), port || (parameters.get("port") ?? ""));
    });
  }
  const hosts = hostParameter.split(",");
  const ports = (parameters.get("port") ?? "").split(",");
  if (ports.length !== 1 && ports.length !== hosts.length) {
    throw new InvalidDatabaseUrl("da un puerto para cada servidor, o uno para todos");
  }
  return hosts.map((host, n) => toServer(host, ports[ports.length === 1 ? 0 : n]!));
}

function toServer(host: string, port: string): DatabaseServer {
  return { host: host.replace(/^\[|\]$/g, "") || "localhost", port: Number(port || 5432) };
}
