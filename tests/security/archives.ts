import { Findings, type Budget, type Outcome } from './lib/findings';
import { clientNumber, send, type HttpAnswer, type HttpRequest } from './lib/http-client';
import { nested } from './lib/hostile';
import type { Operation } from './lib/openapi';
import { Random } from './lib/random';
import { bombs } from './lib/sheets';
import { faultsOf } from './lib/verdict';

export interface ArchivesTarget {
  origin: string;
  token: () => Promise<string>;
  /** Endpoint of the import of files. */
  importPath: string;
  /** Endpoint of seat plans, and a category for their seats. */
  plansPath: string;
  category: string;
  /** Operations that read JSON. */
  operations: readonly Operation[];
  /** List that must still be served after each attempt. */
  listPath: string;
}

/** A longer refusal would let a small request cause a large response. */
const LONGEST_REFUSAL = 64 * 1024;

const MOST_ENDS = 3;
class GivenUp extends Error {}

/** Sends small files, plans and texts that expand to much larger ones. */
export async function attackArchives(target: ArchivesTarget, seed: number, budget: Budget): Promise<Outcome> {
  const findings = new Findings('archives', seed);
  let ends = 0;
  const headers = async () => ({ authorization: `Bearer ${await target.token()}` });
  const attempt = async (where: string, request: HttpRequest, mustBeRefused: boolean) => {
    findings.requests++;
    const answer = await send(target.origin, {
      timeoutMs: 90_000,
      ...request,
      headers: { ...(await headers()), ...request.headers },
    });
    for (const fault of faultsOf(answer)) findings.add(where, fault);
    if (mustBeRefused && answer.status > 0 && answer.status < 400)
      findings.add(where, `answered ${answer.status}`, where);
    if (answer.status >= 400 && answer.body.length > LONGEST_REFUSAL)
      findings.add(where, `was refused in ${answer.body.length} bytes`);
    if (!(await stillServed(target, findings, where, await headers())) && ++ends === MOST_ENDS)
      throw new GivenUp(`the process behind it ended ${ends} times`);
    return answer;
  };
  try {
    await sheets(target, budget, attempt);
    await plans(target, attempt);
    await deepTexts(target, new Random(seed), budget, attempt);
  } catch (error) {
    if (!(error instanceof GivenUp)) throw error;
    findings.add('the rest', `not tried: ${error.message}`);
  }
  return findings.outcome();
}

type Attempt = (where: string, request: HttpRequest, mustBeRefused: boolean) => Promise<HttpAnswer>;

/** Requests the list of the same service until it is served; false when the first request failed. */
async function stillServed(
  { origin, listPath }: ArchivesTarget,
  findings: Findings,
  where: string,
  headers: Record<string, string>,
): Promise<boolean> {
  const until = Date.now() + 45_000;
  for (let attempt = 0; ; attempt++) {
    const from = clientNumber(9_001);
    const { status } = await send(origin, { method: 'GET', path: listPath, headers, from });
    if (status === 200) return attempt === 0;
    if (attempt === 0)
      findings.add(where, `the list behind it answered ${status}`, `not served after ${where}`);
    if (Date.now() > until) throw new GivenUp(`the list behind it answered ${status} for too long`);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

async function sheets({ importPath }: ArchivesTarget, budget: Budget, attempt: Attempt) {
  for (const sheet of bombs(budget.isFull).slice(0, budget.requests)) {
    const body = sheet.make();
    const headers = {
      'content-type': sheet.type,
      'x-file-name': 'attack.xlsx',
      ...(sheet.coding ? { 'content-encoding': sheet.coding } : {}),
    };
    await attempt(
      `${sheet.name} (${body.length} bytes)`,
      { method: 'POST', path: importPath, headers, body },
      sheet.mustBeRefused,
    );
  }
}

const block = (category: string, index: number, changes: Record<string, unknown> = {}) => ({
  id: `b${index}`,
  name: `B${index}`,
  categoryId: category,
  rows: 60,
  seatsPerRow: 80,
  firstRow: 'A',
  firstSeat: 1,
  x: 0,
  y: 0,
  ...changes,
});

async function plans({ plansPath, category }: ArchivesTarget, attempt: Attempt) {
  const draw = (where: string, blocks: readonly unknown[], mustBeRefused = true) =>
    attempt(
      where,
      {
        method: 'POST',
        path: plansPath,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Attack', blocks }),
      },
      mustBeRefused,
    );
  const blocks = (count: number, changes: (index: number) => Record<string, unknown>) =>
    Array.from({ length: count }, (_, index) => block(category, index, changes(index)));
  // Rows of their own for each block, as far as names of rows go.
  const apart = (index: number) => ({ firstSeat: 1 + index * 90, y: index * 2_000 });
  await draw('a plan of 480,000 seats', blocks(100, apart));
  await draw('a plan of 24,000 seats', blocks(5, apart));
  await draw(
    'a plan that sells every seat five times',
    blocks(5, () => ({ rows: 60, seatsPerRow: 60 })),
  );
  await draw(
    'a plan at no place',
    blocks(1, () => ({ x: 1e308, y: -1e308, rowSpacing: 1e308, curve: 1e308 })),
    false,
  );
  await draw(
    'a block of no rows',
    blocks(1, () => ({ rows: 0 })),
  );
  await draw(
    'a thousand blocks',
    blocks(1_000, () => ({ rows: 1, seatsPerRow: 1 })),
  );
}

async function deepTexts({ operations }: ArchivesTarget, random: Random, budget: Budget, attempt: Attempt) {
  const json = operations.filter(({ bodies }) => bodies.some(([type]) => type.includes('json')));
  const chosen = random.shuffled(json).slice(0, budget.isFull ? json.length : 12);
  const texts = [nested(200_000, '[', ']'), nested(100_000, '{"a":', '}', '1'), `[${'0,'.repeat(400_000)}0]`];
  for (const [index, { method, path }] of chosen.entries())
    await attempt(
      `deep JSON ${method} ${path}`,
      {
        method,
        path: path.replace(/\{\w+\}/g, '01890000-0000-7000-8000-000000000000'),
        headers: { 'content-type': 'application/json' },
        body: texts[index % texts.length] ?? '',
      },
      true,
    );
}
