import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Logger } from 'pino';
import { collectByMemoryLimit, collectWhenHeapDoubled } from './heap';
import { startRounds } from './rounds';

type Collect = (options: { type: 'major'; execution: 'async'; flavor: 'last-resort' }) => Promise<void>;

const EVERY_MS = 10_000;
/** Share of a processor below which a process rests: its timers and heartbeats take a fiftieth. */
const RESTS = 0.05;
/** Share from which a process is busy, and leaves something. */
const WAS_BUSY = 0.2;

/**
 * Returns what V8 reserved and does not use: 15 of 130 MB of a service after its start. V8 does so by itself only when
 * it allocates, and a process that rests does not. The young generation becomes small, and grows when it is needed.
 */
async function releaseMemory(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as Collect;
  await collect({ type: 'major', execution: 'async', flavor: 'last-resort' });
}

/** Decides from the processor time of each interval when memory is released: at the first rest after a busy time. */
export class RestDetector {
  /** The start of a process counts as a busy time. */
  private hasBeenBusy = true;

  /** @param share of a processor that the process used since the previous call */
  isFirstRest(share: number): boolean {
    if (share >= WAS_BUSY) this.hasBeenBusy = true;
    if (share >= RESTS || !this.hasBeenBusy) return false;
    this.hasBeenBusy = false;
    return true;
  }
}

/**
 * Releases the memory of this process whenever it rests after a busy time, which takes a tenth of a second. While it is busy,
 * its heap may double before it is collected.
 */
export function releaseMemoryAtRest(log: Logger): () => Promise<void> {
  const detector = new RestDetector();
  let before = process.cpuUsage();
  let since = performance.now();
  return startRounds(
    async () => {
      const { user, system } = process.cpuUsage(before);
      const share = (user + system) / 1_000 / (performance.now() - since);
      if (share >= WAS_BUSY) collectWhenHeapDoubled();
      if (detector.isFirstRest(share)) {
        collectByMemoryLimit();
        await releaseMemory();
      }
      before = process.cpuUsage();
      since = performance.now();
    },
    EVERY_MS,
    (error) => log.warn({ err: error }, 'process.memory_release_failed'),
  );
}
