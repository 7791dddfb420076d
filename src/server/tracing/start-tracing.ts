import type { Sampler } from "@opentelemetry/sdk-trace";
import { setTracingApi } from "./spans.ts";

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
  /** Turns tracing off and sends the queued spans, for at most three seconds. */
  stop(): Promise<void>;
}

const STOP_WITHIN_MS = 3_000;

/**
 * Starts to send traces by OTLP over HTTP. With null, nothing is loaded or sent. The API and the SDK are loaded only
 * here. The SDK sends spans in the background, drops them if the collector is not available, and itself reads
 * OTEL_EXPORTER_OTLP_HEADERS and OTEL_RESOURCE_ATTRIBUTES.
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
    resource: await detectResource(config.serviceName),
    sampler: makeSampler(sdk, config),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  });
  const { context, propagation, trace } = api;
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const stopTracingOutgoingCalls = await traceOutgoingCalls();
  setTracingApi(api);
  return {
    stop: async () => {
      setTracingApi(null);
      stopTracingOutgoingCalls();
      await Promise.race([provider.shutdown().catch(() => {}), wait(STOP_WITHIN_MS)]);
      for (const part of [trace, context, propagation]) part.disable();
    },
  };
}

async function detectResource(serviceName: string) {
  const { defaultResource, detectResources, envDetector, resourceFromAttributes } =
    await import("@opentelemetry/resources");
  const resource = defaultResource().merge(resourceFromAttributes({ "service.name": serviceName }));
  return resource.merge(detectResources({ detectors: [envDetector] }));
}

function makeSampler(sdk: typeof import("@opentelemetry/sdk-trace"), { sampler, ratio }: TracingConfig): Sampler {
  const rootSamplers: Record<string, () => Sampler> = {
    always_on: () => new sdk.AlwaysOnSampler(),
    always_off: () => new sdk.AlwaysOffSampler(),
    traceidratio: () => new sdk.TraceIdRatioBasedSampler(ratio),
  };
  const rootSampler = rootSamplers[sampler.replace("parentbased_", "")]!();
  return sampler.startsWith("parentbased_") ? new sdk.ParentBasedSampler({ root: rootSampler }) : rootSampler;
}

/** Creates spans for calls by `fetch` and undici, such as those to providers. Returns the function that ends this. */
async function traceOutgoingCalls(): Promise<() => void> {
  const { UndiciInstrumentation } = await import("@opentelemetry/instrumentation-undici");
  const instrumentation = new UndiciInstrumentation({
    requireParentforSpans: true,
    // The query of a URL may contain a customer's data.
    startSpanHook: ({ origin, path }) => ({ "url.full": origin + path.split("?", 1)[0]!, "url.query": "" }),
  });
  instrumentation.enable();
  return () => instrumentation.disable();
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
