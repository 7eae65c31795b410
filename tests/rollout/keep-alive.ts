import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import { outcomeOf, Tally, type Call } from './requests';

/** Shorter than the gateway keeps an idle connection. */
const PAUSE_MS = 2_000;
const RETRY_MS = 200;

/** Clients with one kept-alive connection each, which call every two seconds and repeat what fails. */
export class Clients {
  /** First answers to each call; a call that failed is repeated until it is answered. */
  readonly tally = new Tally();
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
      const outcome = await outcomeOf(agent, call);
      this.tally.record(outcome);
      if (!outcome.startsWith('2')) {
        do await sleep(RETRY_MS);
        while (!(await outcomeOf(agent, call)).startsWith('2'));
        this.longest = Math.max(this.longest, Date.now() - from);
      }
      await sleep(PAUSE_MS);
    }
    await agent.destroy();
  }

  async end(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.loops);
  }
}
