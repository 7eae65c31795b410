/** A defect that was found, and how to reproduce it. */
export interface Finding {
  /** The request, short enough for a table and exact enough to repeat. */
  case: string;
  detail: string;
}

/** The outcome of a family of attacks. */
export interface Outcome {
  family: string;
  seed: number;
  requests: number;
  findings: Finding[];
}

/** The extent of a family's run. */
export interface Budget {
  requests: number;
  /** The whole form tries every combination; the short one a sample that differs by seed. */
  isFull: boolean;
}

/** Collects the findings of a family; the same finding of many requests is stored a few times and counted. */
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
    const repeated = [...this.seen]
      .filter(([, times]) => times > Findings.KEPT)
      .map(([group, times]) => ({ case: `${times} times in all`, detail: group }));
    const { family, seed, requests } = this;
    return { family, seed, requests, findings: [...this.found, ...repeated] };
  }
}

/** A line for each finding, for the message of a failed test. */
export const describeFindings = ({ family, seed, findings }: Outcome): string =>
  findings.map((finding) => `${family} --seed ${seed}: ${finding.case}: ${finding.detail}`).join('\n');
