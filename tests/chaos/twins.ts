import type { Client } from 'pg';
import { connectTo, readFacts } from './facts';
import { accepted } from './history';
import { check, invariants, type Evidence } from './invariants';

/** A simulated defect of a run. The checker must detect each, or its success proves nothing. */
interface Twin {
  invariant: string;
  defect: string;
  /** Changed in a transaction that is rolled back. */
  sql?: { service: string; statements: string[] };
  /** Changed in a copy of the evidence that no database holds. */
  change?: (evidence: Evidence) => void;
}

/** A sale of this run that went through. */
const VALID = `(SELECT r.id FROM reservation r JOIN sale_process p ON p.reservation_id = r.id
  WHERE r.state::text = 'VALIDATED' AND p.outcome = 'VALIDATED' ORDER BY r.created_at DESC LIMIT 1)`;
const LAST_PAYMENT = `(SELECT id FROM payment WHERE outcome = 'ACCEPTED' ORDER BY created_at DESC LIMIT 1)`;

const someone = ({ history }: Evidence) => {
  const buyer = accepted(history).find(({ mailedAt }) => mailedAt !== undefined);
  if (!buyer) throw new Error('nobody bought anything');
  return buyer;
};

const inTicketing = (...statements: string[]) => ({ service: 'ticketing', statements });

const twins: Twin[] = [
  {
    invariant: 'seat-once',
    defect: 'a second valid ticket for a seat',
    sql: inTicketing(
      // The index that forbids it is dropped in the same transaction.
      'DROP INDEX ticket_seat_key',
      `INSERT INTO ticket SELECT (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), 'code', 'T-1999-000001',
         'secret', 'another', 'item_id', gen_random_uuid()))).* FROM ticket t WHERE reservation_id = ${VALID} LIMIT 1`,
    ),
  },
  {
    invariant: 'seat-once',
    defect: 'a buyer who was told to have the seat of another',
    change: (evidence) => {
      const buyer = someone(evidence);
      evidence.history.buyers.push({
        ...buyer,
        email: 'rival@chaos.example',
        heldAt: (buyer.heldAt ?? 0) + 1,
      });
    },
  },
  {
    invariant: 'claim-owner',
    defect: 'a claim that is gone',
    sql: inTicketing(`DELETE FROM seat_claim WHERE reservation_id = ${VALID}`),
  },
  {
    invariant: 'claim-owner',
    defect: 'a claim of a sale that was cancelled',
    sql: inTicketing(`UPDATE reservation SET state = 'CANCELED' WHERE id = ${VALID}`),
  },
  {
    invariant: 'tickets',
    defect: 'a ticket that is gone',
    sql: inTicketing(`DELETE FROM ticket WHERE reservation_id = ${VALID}`),
  },
  {
    invariant: 'places',
    defect: 'a plan that shows a sold seat as free',
    change: ({ plans }) => void plans.find(({ shown }) => shown.length > 0)?.shown.pop(),
  },
  {
    invariant: 'money',
    defect: 'a payment of another amount',
    sql: inTicketing(
      `UPDATE reservation_payment SET amount_minor = amount_minor - 1 WHERE reservation_id = ${VALID}`,
    ),
  },
  {
    invariant: 'money',
    defect: 'a payment that ticketing never heard of',
    sql: inTicketing(`DELETE FROM reservation_payment WHERE reservation_id = ${VALID}`),
  },
  {
    invariant: 'money',
    defect: 'money that only the bank knows of',
    change: ({ captured }) =>
      void captured.push({ reference: 'R-1999-000001', amount: '1', status: 'Capturé' }),
  },
  {
    invariant: 'capture',
    defect: 'money that was taken for nothing',
    sql: inTicketing(`UPDATE reservation SET state = 'CANCELED' WHERE id = ${VALID}`),
  },
  {
    invariant: 'capture',
    defect: 'a payment that was forgotten',
    sql: {
      service: 'payments',
      statements: [`UPDATE payment SET outcome = NULL WHERE id = ${LAST_PAYMENT}`],
    },
  },
  {
    invariant: 'published',
    defect: 'an event that waits in an outbox',
    sql: inTicketing(
      `UPDATE kit.outbox SET published_at = NULL WHERE seq = (SELECT max(seq) FROM kit.outbox)`,
    ),
  },
  {
    invariant: 'published',
    defect: 'an event that never reached its topic',
    change: (evidence) => {
      const { facts, history } = evidence;
      const event = facts.outbox.find(({ at, published }) => published && at.getTime() > history.since);
      // After a kill the relay may have sent it twice.
      evidence.messages = evidence.messages.filter(({ id }) => id !== event?.id);
    },
  },
  {
    invariant: 'published',
    defect: 'a message that no outbox held',
    change: ({ messages, history }) => {
      messages.push({ ...messages.at(-1)!, id: 'unwritten', at: history.since + 1 });
    },
  },
  {
    invariant: 'handled',
    defect: 'an event that a consumer lost',
    sql: {
      service: 'ticketing',
      statements: [
        `DELETE FROM kit.inbox WHERE at = (SELECT max(at) FROM kit.inbox WHERE consumer = 'ticketing.on-reservation')`,
      ],
    },
  },
  {
    invariant: 'order',
    defect: 'two events of one thing the wrong way round',
    change: ({ facts, messages }) => {
      const at = new Map(messages.map((message) => [message.id, message]));
      const row = facts.outbox.find(({ id, topic }) => at.has(id) && topic === 'payments.payment.v1');
      const message = at.get(row?.id ?? '');
      if (!row || !message) throw new Error('no event');
      facts.outbox.push({ ...row, id: 'earlier', seq: row.seq - 1 });
      messages.push({ ...message, id: 'earlier', offset: message.offset + 1_000_000 });
    },
  },
  {
    invariant: 'numbers',
    defect: 'a number of a ticket that is missing',
    sql: inTicketing(`UPDATE kit.number_series SET last = last + 1 WHERE series = 'ticket'`),
  },
  {
    invariant: 'numbers',
    defect: 'a number that two reservations have',
    change: ({ facts }) => {
      const [reservation] = facts.reservations;
      if (reservation) facts.reservations.push({ ...reservation });
    },
  },
  {
    invariant: 'documents',
    defect: 'a PDF that is gone',
    sql: {
      service: 'documents',
      statements: [
        `DELETE FROM rendered_document`,
        `DELETE FROM document WHERE created_at = (SELECT max(created_at) FROM document WHERE kind = 'ticketing.tickets')`,
      ],
    },
  },
  {
    invariant: 'one-mail',
    defect: 'a mail that came twice',
    change: (evidence) => void evidence.mails.push({ messageId: 'another', to: [someone(evidence).email] }),
  },
  {
    invariant: 'one-mail',
    defect: 'a mail that never came',
    change: (evidence) => {
      const { email } = someone(evidence);
      evidence.mails = evidence.mails.filter(({ to }) => !to.includes(email));
    },
  },
  {
    invariant: 'buyers',
    defect: 'a sale that nobody counted',
    sql: {
      service: 'crm',
      statements: [`DELETE FROM tiers_sale WHERE sold_at = (SELECT max(sold_at) FROM tiers_sale)`],
    },
  },
  {
    invariant: 'deliveries',
    defect: 'an event among the failed ones',
    change: ({ facts }) =>
      void facts.failed.push({
        service: 'ticketing',
        state: 'RETRYING',
        consumer: 'ticketing.on-reservation',
        error: '',
        at: new Date(),
      }),
  },
  {
    invariant: 'replays',
    defect: 'another answer to the same key',
    change: (evidence) => void (someone(evidence).differentReplay = true),
  },
  {
    invariant: 'answers',
    defect: 'a response that was cut',
    change: ({ history }) =>
      void history.calls.push({
        at: 0,
        ms: 0,
        experiment: 'twin',
        method: 'GET',
        route: '/',
        code: 'ECONNRESET',
        problem: false,
      }),
  },
];

