// The dashboards, one function each. A test runs every query against a Prometheus that has seen sales.
import { edge, orZero, quantile, rate, shared } from './queries.mjs';
import { dashboard, figure, lines } from './panels.mjs';
import { serviceDashboard, SERVICES } from './service.mjs';

const overview = () =>
  dashboard({
    uid: 'overview',
    title: 'Overview',
    panels: [
      figure('Availability for buyers', 'ratio', shared('overview', 'availability')),
      figure('Buyers wait (p95)', 'seconds', shared('overview', 'latency')),
      figure('Requests of buyers', 'perSecond', rate(edge.buyers)),
      figure('Sales in an hour', 'count', shared('overview', 'sales')),
      figure('Alerts', 'count', shared('overview', 'alerts')),
      figure('Processes that send metrics', 'count', 'count(count by (job) (target_info))'),
      lines('Requests by class', 'perSecond', [[shared('overview', 'requests'), '{{coulisse_route_class}}']]),
      lines('Latency by class (p95)', 'seconds', [
        [shared('overview', 'latency-by-class'), '{{coulisse_route_class}}'],
      ]),
      lines('Age of the oldest event in the outbox', 'seconds', [[shared('overview', 'outbox'), '{{job}}']]),
      lines('Messages that wait, by consumer group', 'count', [
        [
          'max by (messaging_consumer_group_name) (coulisse_consumer_lag)',
          '{{messaging_consumer_group_name}}',
        ],
      ]),
      lines('Failed deliveries', 'count', [
        [
          orZero(
            'sum by (job, coulisse_delivery_state) (max by (job, messaging_consumer_group_name, coulisse_delivery_state) (coulisse_failed_deliveries))',
          ),
          '{{job}} {{coulisse_delivery_state}}',
        ],
      ]),
      lines('Pages waiting to be printed, background jobs', 'count', [
        ['max(coulisse_prints_waiting)', 'pages'],
        [
          orZero('sum(max by (job, coulisse_job_kind) (coulisse_jobs{coulisse_job_state="WAITING"}))'),
          'jobs',
        ],
      ]),
    ],
  });

const buyer = () =>
  dashboard({
    uid: 'buyer',
    title: "The buyer's path",
    panels: [
      figure('Availability', 'ratio', shared('overview', 'availability')),
      figure('Budget burnt in an hour (1 = as planned)', 'count', shared('buyer', 'burn')),
      figure('Later than a second, in an hour', 'ratio', shared('buyer', 'late')),
      figure('Reports of the bank that failed, in an hour', 'ratio', shared('buyer', 'notifications-failed')),
      figure('Event to effect (p95)', 'seconds', quantile(0.95, 'coulisse_event_age_seconds')),
      figure('Seats sold in an hour', 'count', shared('buyer', 'seats')),
      lines('Steps of a sale', 'perSecond', [[shared('buyer', 'steps'), '{{coulisse_route_class}}']]),
      lines('Latency of the steps (p50, p95, p99)', 'seconds', [
        ...[0.5, 0.95, 0.99].map((share) => [
          quantile(share, edge.metric, 'coulisse_route_class=~"hold|checkout|pay"', 'coulisse_route_class'),
          `{{coulisse_route_class}} p${share * 100}`,
        ]),
      ]),
      lines('Answers by status', 'perSecond', [
        [rate(edge.buyers, 'http_response_status_code'), '{{http_response_status_code}}'],
      ]),
      lines('Errors of ours by class', 'perSecond', [
        [orZero(rate(edge.errors, 'coulisse_route_class')), '{{coulisse_route_class}}'],
      ]),
      lines('Routes of ticketing (p95)', 'seconds', [
        [
          quantile(
            0.95,
            'http_server_request_duration_seconds',
            'job="ticketing",http_route=~"/app-api.*"',
            'http_route',
          ),
          '{{http_route}}',
        ],
      ]),
      lines('Calls between services (p95)', 'seconds', [
        [
          quantile(
            0.95,
            'rpc_server_call_duration_seconds',
            'job=~"payments|documents|notifications"',
            'rpc_method',
          ),
          '{{rpc_method}}',
        ],
      ]),
      lines('Sales by outcome', 'perSecond', [[shared('buyer', 'outcomes'), '{{coulisse_outcome}}']]),
      lines('Reports of the bank by outcome', 'perSecond', [
        [rate('coulisse_payment_notifications_total', 'coulisse_outcome'), '{{coulisse_outcome}}'],
      ]),
      lines('Tickets: wait and print (p95)', 'seconds', [
        [quantile(0.95, 'coulisse_print_wait_seconds'), 'wait'],
        [quantile(0.95, 'coulisse_print_duration_seconds'), 'print'],
      ]),
      lines('Mails by outcome', 'perSecond', [[shared('buyer', 'mails'), '{{coulisse_outcome}}']]),
      lines('Expired holds that are not announced', 'seconds', [
        ['max(coulisse_holds_overdue_seconds)', 'oldest'],
      ]),
      lines('Statements of ticketing and payments (p95)', 'seconds', [
        [
          quantile(
            0.95,
            'db_client_operation_duration_seconds',
            'job=~"ticketing|payments"',
            'job, db_operation_name',
          ),
          '{{job}} {{db_operation_name}}',
        ],
      ]),
    ],
  });

