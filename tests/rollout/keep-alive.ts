import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import { outcomeOf, type Call } from './requests';

const PAUSE_MS = 1_000;
const RETRY_MS = 200;

/** Clients with one kept-alive connection each, which call once a second and repeat what fails. */
export class Clients {
  /** Calls that failed at first. */
  failed = 0;
  /** Longest time in ms from a failure to the next success of the same client. */
  longest = 0;
  calls = 0;
  private isOver = false;
  private readonly loops: Promise<void>[];

  constructor(count: number, call: Call) {
    this.loops = Array.from({ length: count }, async (_, index) => {
      await sleep((index * PAUSE_MS) / count);
      await this.client(call);
    });
  }

  private async client(call: Call): Promise<void> {
    const agent = new Agent({ connections: 1, keepAliveTimeout: 60_000 });
    while (!this.isOver) {
      const from = Date.now();
      this.calls++;
      let isFirst = true;
      while (!(await outcomeOf(agent, call)).startsWith('2')) {
        if (isFirst) this.failed++;
        isFirst = false;
        await sleep(RETRY_MS);
      }
      if (!isFirst) this.longest = Math.max(this.longest, Date.now() - from);
      await sleep(PAUSE_MS);
    }
    await agent.destroy();
  }

  async end(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.loops);
  }
}
