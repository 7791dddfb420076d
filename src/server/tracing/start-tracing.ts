import type { Sampler } from "@opentelemetry/sdk-trace";
import { switchTracing } from "./spans.ts";

export const SAMPLERS = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

/** The standard variables `OTEL_…`, as config.ts reads them. */
export interface TracingConfig {
  /** Without a slash at the end. */
  endpoint: string;
  serviceName: string;
  sampler: (typeof SAMPLERS)[number];
  /** From 0 to 1, for the samplers with a ratio. */
  ratio: number;
}

export interface Tracing {
  /** Sends what is waiting, for three seconds at most. */
  stop(): Promise<void>;
}

const STOP_WITHIN_MS = 3_000;

/**
 * Sends traces by OTLP over HTTP. The API and the SDK are loaded only here. It sends in the background, drops spans if the collector
 * is away, and reads OTEL_EXPORTER_OTLP_HEADERS and OTEL_RESOURCE_ATTRIBUTES itself.
 */
export async function startTracing(config: TracingConfig | null): Promise<Tracing> {
  if (config === null) return { stop: async () => {} };
  const [api, sdk, { OTLPTraceExporter }, { AsyncLocalStorageContextManager }, { W3CTraceContextPropagator }] =
    await Promise.all([
      import("@opentelemetry/api"),
      import("@opentelemetry/sdk-trace"),
      import("@opentelemetry/exporter-trace-otlp-http"),
      import("@opentelemetry/context-async-hooks"),
      import("@opentelemetry/core"),
    ]);
  const exporter = new OTLPTraceExporter({ url: `${config.endpoint}/v1/traces` });
  const provider = new sdk.TracerProvider({
    resource: await findResource(config.serviceName),
    sampler: makeSampler(sdk, config),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  });
  const { context, propagation, trace } = api;
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const stopCalls = await traceProviderCalls();
  switchTracing(api);
  return {
    stop: async () => {
      switchTracing(null);
      stopCalls();
      await Promise.race([provider.shutdown().catch(() => {}), expire(STOP_WITHIN_MS)]);
      for (const part of [trace, context, propagation]) part.disable();
    },
  };
}

async function findResource(serviceName: string) {
  const { defaultResource, detectResources, envDetector, resourceFromAttributes } =
    await import("@opentelemetry/resources");
  const named = defaultResource().merge(resourceFromAttributes({ "service.name": serviceName }));
  return named.merge(detectResources({ detectors: [envDetector] }));
}

function makeSampler(sdk: typeof import("@opentelemetry/sdk-trace"), { sampler, ratio }: TracingConfig): Sampler {
  const roots: Record<string, () => Sampler> = {
    always_on: () => new sdk.AlwaysOnSampler(),
    always_off: () => new sdk.AlwaysOffSampler(),
    traceidratio: () => new sdk.TraceIdRatioBasedSampler(ratio),
  };
  const root = roots[sampler.replace("parentbased_", "")]!();
  return sampler.startsWith("parentbased_") ? new sdk.ParentBasedSampler({ root }) : root;
}

/** Spans for calls of providers by `fetch` and undici, which announce themselves on a diagnostics channel. */
async function traceProviderCalls(): Promise<() => void> {
  const { UndiciInstrumentation } = await import("@opentelemetry/instrumentation-undici");
  const calls = new UndiciInstrumentation({
    requireParentforSpans: true,
    // Addresses may carry a customer's data in their query.
    startSpanHook: ({ origin, path }) => ({ "url.full": origin + path.split("?", 1)[0]!, "url.query": "" }),
  });
  calls.enable();
  return () => calls.disable();
}

function expire(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
