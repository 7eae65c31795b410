/** One thing that must not have happened, and how to make it happen again. */
export interface Finding {
  /** What was sent, short enough for a table and exact enough to repeat. */
  case: string;
  detail: string;
}

/** What a family of attacks did. */
export interface Outcome {
  family: string;
  seed: number;
  requests: number;
  findings: Finding[];
}

/** How much a family may do. */
export interface Budget {
  requests: number;
  /** The whole form tries every combination; the short one a sample that differs by seed. */
  whole: boolean;
}

/** Collects what a family finds; the same finding of many requests is kept a few times and counted. */
export class Findings {
  private static readonly KEPT = 5;
  readonly found: Finding[] = [];
  requests = 0;
  private readonly seen = new Map<string, number>();

  constructor(
    readonly family: string,
    readonly seed: number,
  ) {}

  add(where: string, detail: string, group = detail): void {
    const times = (this.seen.get(group) ?? 0) + 1;
    this.seen.set(group, times);
    if (times <= Findings.KEPT) this.found.push({ case: where, detail });
  }

  outcome(): Outcome {
    const more = [...this.seen]
      .filter(([, times]) => times > Findings.KEPT)
      .map(([group, times]) => ({ case: `${times} times in all`, detail: group }));
    const { family, seed, requests } = this;
    return { family, seed, requests, findings: [...this.found, ...more] };
  }
}

/** A line for each finding, for the message of a failed test. */
export const describeFindings = ({ family, seed, findings }: Outcome): string =>
  findings.map((one) => `${family} --seed ${seed}: ${one.case}: ${one.detail}`).join('\n');
