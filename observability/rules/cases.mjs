// When each alert must fire: series as they are when something is wrong. `npm run observability` writes them as a file for
// `promtool test rules`; the same series in good order must fire nothing.
import { ALERTS, OBJECTIVES, runbookOf } from './objectives.mjs';

const EDGE = 'coulisse_edge_request_duration_seconds';
const gateway = 'job="gateway",instance="a"';
const hold = `${gateway},coulisse_route_class="hold"`;
const group = 'job="crm",instance="a",messaging_consumer_group_name="crm.on-reservation"';
const prints = 'job="documents",instance="a"';

/** `0+20x400`: from 0, 20 more each minute. */
const grows = (series, perMinute) => ({ series, values: `0+${perMinute}x720` });
const stays = (series, value) => ({ series, values: `${value}+0x720` });

/**
 * @typedef {object} Case
 * @property {{ series: string, values: string }[]} wrong
 * @property {{ series: string, values: string }[]} right
 * @property {Record<string, string>} labels of the alert beside its severity
 */
/** @type {Record<string, Case>} by alert */
const CASES = {
  BuyerErrors: {
    wrong: [
      grows(`${EDGE}_count{${hold},http_response_status_code="200"}`, 500),
      grows(`${EDGE}_count{${hold},http_response_status_code="503"}`, 20),
    ],
    right: [
      grows(`${EDGE}_count{${hold},http_response_status_code="200"}`, 500),
      // A taken seat, a limit: answers that are right.
      grows(`${EDGE}_count{${hold},http_response_status_code="409"}`, 200),
    ],
    labels: {},
  },
  BuyerLatency: {
    wrong: [
      grows(`${EDGE}_bucket{${hold},http_response_status_code="200",le="1"}`, 400),
      grows(`${EDGE}_count{${hold},http_response_status_code="200"}`, 500),
    ],
    right: [
      grows(`${EDGE}_bucket{${hold},http_response_status_code="200",le="1"}`, 500),
      grows(`${EDGE}_count{${hold},http_response_status_code="200"}`, 501),
    ],
    labels: {},
  },
  OutboxLag: {
    wrong: [stays('coulisse_outbox_lag_seconds{job="ticketing",instance="a"}', 90)],
    right: [stays('coulisse_outbox_lag_seconds{job="ticketing",instance="a"}', 1)],
    labels: { job: 'ticketing' },
  },
  ConsumerLate: {
    wrong: [
      grows(`coulisse_event_age_seconds_bucket{${group},le="60"}`, 60),
      grows(`coulisse_event_age_seconds_count{${group}}`, 100),
    ],
    right: [
      grows(`coulisse_event_age_seconds_bucket{${group},le="60"}`, 100),
      grows(`coulisse_event_age_seconds_count{${group}}`, 100),
    ],
    labels: { messaging_consumer_group_name: 'crm.on-reservation' },
  },
  PaymentNotifications: {
    wrong: [
      grows('coulisse_payment_notifications_total{job="payments",coulisse_outcome="accepted"}', 50),
      grows('coulisse_payment_notifications_total{job="payments",coulisse_outcome="failed"}', 5),
    ],
    right: [
      grows('coulisse_payment_notifications_total{job="payments",coulisse_outcome="accepted"}', 50),
      grows('coulisse_payment_notifications_total{job="payments",coulisse_outcome="refused"}', 2),
    ],
    labels: {},
  },
  HoldExpiry: {
    wrong: [stays('coulisse_holds_overdue_seconds{job="ticketing",instance="a"}', 120)],
    right: [stays('coulisse_holds_overdue_seconds{job="ticketing",instance="a"}', 3)],
    labels: {},
  },
  PrintQueue: {
    wrong: [
      grows(`coulisse_print_wait_seconds_bucket{${prints},le="30"}`, 10),
      grows(`coulisse_print_wait_seconds_count{${prints}}`, 20),
    ],
    right: [
      grows(`coulisse_print_wait_seconds_bucket{${prints},le="30"}`, 20),
      grows(`coulisse_print_wait_seconds_count{${prints}}`, 20),
    ],
    labels: {},
  },
  OutboxRefused: {
    wrong: [stays('coulisse_outbox_failed{job="sales",instance="a"}', 1)],
    right: [stays('coulisse_outbox_failed{job="sales",instance="a"}', 0)],
    labels: { job: 'sales' },
  },
  ConsumerStuck: {
    wrong: [
      stays(`coulisse_consumer_lag{${group}}`, 12),
      stays(`coulisse_consumer_position_total{${group}}`, 400),
    ],
    right: [
      stays(`coulisse_consumer_lag{${group}}`, 12),
      grows(`coulisse_consumer_position_total{${group}}`, 60),
      // Another one has nothing to do.
      stays('coulisse_consumer_lag{job="sales",messaging_consumer_group_name="sales.idle"}', 0),
      stays('coulisse_consumer_position_total{job="sales",messaging_consumer_group_name="sales.idle"}', 7),
    ],
    labels: { job: 'crm', messaging_consumer_group_name: 'crm.on-reservation' },
  },
  FailedDeliveries: {
    wrong: [stays(`coulisse_failed_deliveries{${group},coulisse_delivery_state="DEAD"}`, 1)],
    right: [stays(`coulisse_failed_deliveries{${group},coulisse_delivery_state="RETRYING"}`, 3)],
    labels: { job: 'crm', messaging_consumer_group_name: 'crm.on-reservation' },
  },
  PaymentNotificationsRefused: {
    wrong: [
      grows('coulisse_payment_notifications_total{job="payments",coulisse_outcome="accepted"}', 10),
      grows('coulisse_payment_notifications_total{job="payments",coulisse_outcome="refused"}', 10),
    ],
    right: [
      grows('coulisse_payment_notifications_total{job="payments",coulisse_outcome="accepted"}', 50),
      grows('coulisse_payment_notifications_total{job="payments",coulisse_outcome="refused"}', 2),
    ],
    labels: {},
  },
  PrintQueueFull: {
    wrong: [stays(`coulisse_prints_waiting{${prints}}`, 60)],
    right: [stays(`coulisse_prints_waiting{${prints}}`, 4)],
    labels: { job: 'documents' },
  },
  MailsFailing: {
    wrong: [
      grows('coulisse_mails_total{job="notifications",coulisse_outcome="failed"}', 10),
      grows('coulisse_mails_total{job="notifications",coulisse_outcome="accepted"}', 10),
    ],
    right: [
      grows('coulisse_mails_total{job="notifications",coulisse_outcome="failed"}', 1),
      grows('coulisse_mails_total{job="notifications",coulisse_outcome="accepted"}', 50),
    ],
    labels: {},
  },
  JobsLate: {
    wrong: [
      stays('coulisse_jobs_oldest_seconds{job="crm",instance="a",coulisse_job_kind="crm.merge"}', 2_000),
    ],
    right: [stays('coulisse_jobs_oldest_seconds{job="crm",instance="a",coulisse_job_kind="crm.merge"}', 20)],
    labels: { job: 'crm', coulisse_job_kind: 'crm.merge' },
  },
  DatabasePool: {
    wrong: [
      stays(
        'db_client_connection_pending_requests{job="crm",instance="a",db_client_connection_pool_name="crm"}',
        4,
      ),
    ],
    right: [
      stays(
        'db_client_connection_pending_requests{job="crm",instance="a",db_client_connection_pool_name="crm"}',
        0,
      ),
    ],
    labels: { job: 'crm', db_client_connection_pool_name: 'crm' },
  },
  EventLoop: {
    wrong: [stays('nodejs_eventloop_delay_p99_seconds{job="documents",instance="a"}', 0.6)],
    right: [stays('nodejs_eventloop_delay_p99_seconds{job="documents",instance="a"}', 0.03)],
    labels: { job: 'documents' },
  },
  UncaughtErrors: {
    wrong: [
      grows('coulisse_process_unhandled_rejections_total{job="sales",instance="a"}', 1),
      stays('coulisse_process_uncaught_exceptions_total{job="sales",instance="a"}', 0),
    ],
    right: [
      stays('coulisse_process_unhandled_rejections_total{job="sales",instance="a"}', 3),
      stays('coulisse_process_uncaught_exceptions_total{job="sales",instance="a"}', 0),
    ],
    labels: { job: 'sales' },
  },
  TargetDown: {
    wrong: [stays('up{job="keycloak",instance="a:9000"}', 0)],
    right: [stays('up{job="keycloak",instance="a:9000"}', 1)],
    labels: { job: 'keycloak', instance: 'a:9000' },
  },
  TelemetryAbsent: {
    wrong: [stays('up{job="otel-collector",instance="a"}', 1)],
    right: [stays('coulisse_outbox_lag_seconds{job="ticketing",instance="a"}', 1)],
    labels: {},
  },
};

/** Objectives have a page and a ticket; after six hours of the same fault, both. */
const expected = (severity, labels, alert, summary) => ({
  exp_labels: { severity, ...labels },
  exp_annotations: { summary, runbook_url: runbookOf(alert) },
});

/** The file of `promtool test rules`. */
export function ruleTests() {
  const all = [
    ...OBJECTIVES.map((objective) => ({ ...objective, severities: ['page', 'ticket'] })),
    ...ALERTS.map((alert) => ({ ...alert, severities: [alert.severity] })),
  ];
  const tests = all.flatMap(({ alert, summary, severities }) => {
    const { wrong, right, labels } = CASES[alert];
    const at = '7h';
    const test = (input_series, exp_alerts) => ({
      interval: '1m',
      input_series,
      alert_rule_test: [{ eval_time: at, alertname: alert, exp_alerts }],
    });
    return [
      test(
        wrong,
        severities.map((severity) => expected(severity, labels, alert, summary)),
      ),
      test(right, []),
    ];
  });
  // Every five minutes, not each: the file takes half a minute instead of two.
  return { rule_files: ['../objectives.yaml', '../causes.yaml'], evaluation_interval: '5m', tests };
}
