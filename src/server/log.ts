import { getTraceFields } from "./tracing/spans.ts";
import { pino, type DestinationStream, type Logger } from "pino";

export type Log = Logger;

/**
 * Opens the log: JSON lines on standard output. They contain no personal data: no names, phones, email addresses,
 * postal addresses, tokens or codes.
 */
export function openLog(level: string, destination: DestinationStream = pino.destination(1)): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: toErrorFields },
    mixin: getTraceFields,
  };
  return pino(options, destination);
}

/** The logged fields of an error: type, code, message and stack, without a query's values. */
function toErrorFields(error: Error & { code?: string }): object {
  return { type: error.name, code: error.code, message: error.message, stack: error.stack };
}
