import type { Arrival } from '@coulisse/test-kit/mailbox';
import { experiments } from './experiments';
import type { Facts } from './facts';
import { accepted, type Buyer, type History } from './history';
import type { Transaction } from './ledger';
import type { Message } from './topics';

/** The evidence of a run: what the services wrote, what was published, which mails arrived, what the buyers saw. */
export interface Evidence {
  /** When the reading of the facts began: they do not hold what was written later. */
  readAt: number;
  facts: Facts;
  messages: Message[];
  mails: Arrival[];
  /** Reservations whose PDF the buyer could not read. */
  unreadable: string[];
  /** Seats of a performance that the public plan shows as sold, beside those that are sold. */
  plans: { performance: string; shown: string[]; sold: string[] }[];
  /** What the bank captured during the run. */
  captured: Transaction[];
  history: History;
}

export interface Invariant {
  name: string;
  /** Its number in the list of quality requirements. */
  number: string;
  holds: string;
  /** Describes each violation. */
  violations: (evidence: Evidence) => string[];
}

const by = <T>(rows: readonly T[], key: (row: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(key(row));
    if (group) group.push(row);
    else groups.set(key(row), [row]);
  }
  return groups;
};
const seatOf = ({ performance, seat }: { performance: string; seat: string }) => `${performance}/${seat}`;
/** Seats of one performance change concurrently: events are only ordered per seat, which the plan shows. */
const SIDE_BY_SIDE = /\.dlq$|^ticketing\.seat\./;
/** Statuses for a service that does not respond. */
const AWAY = new Set([502, 503, 504]);
/** Experiments that kill processes, which may cut a response. */
const killing = new Set(
  experiments
    .filter(({ faults }) =>
      faults('long').some(({ kind }) => ['crash', 'outage', 'duplicates'].includes(kind)),
    )
    .map(({ name }) => name),
);
const several = <T>(rows: readonly T[], key: (row: T) => string, label: string): string[] =>
  [...by(rows, key)]
    .filter(([, group]) => group.length > 1)
    .map(([id, group]) => `${id}: ${group.length} ${label}`);
const validated = ({ facts }: Evidence) => facts.reservations.filter(({ state }) => state === 'VALIDATED');

/** Seats that a second buyer paid for while the payment of the first was not refunded. */
function heldTwice(buyers: readonly Buyer[]): string[] {
  const turns = buyers
    .filter(({ heldAt }) => heldAt !== undefined)
    .flatMap((buyer) => buyer.seats.map((seat) => ({ seat: `${buyer.performance}/${seat}`, buyer })));
  return [...by(turns, ({ seat }) => seat)].flatMap(([seat, group]) => {
    const ordered = group.map(({ buyer }) => buyer).sort((a, b) => a.heldAt! - b.heldAt!);
    return ordered
      .slice(1)
      .filter((later, index) => {
        const earlier = ordered[index]!;
        const paid = earlier.acceptedAt !== undefined && earlier.refundAt === undefined;
        return paid && later.acceptedAt !== undefined && later.refundAt === undefined;
      })
      .map((later) => `${seat}: ${later.email} and somebody before`);
  });
}

