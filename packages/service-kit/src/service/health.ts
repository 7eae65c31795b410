import type { Logger } from 'pino';

export type PartState = 'up' | 'degraded' | 'down';

/** Result of a check: undefined or true means up, false means down. */
export type CheckResult = boolean | void | { status: PartState; reason?: string };

export interface HealthCheck {
  name: string;
  /** Throws or returns false if the part is down; returns `degraded` with a reason if it works partly. */
  check: (signal: AbortSignal) => CheckResult | Promise<CheckResult>;
  /** If it is down, the process cannot serve requests and is not ready. Other parts only degrade it. */
  isEssential?: boolean;
}

export interface Readiness {
  /** Requests are served unless it is `unready`. */
  status: 'ready' | 'degraded' | 'unready';
  parts: Record<string, PartState>;
  /** Why a part is degraded, without personal data or secrets. */
  reasons: Record<string, string>;
}

const CHECK_TIMEOUT_MS = 2_000;
/** How long a response waits for a part that is not essential; then the previous state is returned. */
const PATIENCE_MS = 250;
const CACHE_MS = 1_000;

interface Found {
  status: PartState;
  reason?: string | undefined;
}

/** One part with its last known state. */
class Part {
  private last: Found = { status: 'degraded', reason: 'not known yet' };
  private at = 0;
  private running: Promise<void> | null = null;

  constructor(
    readonly check: HealthCheck,
    private readonly log: Logger,
  ) {}

  async state(): Promise<Found> {
    if (!this.running && Date.now() - this.at > CACHE_MS)
      this.running = this.look().then((found) => {
        this.last = found;
        this.at = Date.now();
        this.running = null;
      });
    if (this.running) await (this.check.isEssential ? this.running : orAfter(this.running, PATIENCE_MS));
    return this.last;
  }

  private async look(): Promise<Found> {
    const { name, check } = this.check;
    let timer: NodeJS.Timeout | undefined;
    const abort = new AbortController();
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        abort.abort();
        reject(new Error('no answer in time'));
      }, CHECK_TIMEOUT_MS);
    });
    try {
      const result = await Promise.race([(async () => check(abort.signal))(), late]);
      if (typeof result === 'object') return result;
      return { status: result === false ? 'down' : 'up' };
    } catch (error) {
      this.log.debug({ err: error, part: name }, 'health.part_down');
      return { status: 'down' };
    } finally {
      clearTimeout(timer);
    }
  }
}

async function orAfter(work: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, patience]);
  clearTimeout(timer);
}

/**
 * Readiness of this process: it is ready when it can serve requests, even if parts that are not essential are down; the
 * response has the state of each part. Liveness is separate and checks nothing.
 */
export class Health {
  private draining = false;
  private readonly parts: Part[];

  constructor(
    checks: readonly HealthCheck[],
    private readonly log: Logger,
  ) {
    this.parts = checks.map((check) => new Part(check, log));
  }

  /** Adds a part. */
  report(name: string, check: HealthCheck['check']): void {
    this.parts.push(new Part({ name, check }, this.log));
  }

  /** From now on unready, whatever the results of the checks. */
  drain(): void {
    this.draining = true;
  }

  async readiness(): Promise<Readiness> {
    if (this.draining) return { status: 'unready', parts: {}, reasons: { process: 'stopping' } };
    const found = await Promise.all(
      this.parts.map(async (part) => ({ ...part.check, ...(await part.state()) })),
    );
    const isUnready = found.some(({ isEssential, status }) => isEssential && status === 'down');
    const isDegraded = found.some(({ status }) => status !== 'up');
    return {
      status: isUnready ? 'unready' : isDegraded ? 'degraded' : 'ready',
      parts: Object.fromEntries(found.map(({ name, status }) => [name, status])),
      reasons: Object.fromEntries(
        found.flatMap(({ name, status, reason }) => (status !== 'up' && reason ? [[name, reason]] : [])),
      ),
    };
  }
}
