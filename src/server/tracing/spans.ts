import type { Attributes, Span, SpanKind, SpanStatusCode } from "@opentelemetry/api";

type Api = typeof import("@opentelemetry/api");

/** The OpenTelemetry API, which is global to the process. Null while tracing is off. `startTracing` loads it. */
let tracingApi: Api | null = null;

/** Turns tracing on, or off with null. Only `start-tracing.ts` calls this. */
export function setTracingApi(api: Api | null): void {
  tracingApi = api;
}

const TRACER_NAME = "escaparate";
/** `SpanStatusCode.ERROR`. A constant, because the API must not be loaded while tracing is off. */
const ERROR: SpanStatusCode.ERROR = 2;
/** Longer statements are truncated in their spans. */
const MAX_STATEMENT_LENGTH = 2_000;

interface SpanSettings {
  kind: keyof typeof SpanKind;
  attributes?: Attributes;
  /** The W3C `traceparent` of the span that caused this one in another process. */
  parent?: string | undefined;
}

/**
 * Runs `work` in a new span and passes it the span, so that it can add attributes. Without tracing there is no span.
 */
export function runInSpan<Answer>(
  name: string,
  { kind, attributes = {}, parent }: SpanSettings,
  work: (span?: Span) => Promise<Answer>,
): Promise<Answer> {
  if (!tracingApi) return work();
  const { context, propagation, SpanKind, trace } = tracingApi;
  const parentContext = parent ? propagation.extract(context.active(), { traceparent: parent }) : context.active();
  return trace
    .getTracer(TRACER_NAME)
    .startActiveSpan(name, { kind: SpanKind[kind], attributes }, parentContext, async (span) => {
      try {
        return await work(span);
      } catch (error) {
        setError(span, error);
        throw error;
      } finally {
        span.end();
      }
    });
}

/** Marks the span as failed. The error's message is not recorded, because it may contain personal data. */
function setError(span: Span, error: unknown): void {
  const { name, code } = error as { name?: string; code?: string };
  span.setAttribute("error.type", code ?? name ?? "Error").setStatus({ code: ERROR });
}

/**
 * Starts a span for an SQL statement. Returns the function that ends the span, with the statement's error if there is
 * one. Undefined if no other span is active. Parameter values are not recorded.
 */
export function startStatementSpan(text: string): ((error?: unknown) => void) | undefined {
  if (!tracingApi?.trace.getActiveSpan()) return undefined;
  const { SpanKind, trace } = tracingApi;
  const operation = /^\s*(?:\/\*.*?\*\/\s*)?(\w+)/s.exec(text)?.[1]?.toUpperCase() ?? "SQL";
  const attributes = {
    "db.system.name": "postgresql",
    "db.operation.name": operation,
    "db.query.text": text.slice(0, MAX_STATEMENT_LENGTH),
  };
  const span = trace.getTracer(TRACER_NAME).startSpan(operation, { kind: SpanKind.CLIENT, attributes });
  return (error) => {
    if (error) setError(span, error);
    span.end();
  };
}

/** Describes a request's span once its route and status are known. */
export function describeRequestSpan(
  span: Span | undefined,
  { method, route, status, requestId }: { method: string; route: string; status: number; requestId: string },
): void {
  span?.updateName(`${method} ${route}`).setAttributes({
    "http.route": route,
    "http.response.status_code": status,
    "shop.request_id": requestId,
  });
  if (status >= 500) span?.setStatus({ code: ERROR });
}

/** The active span as W3C `traceparent`, to be stored with a job. */
export function getCurrentTraceParent(): string | undefined {
  const span = tracingApi?.trace.getActiveSpan()?.spanContext();
  if (!span) return undefined;
  return `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, "0")}`;
}

const NO_FIELDS = {};

/** The fields that link a log line to the active span (OpenTelemetry, "Trace Context in non-OTLP Log Formats"). */
export function getTraceFields(): object {
  const span = tracingApi?.trace.getActiveSpan()?.spanContext();
  return span ? { trace_id: span.traceId, span_id: span.spanId } : NO_FIELDS;
}