/** Copies what twins change: lists, plans and buyers. Rows are shared, as there may be millions. */
const copyOf = (evidence: Evidence): Evidence => ({
  ...evidence,
  facts: Object.fromEntries(
    Object.entries(evidence.facts).map(([name, rows]) => [name, [...rows]]),
  ) as unknown as Evidence['facts'],
  messages: [...evidence.messages],
  mails: [...evidence.mails],
  plans: evidence.plans.map((plan) => ({ ...plan, shown: [...plan.shown] })),
  captured: [...evidence.captured],
  history: {
    ...evidence.history,
    buyers: evidence.history.buyers.map((buyer) => ({ ...buyer })),
    calls: [...evidence.history.calls],
  },
});

async function changedFacts({ service, statements }: NonNullable<Twin['sql']>): Promise<Evidence['facts']> {
  const clients: Client[] = [];
  try {
    return await readFacts(async (name) => {
      const client = await connectTo(name);
      clients.push(client);
      await client.query('BEGIN');
      // Turns off the foreign keys that would refuse the defect.
      await client.query('SET LOCAL session_replication_role = replica');
      if (name === service) for (const statement of statements) await client.query(statement);
      return client;
    });
  } finally {
    for (const client of clients) {
      await client.query('ROLLBACK').catch(() => undefined);
      await client.end();
    }
  }
}

const violationsOf = (evidence: Evidence, invariant: string): string[] =>
  check(evidence).find((finding) => finding.invariant === invariant)?.violations ?? [];

/** Twins that the checker did not detect, and invariants without a twin. */
export async function missedTwins(evidence: Evidence): Promise<string[]> {
  const missed: string[] = [];
  for (const { invariant, defect, sql, change } of twins) {
    const changed = copyOf(evidence);
    if (sql) changed.facts = await changedFacts(sql);
    change?.(changed);
    const before = new Set(violationsOf(evidence, invariant));
    if (violationsOf(changed, invariant).every((violation) => before.has(violation)))
      missed.push(`${invariant} does not see ${defect}`);
  }
  const covered = new Set(twins.map(({ invariant }) => invariant));
  for (const { name } of invariants) if (!covered.has(name)) missed.push(`${name} has no twin`);
  return missed;
}

export const twinCount = twins.length;
