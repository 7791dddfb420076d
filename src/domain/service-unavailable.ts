/**
 * Thrown when a part of the shop is overloaded or does not answer, such as a full queue or the file store. A retry may
 * succeed, so HTTP answers 503.
 */
export class ServiceUnavailable extends Error {
  override name = "ServiceUnavailable";
}
