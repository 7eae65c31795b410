import { topology } from '@coulisse/contracts';
import type { Fault } from './injections';

/** An experiment: the faults that it injects, and what must hold beside the invariants. */
export interface Experiment {
  name: string;
  /** Its numbers in the lists of quality experiments (E) and of faults (F). */
  from: string;
  about: string;
  /** `short` is part of `npm test`. */
  faults: (form: 'short' | 'long') => Fault[];
  /** Left out of the other form, where another experiment covers much the same. */
  only?: 'short' | 'long';
  /** Seconds after the experiment within which buyers whose bank accepted during it must have their tickets. */
  maxWaitSeconds: { short: number; long: number };
}

/**
 * Seconds within which a buyer has the tickets although the bank's notification was lost: payments queries the bank
 * five minutes after the payment began, then the following steps take their time.
 */
const AFTER_INQUIRY = 390;

const outage = (
  name: string,
  parts: string[],
  about: string,
  options: Pick<Experiment, 'only'> & { from?: string; losesNotifications?: true } = {},
): Experiment => ({
  name,
  about,
  from: options.from ?? 'F1',
  ...(options.only && { only: options.only }),
  faults: (form) => [{ kind: 'outage', parts, seconds: form === 'short' ? 15 : 120 }],
  maxWaitSeconds: { short: 90, long: options.losesNotifications ? AFTER_INQUIRY : 180 },
});

const SERVICES = topology.filter(({ kind }) => kind === 'service').map(({ name }) => name);
const INFRASTRUCTURE = ['kafka', 'gotenberg', 'mailbox', 'keycloak', 'postgres'];

export const experiments: Experiment[] = [
  {
    name: 'kill-services',
    from: 'E5, E6, F4, F7',
    about: 'every service and the gateway, SIGKILL under load: the supervisor brings them back',
    faults: (form) =>
      Array.from({ length: form === 'short' ? 1 : 3 }, () => ({
        kind: 'crash',
        parts: [...SERVICES, 'gateway'],
        every: 3,
      })),
    maxWaitSeconds: { short: 60, long: 60 },
  },
  {
    name: 'kill-infrastructure',
    from: 'E10, E11, F4',
    about: 'PostgreSQL, Kafka, Gotenberg and the mailbox, SIGKILL under load: no service ends with them',
    faults: (form) =>
      Array.from({ length: form === 'short' ? 1 : 3 }, () => ({
        kind: 'crash',
        parts: ['postgres', 'kafka', 'gotenberg', 'mailbox'],
        every: 4,
      })),
    maxWaitSeconds: { short: 90, long: 90 },
  },
  {
    name: 'postgres-restart',
    from: 'E10, F4',
    about: 'PostgreSQL is restarted under load: calls fail for that time, no process ends',
    faults: (form) =>
      Array.from({ length: form === 'short' ? 1 : 3 }, () => ({ kind: 'roll', parts: ['postgres'] })),
    maxWaitSeconds: { short: 60, long: 60 },
  },
  {
    name: 'restore',
    from: 'E29',
    about: 'PostgreSQL is backed up under load, then lost, and restored to its last commit',
    faults: (form) => [{ kind: 'restore', seconds: form === 'short' ? 5 : 60 }],
    only: 'long',
    maxWaitSeconds: { short: 90, long: 120 },
  },
  outage('outage-printing-and-mail', ['gotenberg', 'mailbox'], 'no PDF can be made and no mail taken', {
    only: 'short',
  }),
  outage('outage-gotenberg', ['gotenberg'], 'no PDF can be made', { only: 'long' }),
  outage('outage-mailbox', ['mailbox'], 'no mail is taken', { only: 'long' }),
  outage('outage-kafka', ['kafka'], 'no event travels: sales go on, the outboxes grow and empty themselves', {
    from: 'E11',
  }),
  outage('outage-ticketing', ['ticketing'], 'payments are accepted, their seats are confirmed afterwards'),
  outage('outage-payments', ['payments'], 'the bank notifies until it is heard', {
    from: 'E6',
    losesNotifications: true,
  }),
  outage(
    'outage-followers',
    ['documents', 'notifications', 'crm'],
    'what follows a sale waits for its services',
    { only: 'short' },
  ),
  outage('outage-documents', ['documents'], 'tickets are printed afterwards', { only: 'long' }),
  outage('outage-notifications', ['notifications'], 'mails are sent afterwards', { only: 'long' }),
  outage('outage-crm', ['crm'], 'buyers are entered afterwards', { only: 'long' }),
  outage('outage-logins', ['keycloak', 'identity'], 'nobody logs in, buyers notice nothing', {
    from: 'E30',
    // Keycloak starts slowly.
    only: 'long',
  }),
  outage('outage-postgres', ['postgres'], 'nothing can be written: it is told, and goes on afterwards', {
    only: 'long',
    losesNotifications: true,
  }),
  outage('outage-gateway', ['gateway'], 'nobody reaches the shop; the bank tries again', {
    only: 'long',
    losesNotifications: true,
  }),
  {
    name: 'freeze',
    from: 'E15, F4',
    about: 'ticketing, then payments and documents, stand still and go on: none of them ends',
    faults: (form) => [
      { kind: 'freeze', parts: ['ticketing'], seconds: 20 },
      ...(form === 'short'
        ? []
        : ([
            { kind: 'freeze', parts: ['payments'], seconds: 20 },
            { kind: 'freeze', parts: ['documents', 'notifications'], seconds: 20 },
            { kind: 'freeze', parts: ['gateway'], seconds: 20 },
          ] as Fault[])),
    ],
    maxWaitSeconds: { short: 90, long: AFTER_INQUIRY },
  },
  {
    name: 'skew',
    from: 'E20, F5',
    about: 'clocks are ten minutes off, one way and the other: sales go on, it is reported',
    faults: (form) => [
      { kind: 'skew', parts: ['documents'], by: 600, seconds: form === 'short' ? 12 : 60 },
      ...(form === 'short'
        ? []
        : ([
            { kind: 'skew', parts: ['ticketing'], by: -600, seconds: 60 },
            { kind: 'skew', parts: ['notifications'], by: 600, seconds: 60 },
          ] as Fault[])),
    ],
    maxWaitSeconds: { short: 60, long: 90 },
  },
  {
    name: 'lost-notifications',
    from: 'E8, F8',
    about: 'notifications never come: the signed return counts, and the bank is asked about the others',
    faults: (form) => [{ kind: 'lost', seconds: form === 'short' ? 8 : 60, hurry: form === 'short' }],
    maxWaitSeconds: { short: 60, long: 480 },
  },
  {
    name: 'duplicates',
    from: 'E7',
    about: 'a notification comes a hundred times while payments is killed: one payment, one mail',
    faults: (form) => [{ kind: 'duplicates', sales: form === 'short' ? 2 : 10, times: 100 }],
    maxWaitSeconds: { short: 60, long: 60 },
  },
  {
    name: 'rush',
    from: 'E1, E2, E4',
    about: 'many want one seat at once, many want overlapping seats: one wins, nothing is half held',
    faults: (form) => [{ kind: 'rush', clients: form === 'short' ? 100 : 1000 }],
    maxWaitSeconds: { short: 60, long: 60 },
  },
  {
    name: 'rolling-restart',
    from: 'E18, F11',
    about: 'every service and the gateway are restarted politely under load: no response is cut',
    faults: () => [{ kind: 'roll', parts: [...SERVICES, 'gateway'] }],
    maxWaitSeconds: { short: 60, long: 60 },
  },
];

export const PARTS = [...SERVICES, ...INFRASTRUCTURE, 'gateway', 'sandbox-bank'];
