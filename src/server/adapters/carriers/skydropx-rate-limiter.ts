import type { TimeoutClass } from "./carrier-provider.ts";

interface Waiting {
  timeoutClass: TimeoutClass;
  /** When it gives up, in milliseconds of `performance.now()`. */
  deadline: number;
  go: (isInTime: boolean) => void;
}

/** Lets one request start each `spacingMs`. Those that a customer waits for come first. */
export class SkydropxTurns {
  private readonly spacingMs: number;
  private readonly waiting: Waiting[] = [];
  private nextAt = 0;
  private timer: NodeJS.Timeout | null = null;

  constructor(spacingMs: number) {
    this.spacingMs = spacingMs;
  }

  /** Waits for a turn. False, without a turn, if there is none before the deadline. */
  take(timeoutClass: TimeoutClass, deadline: number): Promise<boolean> {
    return new Promise((go) => {
      this.waiting.push({ timeoutClass, deadline, go });
      this.schedule();
    });
  }

  private schedule(): void {
    if (this.timer !== null || this.waiting.length === 0) return;
    const waitMs = Math.max(0, this.nextAt - performance.now());
    this.timer = setTimeout(() => {
      this.timer = null;
      this.letOneGo();
      this.schedule();
    }, waitMs);
  }

  private letOneGo(): void {
    const now = performance.now();
    const inTime: Waiting[] = [];
    for (const each of this.waiting.splice(0)) {
      if (each.deadline > now) inTime.push(each);
      else each.go(false);
    }
    const urgent = inTime.findIndex(({ timeoutClass }) => timeoutClass === "interactive");
    const [next] = inTime.splice(Math.max(0, urgent), 1);
    this.waiting.unshift(...inTime);
    if (!next) return;
    this.nextAt = now + this.spacingMs;
    next.go(true);
  }
}
