import { Findings, type Budget, type Outcome } from './lib/findings';
import { exchange, parseAnswers, type RawAnswer } from './lib/raw-socket';
import { Random } from './lib/random';
import { rawCases, type RawCase } from './lib/raw-cases';

export interface RawTarget {
  origin: string;
  /** How long its supervisor may take to start it again. */
  comeBackMs?: number;
}

const MOST_ENDS = 3;

/** Sends targets, headers and bodies that no HTTP client sends, written on a socket as they are. */
export async function attackRawHttp(target: RawTarget, seed: number, budget: Budget): Promise<Outcome> {
  const findings = new Findings('raw-http', seed);
  const { hostname, port } = new URL(target.origin);
  const random = new Random(seed);
  let ended = 0;
  const cases = rawCases(`${hostname}:${port}`, random, budget.isFull).slice(0, budget.requests);
  for (const rawCase of cases) {
    findings.requests++;
    const received = await exchange(hostname, Number(port), rawCase.bytes, rawCase);
    for (const fault of faultsOfRaw(
      rawCase,
      received.text ? parseAnswers(received.text) : [],
      received.refused,
    ))
      findings.add(rawCase.name, fault);
    if (!(await alive(hostname, Number(port)))) {
      findings.add(rawCase.name, 'nobody listens any more');
      // A supervisor may stop restarting a process: the findings so far suffice.
      if (++ended === MOST_ENDS || !(await comesBack(hostname, Number(port), target.comeBackMs))) {
        findings.add('the rest of the corpus', `not tried, the process ended ${ended} times`);
        break;
      }
    }
  }
  return findings.outcome();
}

function faultsOfRaw(rawCase: RawCase, answers: readonly RawAnswer[], refused: boolean): string[] {
  if (refused) return ['the connection was refused'];
  const faults = answers.flatMap(({ status }) =>
    status >= 500 && status !== 505 ? [`answered ${status}`] : [],
  );
  if (answers.length > (rawCase.most ?? 1)) faults.push(`was taken for ${answers.length} requests`);
  // What a parser refuses may be answered by closing the connection.
  const [first] = answers;
  if (first && rawCase.expect && !rawCase.expect(first.status, first.text))
    faults.push(`answered ${first.status}`);
  if (!first && rawCase.mustAnswer) faults.push('was not answered');
  for (const { text } of answers)
    if (/\n\s+at .+:\d+:\d+|node_modules|<pre>/.test(text)) faults.push('shows a stack trace');
  return faults;
}

async function alive(host: string, port: number): Promise<boolean> {
  const request = `GET /health/live HTTP/1.1\r\nHost: ${host}:${port}\r\nConnection: close\r\n\r\n`;
  const { text, refused } = await exchange(host, port, [request], { waitMs: 5_000 });
  return !refused && /^HTTP\/1\.1 200/.test(text);
}

/** Waits until the supervisor has restarted the process: the rest of the corpus is tried all the same. */
async function comesBack(host: string, port: number, timeoutMs = 20_000): Promise<boolean> {
  const until = Date.now() + timeoutMs;
  while (Date.now() < until) {
    if (await alive(host, port)) return true;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return false;
}
