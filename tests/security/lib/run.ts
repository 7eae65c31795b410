import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeFindings, type Budget, type Outcome } from './findings';
import { closeConnections } from './http-client';
import { isGrowth, stackVitals, watched, type WatchOptions } from './vitals';

/** `npm test` runs the short form; `npm run attack` sets the seed, and runs the whole form. */
export const SEED = Number(process.env.ATTACK_SEED ?? 1);
export const WHOLE = process.env.ATTACK_FORM === 'whole';
/** For Jest: no attack is cut short. */
export const LIMIT_MS = WHOLE ? 1_800_000 : 240_000;

export const budget = (short: number, full: number): Budget => ({
  requests: Number(process.env.ATTACK_REQUESTS ?? (WHOLE ? full : short)),
  isFull: WHOLE,
});

/** Stores the outcome of a family for the table at the end. */
function report(outcome: Outcome, seconds: number): void {
  const folder = process.env.ATTACK_REPORTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${outcome.family}.json`), JSON.stringify({ ...outcome, seconds }, null, 2));
}

/** Runs one family against the stack, with the verdict that all share, and expects no finding. */
export async function expectNothingFound(
  family: (seed: number) => Promise<Outcome>,
  options: WatchOptions = {},
): Promise<void> {
  const from = Date.now();
  const settleMs = WHOLE ? 90_000 : 20_000;
  const round = () => watched(stackVitals(), () => family(SEED), { settleMs, ...options });
  let outcome = await round();
  // Memory that is loaded at first use stays; a leak has grown again after a second round.
  if (outcome.findings.length > 0 && outcome.findings.every(isGrowth)) outcome = await round();
  closeConnections();
  report(outcome, Math.round((Date.now() - from) / 1_000));
  expect(describeFindings(outcome)).toBe('');
  expect(outcome.requests).toBeGreaterThan(0);
}

/** Expects that a family found the defect of a twin. */
export function expectFound({ findings }: Outcome, pattern: RegExp): void {
  expect(findings.map((finding) => `${finding.case}: ${finding.detail}`).join('\n')).toMatch(pattern);
}
