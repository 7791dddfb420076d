import type { TimeoutClass } from "./carrier-provider.ts";

interface PendingRequest {
  timeoutClass: TimeoutClass;
  /** When the caller stops waiting, in milliseconds of `performance.now()`. */
  deadline: number;
  resolve: (isInTime: boolean) => void;
}

/** Lets one request start every `spacingMs`. Interactive requests, for which a customer waits, come first. */
export class SkydropxRateLimiter {
  private readonly spacingMs: number;
  private readonly pendingRequests: PendingRequest[] = [];
  private nextAt = 0;
  private timer: NodeJS.Timeout | null = null;

  constructor(spacingMs: number) {
    this.spacingMs = spacingMs;
  }

  /** Waits until a request may start. False if that is not before the deadline. */
  acquire(timeoutClass: TimeoutClass, deadline: number): Promise<boolean> {
    return new Promise((resolve) => {
      this.pendingRequests.push({ timeoutClass, deadline, resolve });
      this.schedule();
    });
  }

  private schedule(): void {
    if (this.timer !== null || this.pendingRequests.length === 0) return;
    const waitMs = Math.max(0, this.nextAt - performance.now());
    this.timer = setTimeout(() => {
      this.timer = null;
      this.admitNext();
      this.schedule();
    }, waitMs);
  }

  private admitNext(): void {
    const now = performance.now();
    const requestsInTime: PendingRequest[] = [];
    for (const request of this.pendingRequests.splice(0)) {
      if (request.deadline > now) requestsInTime.push(request);
      else request.resolve(false);
    }
    const interactiveIndex = requestsInTime.findIndex(({ timeoutClass }) => timeoutClass === "interactive");
    const [next] = requestsInTime.splice(Math.max(0, interactiveIndex), 1);
    this.pendingRequests.unshift(...requestsInTime);
    if (!next) return;
    this.nextAt = now + this.spacingMs;
    next.resolve(true);
  }
}
