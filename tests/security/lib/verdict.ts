import type { HttpAnswer } from './http-client';

/** Internals that a response must not show, by kind. */
const INSIDE: readonly [string, RegExp][] = [
  ['a stack trace', /\n\s+at (?:async )?(?:[\w.<>[\] ]+ \()?(?:node:|file:|\/)[^\n]*:\d+:\d+/],
  [
    'a path of the server',
    // `file:///etc/passwd` is a value that the attacks write themselves: a history rightly shows it.
    /(?:\/node_modules\/|[/\\](?:src|dist)[/\\][\w./\\-]+\.[cm]?[jt]s\b|file:\/\/\/(?!etc\/passwd\b))/,
  ],
  [
    'words of the database',
    /(?:syntax error at or near|violates [\w-]+ constraint|duplicate key value|relation "[\w.]+" does not|invalid input syntax for|SQLSTATE|PrismaClient|prepared statement)/,
  ],
  ['the default page of Express', /<title>Error<\/title>|<pre>(?:Cannot|[A-Z]\w*Error)\b/],
  ['an inner address', /\b(?:ECONNREFUSED|ENOTFOUND|ETIMEDOUT)\b/],
];

export interface Expectation {
  /** Texts that no part of the response may hold. */
  canaries?: readonly string[];
  /** Whether an error may come without a problem: for requests that were not understood. */
  bare?: boolean;
  method?: string;
}

const isProblem = (type: string | undefined): boolean => /^application\/problem\+json\b/i.test(type ?? '');

/** The faults of one response, whatever the request was. */
export function faultsOf(
  answer: HttpAnswer,
  { canaries = [], bare = false, method = 'GET' }: Expectation = {},
) {
  const faults: string[] = [];
  if (answer.status === 0) return [`no answer (${answer.failure})`];
  if (answer.status >= 500) faults.push(`answered ${answer.status}`);
  const type = answer.headers['content-type'];
  if (answer.body.length > 0 && type === undefined && !bare) faults.push('has a body of no type');
  const textual = type === undefined || /json|text|xml|html|javascript/i.test(type);
  const text = textual ? answer.body.toString('utf8') : answer.body.toString('latin1');
  if (answer.status >= 400 && method !== 'HEAD' && !bare) {
    if (!isProblem(type)) faults.push(`answered ${answer.status} as ${type ?? 'nothing'}, not as a problem`);
    else faults.push(...problemFaults(text, answer.status));
  }
  if (answer.status >= 400 || type?.includes('json'))
    for (const [kind, pattern] of INSIDE) if (pattern.test(text)) faults.push(`shows ${kind}`);
  const headers = JSON.stringify(answer.headers);
  for (const canary of canaries)
    if (text.includes(canary) || headers.includes(canary))
      faults.push(`holds ${canary}, which is not the caller's`);
  return faults;
}

function problemFaults(text: string, status: number): string[] {
  try {
    const body = JSON.parse(text) as { status?: unknown; code?: unknown };
    if (body.status !== status) return [`says status ${String(body.status)} under ${status}`];
    return typeof body.code === 'string' ? [] : ['is a problem without a code'];
  } catch {
    return ['is a problem that is no JSON'];
  }
}
