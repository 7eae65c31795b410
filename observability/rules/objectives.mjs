// Objectives of the service, and the alerts that say when they are in danger or something needs a person.
// `npm run observability` writes the files that Prometheus reads.

/** Classes of routes of the gateway that a buyer uses; streams last as long as a page is open. */
export const BUYER = 'browse|hold|wait|cart|checkout|pay|session|credentials|transfer|notification';
/** Those during which a buyer waits for an answer to a click. */
const CLICKS = 'browse|hold|wait|cart|checkout|pay';
/** Windows of an objective: a long and a short one for what burns fast, and for what burns slowly. */
const WINDOWS = ['5m', '30m', '1h', '6h'];

const EDGE = 'coulisse_edge_request_duration_seconds';
const rate = (series, window, by = '') => `sum${by}(rate(${series}[${window}]))`;

/** The part of requests, events or pages that was bad, as the complement of what was in time. */
const late =
  (metric, labels, le, by = '') =>
  (window) =>
    `1 - ${rate(`${metric}_bucket{${labels}le="${le}"}`, window, by)} / (${rate(`${metric}_count{${labels.replace(/,$/, '')}}`, window, by)} > 0)`;

/**
 * @typedef {object} Objective
 * @property {string} alert
 * @property {string} record name of its ratio of bad ones: `<record>:ratio_rate1h`
 * @property {number} target part that must be good, over 28 days
 * @property {(window: string) => string} [bad] the ratio over a window
 * @property {string} [isBad] or: whether it is bad now, as 0 or 1; the ratio is the part of the time
 * @property {string} summary
 */
/** @type {Objective[]} */
export const OBJECTIVES = [
  {
    alert: 'BuyerErrors',
    record: 'coulisse:buyer_errors',
    target: 0.999,
    bad: (window) =>
      `(${rate(`${EDGE}_count{coulisse_route_class=~"${BUYER}",http_response_status_code=~"5.."}`, window)} or vector(0)) / (${rate(`${EDGE}_count{coulisse_route_class=~"${BUYER}"}`, window)} > 0)`,
    summary: 'Requests of buyers are answered with errors of ours',
  },
  {
    alert: 'BuyerLatency',
    record: 'coulisse:buyer_late',
    target: 0.99,
    bad: late(EDGE, `coulisse_route_class=~"${CLICKS}",`, '1'),
    summary: 'Buyers wait for more than a second',
  },
  {
    alert: 'OutboxLag',
    record: 'coulisse:outbox_late',
    target: 0.995,
    isBad: 'max by (job) (coulisse_outbox_lag_seconds) > bool 30',
    summary: 'Events of a service are published more than 30 seconds late',
  },
  {
    alert: 'ConsumerLate',
    record: 'coulisse:events_late',
    target: 0.99,
    bad: late('coulisse_event_age_seconds', '', '60', ' by (messaging_consumer_group_name) '),
    summary: 'A consumer handles events more than a minute after they happened',
  },
  {
    alert: 'PaymentNotifications',
    record: 'coulisse:notifications_failed',
    target: 0.999,
    bad: (window) =>
      `(${rate('coulisse_payment_notifications_total{coulisse_outcome="failed"}', window)} or vector(0)) / (${rate('coulisse_payment_notifications_total', window)} > 0)`,
    summary: 'Reports of the bank about payments fail on our side',
  },
  {
    alert: 'HoldExpiry',
    record: 'coulisse:holds_late',
    target: 0.995,
    isBad: 'max(coulisse_holds_overdue_seconds) > bool 30',
    summary: 'Seats of expired holds stay taken on open plans',
  },
  {
    alert: 'PrintQueue',
    record: 'coulisse:prints_late',
    target: 0.99,
    bad: late('coulisse_print_wait_seconds', '', '30'),
    summary: 'Pages wait for more than 30 seconds to be printed',
  },
];

/**
 * @typedef {object} Alert
 * @property {string} alert
 * @property {'page' | 'ticket'} severity
 * @property {string} expr
 * @property {string} for
 * @property {string} summary
 */
