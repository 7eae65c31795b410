/** Random numbers from 0 to 1 that a seed determines (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * The best of many candidates: those that are no worse than the best by more than `band` are equals, and the seed
 * chooses one of them, so that buyers of the same moment are not all offered the same seats.
 */
export class BestOf<T> {
  private candidates: { cost: number; value: T }[] = [];
  private best = Infinity;

  constructor(private readonly band: number) {}

  add(cost: number, value: T): void {
    if (cost > this.best + this.band) return;
    if (cost < this.best) this.best = cost;
    this.candidates.push({ cost, value });
  }

  /** Whether a candidate of this cost can still be chosen. */
  accepts(cost: number): boolean {
    return cost <= this.best + this.band;
  }

  pick(random: () => number): { cost: number; value: T } | null {
    const equals = this.candidates.filter(({ cost }) => cost <= this.best + this.band);
    return equals[Math.floor(random() * equals.length)] ?? null;
  }
}