const kafka = () =>
  dashboard({
    uid: 'kafka',
    title: 'Kafka',
    panels: [
      figure('Topics', 'count', 'count(count by (messaging_destination_name) (coulisse_topic_end_total))'),
      figure(
        'Consumer groups',
        'count',
        'count(count by (messaging_consumer_group_name) (coulisse_consumer_lag))',
      ),
      figure(
        'Messages that wait',
        'count',
        'sum(max by (messaging_consumer_group_name) (coulisse_consumer_lag))',
      ),
      figure(
        'Messages written',
        'perSecond',
        'sum(max by (messaging_destination_name) (rate(coulisse_topic_end_total[5m])))',
      ),
      lines('Messages written, by topic', 'perSecond', [
        [
          'max by (messaging_destination_name) (rate(coulisse_topic_end_total[5m]))',
          '{{messaging_destination_name}}',
        ],
      ]),
      lines('Messages handled, by group', 'perSecond', [
        [
          'max by (messaging_consumer_group_name) (rate(coulisse_consumer_position_total[5m]))',
          '{{messaging_consumer_group_name}}',
        ],
      ]),
      lines('Lag, by group', 'count', [
        [
          'max by (messaging_consumer_group_name) (coulisse_consumer_lag)',
          '{{messaging_consumer_group_name}}',
        ],
      ]),
      lines('Time to handle a message (p95)', 'seconds', [
        [
          quantile(0.95, 'coulisse_consumer_duration_seconds', '', 'messaging_consumer_group_name'),
          '{{messaging_consumer_group_name}}',
        ],
      ]),
      lines('Age of an event when it has taken effect (p95)', 'seconds', [
        [
          quantile(0.95, 'coulisse_event_age_seconds', '', 'messaging_consumer_group_name'),
          '{{messaging_consumer_group_name}}',
        ],
      ]),
      lines('Age of the oldest event in the outbox', 'seconds', [[shared('overview', 'outbox'), '{{job}}']]),
      lines('Messages stored as failed, by error', 'perSecond', [
        [
          orZero(rate('coulisse_inbox_failures_total', 'messaging_consumer_group_name, error_type')),
          '{{messaging_consumer_group_name}} {{error_type}}',
        ],
      ]),
    ],
  });

const postgresql = () =>
  dashboard({
    uid: 'postgresql',
    title: 'PostgreSQL',
    panels: [
      figure('Connections', 'count', 'sum(max by (job) (coulisse_database_connections))'),
      figure(
        'Of those allowed',
        'ratio',
        'sum(max by (job) (coulisse_database_connections)) / max(coulisse_database_connections_max)',
      ),
      figure('Size of all databases', 'bytes', 'sum(max by (job) (coulisse_database_size_bytes))'),
      figure('Transactions', 'perSecond', 'sum(max by (job) (rate(coulisse_database_commits_total[5m])))'),
      figure(
        'Blocks found in the cache',
        'ratio',
        'sum(rate(coulisse_database_blocks_hit_total[5m])) / (sum(rate(coulisse_database_blocks_hit_total[5m])) + sum(rate(coulisse_database_blocks_read_total[5m])))',
      ),
      figure(
        'Deadlocks in an hour',
        'count',
        'sum(max by (job) (increase(coulisse_database_deadlocks_total[1h])))',
      ),
      lines('Connections by database', 'count', [
        ['max by (job) (coulisse_database_connections)', '{{job}}'],
      ]),
      lines('Transactions by database', 'perSecond', [
        ['max by (job) (rate(coulisse_database_commits_total[5m]))', '{{job}}'],
      ]),
      lines('Transactions rolled back', 'perSecond', [
        ['max by (job) (rate(coulisse_database_rollbacks_total[5m]))', '{{job}}'],
      ]),
      lines('Size by database', 'bytes', [['max by (job) (coulisse_database_size_bytes)', '{{job}}']]),
      lines('Statements as services see them (p95)', 'seconds', [
        [quantile(0.95, 'db_client_operation_duration_seconds', '', 'job'), '{{job}}'],
      ]),
      lines('Connections of services', 'count', [
        [
          'sum by (job, db_client_connection_state) (db_client_connection_count)',
          '{{job}} {{db_client_connection_state}}',
        ],
      ]),
      lines('Requests that wait for a connection', 'count', [
        ['sum by (job) (db_client_connection_pending_requests)', '{{job}}'],
      ]),
    ],
  });

