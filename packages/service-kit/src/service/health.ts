import type { Logger } from 'pino';

export type PartState = 'up' | 'degraded' | 'down';

/** What a check found; nothing or true is up, false is down. */
export type CheckResult = boolean | void | { status: PartState; reason?: string };

export interface HealthCheck {
  name: string;
  /** Throws or answers false when the part does not work; `degraded` with a reason when it half works. */
  check: (signal: AbortSignal) => CheckResult | Promise<CheckResult>;
  /** Without it the process cannot serve its requests: it is not ready. Anything else only degrades it. */
  isEssential?: boolean;
}

export interface Readiness {
  /** Requests are served unless `unready`. */
  status: 'ready' | 'degraded' | 'unready';
  parts: Record<string, PartState>;
  /** Why a part is degraded, in words without names of people or secrets. */
  reasons: Record<string, string>;
}

const CHECK_TIMEOUT_MS = 2_000;
/** How long an answer waits for what it does not depend on; the state known before is told then. */
const PATIENCE_MS = 250;
const CACHE_MS = 1_000;

interface Found {
  status: PartState;
  reason?: string | undefined;
}

/** One part as it was found last. */
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
 * Whether this process should be sent requests: it is ready when it can serve them, whatever else is away; the rest is
 * told per part. Liveness is another question, and never asks anything.
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

  /** One more part, from whoever knows about it. */
  report(name: string, check: HealthCheck['check']): void {
    this.parts.push(new Part({ name, check }, this.log));
  }

  /** From now on not ready, whatever the checks say. */
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
