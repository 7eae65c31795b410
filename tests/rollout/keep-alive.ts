import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { stackUrl } from '../support/stack';
import { outcomeOf, Tally, type Call } from './requests';

/** Shorter than the gateway keeps an idle connection. */
const PAUSE_MS = 2_000;
const RETRY_MS = 200;

const SESSION_PATH = '/app-api/session';

/** A call that is answered well only while the session that it opens lives on. */
async function sessionCall(dispatcher: Agent): Promise<Call> {
  const { headers, body } = await request(stackUrl() + SESSION_PATH, { dispatcher });
  const { csrfToken } = (await body.json()) as { csrfToken: string };
  const [cookie = ''] = String(headers['set-cookie']).split(';');
  return { path: SESSION_PATH, headers: () => ({ cookie }), holds: csrfToken };
}

/**
 * Clients with a session and one kept-alive connection each, which call every two seconds and repeat what fails: in turn the
 * given call and one that reads their session.
 */
export class Clients {
  /** First answers to each call; a call that failed is repeated until it is answered. */
  readonly tally = new Tally();
  /** Longest time in ms from a failure to the next success of the same client. */
  longest = 0;
  calls = 0;
  /** Resolves when each has opened its session. */
  readonly begun: Promise<unknown>;
  private isOver = false;
  private readonly loops: Promise<void>[];

  constructor(count: number, call: Call) {
    const opened = Array.from({ length: count }, async (_, index) => {
      await sleep((index * PAUSE_MS) / count);
      const agent = new Agent({ connections: 1, keepAliveTimeout: 60_000 });
      return { agent, session: await sessionCall(agent) };
    });
    this.begun = Promise.all(opened);
    this.loops = opened.map(async (client) => {
      const { agent, session } = await client;
      await this.callInTurn(agent, [session, call]);
    });
  }

  private async callInTurn(agent: Agent, calls: readonly [Call, Call]): Promise<void> {
    for (let turn = 0; !this.isOver; turn++) {
      const call = calls[turn % 2]!;
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
