import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A span in OTLP/JSON (opentelemetry-proto, trace.proto). */
export interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
  status: { code?: number };
}

/** The body of an export request (opentelemetry-proto, trace_service.proto). */
interface ExportBody {
  resourceSpans: { resource: Pick<CollectedSpan, "attributes">; scopeSpans: { spans: CollectedSpan[] }[] }[];
}

/** An OpenTelemetry collector that stores the spans that it receives by OTLP over HTTP. */
export async function startCollector() {
  const spans: CollectedSpan[] = [];
  const resources: CollectedSpan["attributes"][] = [];
  const server = createServer(async (req, res) => {
    let text = "";
    for await (const chunk of req) text += String(chunk);
    for (const { resource, scopeSpans } of (JSON.parse(text) as ExportBody).resourceSpans) {
      resources.push(resource.attributes);
      spans.push(...scopeSpans.flatMap((scope) => scope.spans));
    }
    res.writeHead(200, { "Content-Type": "application/json" }).end("{}");
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    resources,
    stop: () => {
      server.closeAllConnections();
      return new Promise((closed) => server.close(closed));
    },
  };
}
