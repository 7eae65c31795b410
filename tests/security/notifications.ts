import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { Findings, type Budget, type Outcome } from './lib/findings';
import { inParallel, send } from './lib/http-client';
import { Random } from './lib/random';
import { faultsOf } from './lib/verdict';

/** A sale that waits for the bank, with the fields that its notification would have. */
export interface Order {
  reference: string;
  amount: string;
}

export interface NotificationsTarget {
  /** Endpoint for notifications of the bank. */
  notificationUrl: string;
  order: Order;
  /** A paid sale, whose notification is sent again. */
  paid?: { query: string };
  bankKey: KeyObject;
  /** The current state of the payment; any change of it is a finding. */
  state: () => Promise<string>;
  /** Other payments and documents of the paid sale: a repeat makes no second one. */
  paidState?: () => Promise<string>;
}

type Fields = Record<string, string>;

const queryOf = (fields: Fields): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');

export const signedQuery = (fields: Fields, key: KeyObject): string => {
  const data = queryOf(fields);
  return `${data}&K=${encodeURIComponent(sign('RSA-SHA1', Buffer.from(data), key).toString('base64'))}`;
};

interface Forgery {
  name: string;
  query: string;
}

/** Notifications that the bank has not sent for this order. */
function forgeries({ order, bankKey }: NotificationsTarget, random: Random): Forgery[] {
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const accepted: Fields = {
    M: order.amount,
    R: order.reference,
    T: String(1e8 + random.below(9e8)),
    S: String(1e8 + random.below(9e8)),
    A: 'XXXXXX',
    E: '00000',
  };
  // Each is another attempt: a known attempt would be ignored.
  const attempt = () => ({ T: String(1e8 + random.below(9e8)), S: String(1e8 + random.below(9e8)) });
  const genuine = (changes: Fields): string =>
    signedQuery({ ...accepted, ...attempt(), ...changes }, bankKey);
  const good = genuine({});
  const cut = good.lastIndexOf('&K=');
  const [data, signature] = [good.slice(0, cut), good.slice(cut + 3)];
  // A refusal signed by the bank, with the acceptance added to it: the signed fields are not those that are read.
  const refusal = genuine({ E: '00114', A: '' });
  return [
    ['no signature', data],
    ['an empty signature', `${data}&K=`],
    ['a signature that is no base64', `${data}&K=%25%25`],
    ['a signature of zeros', `${data}&K=${encodeURIComponent(Buffer.alloc(256).toString('base64'))}`],
    ['the signature of another key', signedQuery(accepted, other)],
    ['the signature of another message', `${data.replace(/M=\d+/, 'M=1')}&K=${signature}`],
    ['an amount before the signed ones', `M=${order.amount}&${refusal}`],
    [
      'an outcome before the signed ones',
      `E=00000&A=XXXXXX&R=${encodeURIComponent(order.reference)}&${refusal}`,
    ],
    ['fields after the signature', `${refusal}&E=00000&A=XXXXXX`],
    ['a second signature', `${data}&K=${signature.slice(0, 20)}&K=${signature.slice(0, 40)}`],
    ['a signature in small letters', good.toLowerCase()],
    ['an amount of one cent', genuine({ M: '1' })],
    ['an amount of nothing', genuine({ M: '0' })],
    ['a negative amount', genuine({ M: `-${order.amount}` })],
    ['an amount with a fraction', genuine({ M: `${order.amount}.00` })],
    ['an amount in letters', genuine({ M: 'NaN' })],
    ['an amount beyond all numbers', genuine({ M: '9'.repeat(30) })],
    ['twice the amount', genuine({ M: String(Number(order.amount) * 2) })],
    ['an order that is none', genuine({ R: 'x' })],
    ['an order with a NUL', genuine({ R: `${order.reference}\0` })],
    [
      'an order that is another',
      genuine({ R: order.reference.replace(/.$/, (last) => (last === '0' ? '1' : '0')) }),
    ],
    [
      'an order in another currency',
      genuine({ R: order.reference.replace(/-[A-Z]{3}-(?=[0-9a-f]{32}$)/, '-USD-') }),
    ],
    ['a very long order', genuine({ R: order.reference + 'a'.repeat(5_000) })],
    ['no authorisation', genuine({ A: '' })],
    ['a refusal', refusal],
    ['a code that is none', genuine({ E: 'OK' })],
    ['nothing', ''],
    ['a percent', '%'],
    ['only a key', 'K=AAAA'],
    // Last, because a server that believes it sells the seats: the bank signs for all merchants, and nobody paid here.
    ['an acceptance of what nobody paid', genuine({})],
  ].map(([name = '', query = '']) => ({ name, query }));
}

/** Sends signed and unsigned forgeries about an order, and a hundred repeats of a genuine notification of another. */
export async function attackNotifications(
  target: NotificationsTarget,
  seed: number,
  budget: Budget,
): Promise<Outcome> {
  const findings = new Findings('notifications', seed);
  const before = await target.state();
  const sendNotification = async (method: 'GET' | 'POST', query: string) => {
    findings.requests++;
    const { origin, pathname } = new URL(target.notificationUrl);
    const get = method === 'GET';
    return send(origin, {
      method,
      path: get ? `${pathname}?${query}` : pathname,
      ...(get ? {} : { body: query, headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
    });
  };
  for (const { name, query } of forgeries(target, new Random(seed)))
    for (const method of ['GET', 'POST'] as const) {
      const answer = await sendNotification(method, query);
      const where = `${method} ${name}`;
      for (const fault of faultsOf(answer)) findings.add(where, fault);
      const state = await target.state();
      if (state !== before) {
        findings.add(where, `the payment went from ${before} to ${state}`);
        return findings.outcome();
      }
    }
  await repeats(target, sendNotification, findings, budget);
  return findings.outcome();
}

async function repeats(
  { paid, paidState }: NotificationsTarget,
  sendNotification: (method: 'GET' | 'POST', query: string) => ReturnType<typeof send>,
  findings: Findings,
  budget: Budget,
) {
  if (!paid || !paidState) return;
  const before = await paidState();
  const times = Array.from({ length: budget.isFull ? 100 : 30 }, (_, index) => index);
  await inParallel(times, 10, async (index) => {
    const answer = await sendNotification(index % 2 ? 'GET' : 'POST', paid.query);
    for (const fault of faultsOf(answer)) findings.add(`repeat ${index}`, fault);
  });
  const after = await paidState();
  if (after !== before)
    findings.add(`${times.length} repeats`, `the paid sale went from ${before} to ${after}`);
}