export const invariants: Invariant[] = [
  {
    name: 'seat-once',
    number: 'I1',
    holds: 'a seat has one live claim and one valid ticket at most, and two buyers never paid for it',
    violations: ({ facts, history }) => [
      ...several(facts.claims, seatOf, 'claims'),
      ...several(
        facts.tickets.filter(({ state }) => state === 'VALIDATED'),
        seatOf,
        'valid tickets',
      ),
      ...heldTwice(history.buyers),
    ],
  },
  {
    name: 'claim-owner',
    number: 'I1',
    holds: 'what is claimed as sold belongs to a reservation that is valid, and the other way round',
    violations: (evidence) => {
      const { facts } = evidence;
      const sold = new Map(
        facts.claims
          .filter(({ state }) => state === 'SOLD')
          .map((claim) => [seatOf(claim), claim.reservation]),
      );
      const valid = new Map(validated(evidence).map(({ id, code }) => [id, code]));
      const items = facts.items.filter(({ reservation }) => valid.has(reservation));
      const owned = new Set(items.map((item) => `${seatOf(item)} ${item.reservation}`));
      return [
        ...items
          .filter((item) => sold.get(seatOf(item)) !== item.reservation)
          .map((item) => `${valid.get(item.reservation)} has no claim on ${seatOf(item)}`),
        ...[...sold]
          .filter(([seat, reservation]) => !owned.has(`${seat} ${reservation}`))
          .map(([seat, reservation]) => `${seat} is sold to ${reservation}, which does not have it`),
      ];
    },
  },
  {
    name: 'tickets',
    number: 'I1',
    holds: 'a valid reservation has one valid ticket per seat, and no other has any',
    violations: (evidence) => {
      const tickets = evidence.facts.tickets.filter(({ state }) => state === 'VALIDATED');
      const byItem = by(tickets, (ticket) => `${ticket.reservation} ${seatOf(ticket)}`);
      const valid = new Set(validated(evidence).map(({ id }) => id));
      const items = evidence.facts.items.filter(({ reservation }) => valid.has(reservation));
      return [
        ...items
          .filter((item) => byItem.get(`${item.reservation} ${seatOf(item)}`)?.length !== 1)
          .map((item) => `${item.reservation} has no ticket of its own for ${seatOf(item)}`),
        ...tickets
          .filter(({ reservation }) => !valid.has(reservation))
          .map(({ code }) => `${code} is of no sale`),
      ];
    },
  },
  {
    name: 'places',
    number: 'I2',
    holds: 'the plan that everybody sees shows as sold what is sold',
    violations: ({ plans }) =>
      plans.flatMap(({ performance, shown, sold }) => [
        ...sold
          .filter((seat) => !shown.includes(seat))
          .map((seat) => `${performance}/${seat} is sold and not shown`),
        ...shown
          .filter((seat) => !sold.includes(seat))
          .map((seat) => `${performance}/${seat} is shown and not sold`),
      ]),
  },
  {
    name: 'money',
    number: 'I3',
    holds: 'the bank, payments and ticketing agree about every payment, and about its amount',
    violations: ({ facts, captured }) => {
      const settledByPayment = new Map(facts.settled.map((row) => [row.payment, row]));
      const paid = facts.payments.filter(({ outcome }) => outcome === 'ACCEPTED');
      const acceptedIds = new Set(paid.map(({ id }) => id));
      const byReference = new Map(paid.map((row) => [row.reference, row]));
      return [
        ...captured
          .filter(({ reference, amount }) => byReference.get(reference)?.amount !== Number(amount))
          .map(
            ({ reference, amount }) => `the bank took ${amount} for ${reference}, payments does not say so`,
          ),
        ...paid
          .filter(({ id }) => !settledByPayment.has(id))
          .map(({ id }) => `payment ${id} was accepted, ticketing does not know`),
        ...paid
          .filter(({ id, amount }) => settledByPayment.has(id) && settledByPayment.get(id)?.amount !== amount)
          .map(
            ({ id, amount }) =>
              `payment ${id} is of ${amount}, ticketing heard ${settledByPayment.get(id)?.amount}`,
          ),
        ...facts.settled
          .filter(({ state, payment }) => state === 'ACCEPTED' && !acceptedIds.has(payment))
          .map(({ payment }) => `ticketing counts payment ${payment}, which was not accepted`),
      ];
    },
  },
  {
    name: 'capture',
    number: 'I4',
    holds: 'what the bank took ends as a valid reservation or as a refund: never neither, never both',
    violations: (evidence) => {
      const { facts, history } = evidence;
      const payments = by(
        facts.payments.filter(({ outcome }) => outcome === 'ACCEPTED'),
        ({ reservation }) => reservation,
      );
      const valid = new Set(validated(evidence).map(({ id }) => id));
      const unrecorded = accepted(history)
        .filter(({ reservation }) => !payments.has(reservation?.id ?? ''))
        .map(({ reservation }) => `the bank took the money of ${reservation?.code}, payments does not know`);
      const ends = [...payments].flatMap(([reservation, group]) => {
        const keptCount = group.filter(({ refund }) => !refund).length;
        const expectedCount = valid.has(reservation) ? 1 : 0;
        return keptCount === expectedCount
          ? []
          : [`${reservation}: ${keptCount} payments are kept where ${expectedCount} should be`];
      });
      const unpaid = validated(evidence)
        .filter(({ id, outcome }) => outcome === 'VALIDATED' && !payments.has(id))
        .map(({ code }) => `${code} is valid and nobody paid for it`);
      return [...unrecorded, ...ends, ...unpaid];
    },
  },
  {
    name: 'published',
    number: 'I5',
    holds: 'the outbox is empty, and what it held is in its topic',
    violations: ({ readAt, facts, messages, history }) => {
      const seen = new Set(messages.map(({ id }) => id));
      const written = new Set(facts.outbox.map(({ id }) => id));
      const fresh = facts.outbox.filter(({ at }) => at.getTime() > history.since);
      return [
        ...facts.outbox
          .filter(({ published }) => !published)
          .map(({ service, type, id }) => `${service} ${type} ${id} waits`),
        ...fresh
          .filter(({ id, published }) => published && !seen.has(id))
          .map(({ topic, type, id }) => `${topic} lacks ${type} ${id}`),
        ...messages
          .filter(({ id, at, topic }) => {
            const isOfTheRun = at > history.since && at < readAt;
            return isOfTheRun && !topic.endsWith('.dlq') && !written.has(id);
          })
          .map(({ topic, id }) => `${topic} has ${id}, which nobody wrote`),
      ];
    },
  },
  {
    name: 'handled',
    number: 'I5',
    holds: 'each event of a sale was handled by each of its consumers, once',
    violations: ({ facts, history }) => {
      const handled = by(facts.inbox, ({ consumer, message }) => `${consumer} ${message}`);
      const consumers: Record<string, string[]> = {
        'payments.payment.v1 accepted': ['ticketing.on-payment'],
        'ticketing.reservation.v1 validated': ['crm.on-reservation-validated'],
        'ticketing.reservation.v1 ticketed': ['ticketing.on-reservation'],
        'documents.document.v1 rendered': ['ticketing.on-document', 'ticketing.mails-on-document'],
        'notifications.notification.v1 sent': ['ticketing.on-notification'],
      };
      return facts.outbox
        .filter(({ at }) => at.getTime() > history.since)
        .flatMap(({ id, topic, type }) =>
          (consumers[`${topic} ${type}`] ?? [])
            .map((consumer) => ({ consumer, times: handled.get(`${consumer} ${id}`)?.length ?? 0 }))
            .filter(({ times }) => times !== 1)
            .map(({ consumer, times }) => `${consumer} handled ${type} ${id} ${times} times`),
        );
    },
  },
  {
    name: 'order',
    number: 'I6',
    holds: 'the events of one thing are in their topic in the order in which they happened, in one partition',
    violations: ({ facts, messages }) => {
      const written = new Map(facts.outbox.map((row) => [row.id, row]));
      const first = new Map<string, Message>();
      for (const message of messages) if (!first.has(message.id)) first.set(message.id, message);
      const recorded = [...first.values()].filter(
        ({ id, topic }) => written.has(id) && !SIDE_BY_SIDE.test(topic),
      );
      return [...by(recorded, ({ topic, id }) => `${topic} ${written.get(id)?.aggregate}`)].flatMap(
        ([aggregate, group]) => {
          const partitions = new Set(group.map(({ partition }) => partition));
          if (partitions.size > 1) return [`${aggregate} is in partitions ${[...partitions].join(', ')}`];
          const sequence = group.sort((a, b) => a.offset - b.offset).map(({ id }) => written.get(id)!.seq);
          return sequence.some((seq, index) => index > 0 && seq < sequence[index - 1]!)
            ? [`${aggregate} is told as ${sequence.join(', ')}`]
            : [];
        },
      );
    },
  },
  {
    name: 'numbers',
    number: 'I9',
    holds: 'numbers of tickets have no gap, and each number and each reservation code comes once',
    violations: ({ facts }) => [
      ...facts.series
        .filter(({ series }) => series === 'ticket')
        .flatMap(({ tenant, year, last }) => {
          const prefix = `T-${year}-`;
          const numbers = facts.tickets
            .filter((row) => row.tenant === tenant && row.code.startsWith(prefix))
            .map(({ code }) => Number(code.slice(prefix.length)));
          const distinct = new Set(numbers);
          const gaps = Array.from({ length: last }, (_, index) => index + 1).filter(
            (number) => !distinct.has(number),
          );
          return [
            ...(distinct.size === numbers.length
              ? []
              : [`ticket ${year}: ${numbers.length - distinct.size} numbers twice`]),
            ...gaps.map((number) => `${prefix}${String(number).padStart(6, '0')} is missing`),
          ];
        }),
      ...[...by(facts.reservations, ({ tenant, code }) => `${tenant} ${code}`).values()]
        .filter(({ length }) => length > 1)
        .map(([first]) => `${first!.code} is the code of several reservations`),
    ],
  },
  {
    name: 'documents',
    number: 'I14',
    holds: 'each valid reservation that was paid has one PDF, which its buyer can read',
    violations: (evidence) => {
      const byReservation = by(evidence.facts.documents, ({ reservation }) => reservation);
      return [
        ...validated(evidence)
          .filter(({ id, outcome }) => outcome === 'VALIDATED' && byReservation.get(id)?.length !== 1)
          .map(({ id, code }) => `${code} has ${byReservation.get(id)?.length ?? 0} documents`),
        ...evidence.unreadable.map((code) => `the PDF of ${code} cannot be read`),
      ];
    },
  },
  {
    name: 'one-mail',
    number: 'I14',
    holds: 'each buyer has one mail (the same Message-ID, where a sender was killed), written down once',
    violations: ({ facts, mails, history }) => {
      const arrived = by(
        mails.flatMap(({ to, messageId }) => to.map((address) => ({ address, messageId }))),
        ({ address }) => address,
      );
      // A sender that is killed between the mail server's acceptance and its own record of it sends the mail once more.
      const copies = history.buyers.some(({ experiment }) => killing.has(experiment));
      const countOf = (email: string) => {
        const own = arrived.get(email) ?? [];
        return copies ? new Set(own.map(({ messageId }) => messageId)).size : own.length;
      };
      const paid = accepted(history).filter(({ refundAt }) => refundAt === undefined);
      return [
        ...paid
          .filter(({ email }) => countOf(email) !== 1)
          .map(({ email, reservation }) => `${reservation?.code}: ${countOf(email)} mails to ${email}`),
        ...several(
          facts.notifications.filter(({ success, kind }) => success && kind === 'ticketing.tickets-mail'),
          ({ reservation, kind, email }) => `${kind} of ${reservation} to ${email}`,
          'notifications',
        ),
      ];
    },
  },
  {
    name: 'buyers',
    number: 'I5',
    holds: 'a sale is one line in the book of third parties',
    violations: (evidence) => {
      const linked = by(evidence.facts.sales, ({ reservation }) => reservation);
      return validated(evidence)
        .filter(({ id, outcome }) => outcome === 'VALIDATED' && linked.get(id)?.length !== 1)
        .map(({ id, code }) => `${code} is in ${linked.get(id)?.length ?? 0} lines`);
    },
  },
  {
    name: 'deliveries',
    number: 'I5',
    holds: 'no event failed for good or still waits for a retry',
    violations: ({ facts, messages, history }) => [
      ...facts.failed
        .filter(({ at }) => at.getTime() > history.since)
        .map(({ service, consumer, state, error }) => `${service} ${consumer} ${state}: ${error}`),
      ...messages
        .filter(({ topic, at }) => topic.endsWith('.dlq') && at > history.since)
        .map(({ topic, key }) => `${topic} holds ${key}`),
    ],
  },
  {
    name: 'replays',
    number: 'I13',
    holds: 'the same call under the same key has the same answer',
    violations: ({ history }) =>
      history.buyers
        .filter(({ differentReplay }) => differentReplay)
        .map(({ email }) => `${email} heard something else`),
  },
  {
    name: 'answers',
    number: 'I15',
    holds:
      'whoever asks is told what is the matter: no 5xx but one that says what is away, no response cut short',
    violations: ({ history }) =>
      history.calls
        .filter(
          ({ experiment, status, problem, code }) =>
            (status !== undefined && status >= 500 && !(AWAY.has(status) && problem)) ||
            (status === undefined && code !== 'ECONNREFUSED' && !killing.has(experiment)),
        )
        .map(
          ({ experiment, method, route, status, code }) =>
            `${experiment}: ${method} ${route} → ${status ?? ''} ${code ?? ''}`,
        ),
  },
];

export interface Finding {
  invariant: string;
  violations: string[];
}

export const check = (evidence: Evidence): Finding[] =>
  invariants
    .map(({ name, violations }) => ({ invariant: name, violations: violations(evidence) }))
    .filter(({ violations }) => violations.length > 0);
