import type { Logger } from 'pino';

export interface HealthCheck {
  name: string;
  /** Throws or answers false when the part does not work. */
  check: () => boolean | Promise<boolean | void>;
}

export interface Readiness {
  ready: boolean;
  checks: Record<string, boolean>;
}

const CHECK_TIMEOUT_MS = 2_000;
const CACHE_MS = 1_000;

/** Whether this process should be sent work. Liveness is another question, and never asks the database. */
export class Health {
  private draining = false;
  private last: { at: number; result: Promise<Readiness> } | null = null;

  constructor(
    private readonly checks: readonly HealthCheck[],
    private readonly log: Logger,
  ) {}

  /** From now on not ready, whatever the checks say. */
  drain(): void {
    this.draining = true;
  }

  async readiness(): Promise<Readiness> {
    if (this.draining) return { ready: false, checks: {} };
    if (!this.last || Date.now() - this.last.at > CACHE_MS)
      this.last = { at: Date.now(), result: this.run() };
    return this.last.result;
  }

  private async run(): Promise<Readiness> {
    const results = await Promise.all(
      this.checks.map(async ({ name, check }) => [name, await this.holds(name, check)] as const),
    );
    return { ready: results.every(([, works]) => works), checks: Object.fromEntries(results) };
  }

  private async holds(name: string, check: HealthCheck['check']): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('no answer in time')), CHECK_TIMEOUT_MS);
    });
    try {
      return (await Promise.race([Promise.resolve(check()), late])) !== false;
    } catch (error) {
      this.log.debug({ err: error, check: name }, 'a part is not ready');
      return false;
    } finally {
      clearTimeout(timer);
    }
  }
}