const keycloak = () =>
  dashboard({
    uid: 'keycloak',
    title: 'Keycloak',
    panels: [
      figure('Up', 'count', 'up{job="keycloak"}'),
      figure('Requests', 'perSecond', 'sum(rate(http_server_requests_seconds_count{job="keycloak"}[5m]))'),
      figure(
        'Errors',
        'perSecond',
        orZero('sum(rate(http_server_requests_seconds_count{job="keycloak",status=~"5.."}[5m]))'),
      ),
      figure('Memory', 'bytes', 'sum(jvm_memory_used_bytes{job="keycloak"})'),
      lines('Requests by address', 'perSecond', [
        ['sum by (uri) (rate(http_server_requests_seconds_count{job="keycloak"}[5m]))', '{{uri}}'],
      ]),
      lines('Mean time by address', 'seconds', [
        [
          'sum by (uri) (rate(http_server_requests_seconds_sum{job="keycloak"}[5m])) / sum by (uri) (rate(http_server_requests_seconds_count{job="keycloak"}[5m]))',
          '{{uri}}',
        ],
      ]),
      lines('Memory by area', 'bytes', [
        ['sum by (area) (jvm_memory_used_bytes{job="keycloak"})', '{{area}}'],
      ]),
      lines('Connections to its database', 'count', [
        ['agroal_active_count{job="keycloak"}', 'active'],
        ['agroal_available_count{job="keycloak"}', 'available'],
        ['agroal_awaiting_count{job="keycloak"}', 'awaited'],
      ]),
      lines('Pauses of the memory collector', 'seconds', [
        ['sum(rate(jvm_gc_pause_seconds_sum{job="keycloak"}[5m]))', 'per second'],
      ]),
    ],
  });

const tenants = () =>
  dashboard({
    uid: 'tenants',
    title: 'Tenants',
    panels: [
      figure(
        'Tenants that sold in an hour',
        'count',
        'count(sum by (coulisse_tenant_id) (increase(coulisse_sales_total[1h])) > 0)',
      ),
      lines(
        'Sales by tenant',
        'perSecond',
        [[rate('coulisse_sales_total', 'coulisse_tenant_id'), '{{coulisse_tenant_id}}']],
        { width: 20 },
      ),
      lines('Seats sold by tenant, in an hour', 'count', [
        ['sum by (coulisse_tenant_id) (increase(coulisse_seats_sold_total[1h]))', '{{coulisse_tenant_id}}'],
      ]),
      lines('Mails by tenant', 'perSecond', [
        [rate('coulisse_mails_total', 'coulisse_tenant_id'), '{{coulisse_tenant_id}}'],
      ]),
      lines('Payments given back, by tenant', 'perSecond', [
        [
          orZero(rate('coulisse_sales_total{coulisse_outcome="given-back"}', 'coulisse_tenant_id')),
          '{{coulisse_tenant_id}}',
        ],
      ]),
      lines('Mails refused or failed, by tenant', 'perSecond', [
        [
          orZero(rate('coulisse_mails_total{coulisse_outcome!="accepted"}', 'coulisse_tenant_id')),
          '{{coulisse_tenant_id}}',
        ],
      ]),
    ],
  });

/** All dashboards, as Grafana reads them. */
export const dashboards = () => [
  overview(),
  buyer(),
  ...SERVICES.map(serviceDashboard),
  kafka(),
  postgresql(),
  keycloak(),
  tenants(),
];
