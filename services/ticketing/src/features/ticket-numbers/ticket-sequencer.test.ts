import { setTimeout as pause } from 'node:timers/promises';
import { TicketSequencer, type TicketNumbering } from './ticket-sequencer';

/** Numbers in memory: how many tickets wait per tenant, ten at a time. */
class MemoryNumbering implements TicketNumbering {
  readonly waiting = new Map<string, number>();
  readonly batches: string[] = [];
  readonly errors: (string | null)[] = [];
  failing: string | null = null;

  async number(tenantId: string): Promise<boolean> {
    if (this.failing === tenantId) throw new Error('no connection');
    this.batches.push(tenantId);
    const left = Math.max(0, (this.waiting.get(tenantId) ?? 0) - 10);
    this.waiting.set(tenantId, left);
    return left > 0;
  }

  async tenants(): Promise<string[]> {
    return [...this.waiting].filter(([, count]) => count > 0).map(([tenantId]) => tenantId);
  }

  onError(_error: unknown, tenantId: string | null): void {
    this.errors.push(tenantId);
  }
}

describe('TicketSequencer', () => {
  let numbering: MemoryNumbering;
  let sequencer: TicketSequencer;
  let stop: () => Promise<void>;

  beforeEach(() => {
    numbering = new MemoryNumbering();
    sequencer = new TicketSequencer();
    stop = sequencer.start(numbering);
  });
  afterEach(() => stop());

  const until = async (isReached: () => boolean) => {
    for (let turn = 0; turn < 300 && !isReached(); turn += 1) await pause(10);
    expect(isReached()).toBe(true);
  };

  test('numbers many sales of a tenant in one batch', async () => {
    numbering.waiting.set('a', 5);
    for (let sale = 0; sale < 5; sale += 1) sequencer.wake('a');
    await until(() => numbering.waiting.get('a') === 0);
    expect(numbering.batches).toEqual(['a']);
  });

  test('gives every tenant a batch before a large one gets its next', async () => {
    numbering.waiting.set('large', 25);
    numbering.waiting.set('small', 1);
    sequencer.wake('large');
    sequencer.wake('small');
    await until(() => numbering.waiting.get('large') === 0);
    expect(numbering.batches).toEqual(['large', 'small', 'large', 'large']);
  });

  test('numbers the other tenants when one fails, and that one when it works again', async () => {
    numbering.failing = 'a';
    numbering.waiting.set('a', 1);
    numbering.waiting.set('b', 1);
    sequencer.wake('a');
    sequencer.wake('b');
    await until(() => numbering.waiting.get('b') === 0);
    expect(numbering.errors).toContain('a');
    numbering.failing = null;
    await until(() => numbering.waiting.get('a') === 0);
  });

  test('finds what no sale of this process announced', async () => {
    numbering.waiting.set('left behind', 1);
    await until(() => numbering.waiting.get('left behind') === 0);
  });
});