/** @type {Alert[]} Alerts on causes: what no objective sees in time, or what only a person can mend. */
export const ALERTS = [
  {
    alert: 'OutboxRefused',
    severity: 'page',
    expr: 'max by (job) (coulisse_outbox_failed) > 0',
    for: '1m',
    summary: 'The broker refuses an event for good',
  },
  {
    alert: 'ConsumerStuck',
    severity: 'page',
    expr: 'max by (job, messaging_consumer_group_name) (coulisse_consumer_lag) > 0 and max by (job, messaging_consumer_group_name) (increase(coulisse_consumer_position_total[10m])) == 0',
    for: '10m',
    summary: 'A consumer group has messages and handles none',
  },
  {
    alert: 'FailedDeliveries',
    severity: 'ticket',
    expr: 'max by (job, messaging_consumer_group_name) (coulisse_failed_deliveries{coulisse_delivery_state="DEAD"}) > 0',
    for: '5m',
    summary: 'Events are not tried again by themselves any more',
  },
  {
    alert: 'PaymentNotificationsRefused',
    severity: 'ticket',
    expr: 'sum(rate(coulisse_payment_notifications_total{coulisse_outcome="refused"}[15m])) / (sum(rate(coulisse_payment_notifications_total[15m])) > 0) > 0.2',
    for: '10m',
    summary: 'More than a fifth of the reports about payments is not genuine or not ours',
  },
  {
    alert: 'PrintQueueFull',
    severity: 'page',
    expr: 'max by (job) (coulisse_prints_waiting) > 20',
    for: '5m',
    summary: 'Pages queue up in front of the printer',
  },
  {
    alert: 'MailsFailing',
    severity: 'page',
    expr: 'sum(rate(coulisse_mails_total{coulisse_outcome="failed"}[10m])) / (sum(rate(coulisse_mails_total[10m])) > 0) > 0.2',
    for: '5m',
    summary: 'The mail server takes no mails',
  },
  {
    alert: 'JobsLate',
    severity: 'ticket',
    expr: 'max by (job, coulisse_job_kind) (coulisse_jobs_oldest_seconds) > 900',
    for: '5m',
    summary: 'Background jobs have been due for a quarter of an hour',
  },
  {
    alert: 'DatabasePool',
    severity: 'page',
    expr: 'max by (job, db_client_connection_pool_name) (db_client_connection_pending_requests) > 0',
    for: '5m',
    summary: 'Requests wait for a connection to the database',
  },
  {
    alert: 'EventLoop',
    severity: 'ticket',
    expr: 'max by (job) (nodejs_eventloop_delay_p99_seconds) > 0.25',
    for: '10m',
    summary: 'A process is blocked for a quarter of a second at a time',
  },
  {
    alert: 'UncaughtErrors',
    severity: 'ticket',
    expr: 'sum by (job) (increase(coulisse_process_unhandled_rejections_total[15m])) + sum by (job) (increase(coulisse_process_uncaught_exceptions_total[15m])) > 0',
    for: '0m',
    summary: 'A process has an error that nobody caught',
  },
  {
    alert: 'TargetDown',
    severity: 'page',
    expr: 'up == 0',
    for: '3m',
    summary: 'Prometheus does not reach what it measures',
  },
  {
    alert: 'TelemetryAbsent',
    severity: 'page',
    expr: 'absent(coulisse_outbox_lag_seconds)',
    for: '5m',
    summary: 'No service sends metrics: every other alert is blind',
  },
];

/** Page of an alert: `docs/runbooks/buyer-errors.md`. */
export const runbookOf = (alert) =>
  `docs/runbooks/${alert.replaceAll(/(?<=[a-z])[A-Z]/g, '-$&').toLowerCase()}.md`;

const BURNS = [
  { severity: 'page', factor: 14.4, long: '1h', short: '5m', for: '2m' },
  { severity: 'ticket', factor: 6, long: '6h', short: '30m', for: '15m' },
];
const rounded = (number) => Number(number.toPrecision(6));

function recordings({ record, bad, isBad }) {
  const now = `${record}:bool`;
  return [
    ...(isBad ? [{ record: now, expr: isBad }] : []),
    ...WINDOWS.map((window) => ({
      record: `${record}:ratio_rate${window}`,
      expr: bad ? bad(window) : `avg_over_time(${now}[${window}])`,
    })),
  ];
}

const alertRule = ({ alert, expr, severity, summary, for: wait }) => ({
  alert,
  expr,
  for: wait,
  labels: { severity },
  annotations: { summary, runbook_url: runbookOf(alert) },
});

/** Two alerts per objective: the budget of 28 days would be used up in two days (page), or in five (ticket). */
const burnAlerts = ({ alert, record, target, summary }) =>
  BURNS.map(({ factor, long, short, ...burn }) => {
    const limit = rounded(factor * (1 - target));
    return alertRule({
      ...burn,
      alert,
      summary,
      expr: `${record}:ratio_rate${long} > ${limit} and ${record}:ratio_rate${short} > ${limit}`,
    });
  });

/** The files of rules by their names. */
export const ruleFiles = () => ({
  'objectives.yaml': {
    groups: [
      { name: 'objectives', interval: '30s', rules: OBJECTIVES.flatMap(recordings) },
      { name: 'objectives.alerts', interval: '30s', rules: OBJECTIVES.flatMap(burnAlerts) },
    ],
  },
  'causes.yaml': { groups: [{ name: 'causes.alerts', interval: '30s', rules: ALERTS.map(alertRule) }] },
});
