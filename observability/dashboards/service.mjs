// One dashboard per service, from one template; a part that a service does not have is left out.
import { orZero, quantile, rate } from './queries.mjs';
import { dashboard, figure, lines } from './panels.mjs';

/**
 * The services and what they have. A test compares the names with the topology.
 * @typedef {{ name: string, rpc?: boolean, consumes?: boolean, outbox?: boolean }} ObservedService
 * @type {ObservedService[]}
 */
export const SERVICES = [
  { name: 'gateway' },
  { name: 'identity', rpc: true, outbox: true },
  { name: 'crm', rpc: true, consumes: true, outbox: true },
  { name: 'ticketing', rpc: true, consumes: true, outbox: true },
  { name: 'payments', rpc: true, consumes: true, outbox: true },
  { name: 'documents', rpc: true, outbox: true },
  { name: 'notifications', rpc: true, consumes: true, outbox: true },
  { name: 'insights', outbox: true },
  { name: 'sales', consumes: true, outbox: true },
];

const HTTP = 'http_server_request_duration_seconds';
const RPC = 'rpc_server_call_duration_seconds';

const http = (of) => [
  lines('Requests by route', 'perSecond', [
    [
      rate(`${HTTP}_count{${of}}`, 'http_request_method, http_route'),
      '{{http_request_method}} {{http_route}}',
    ],
  ]),
  lines('Latency by route (p95)', 'seconds', [
    [quantile(0.95, HTTP, of, 'http_request_method, http_route'), '{{http_request_method}} {{http_route}}'],
  ]),
  lines('Answers by status', 'perSecond', [
    [rate(`${HTTP}_count{${of}}`, 'http_response_status_code'), '{{http_response_status_code}}'],
  ]),
];
const rpc = (of) => [
  lines('Calls by method', 'perSecond', [[rate(`${RPC}_count{${of}}`, 'rpc_method'), '{{rpc_method}}']]),
  lines('Latency by method (p95)', 'seconds', [[quantile(0.95, RPC, of, 'rpc_method'), '{{rpc_method}}']]),
  lines('Calls that failed', 'perSecond', [
    [
      orZero(
        rate(`${RPC}_count{${of},rpc_response_status_code!="OK"}`, 'rpc_method, rpc_response_status_code'),
      ),
      '{{rpc_method}} {{rpc_response_status_code}}',
    ],
  ]),
];
const consumers = (of) => [
  lines('Messages by consumer group', 'perSecond', [
    [
      rate(`coulisse_consumer_duration_seconds_count{${of}}`, 'messaging_consumer_group_name'),
      '{{messaging_consumer_group_name}}',
    ],
  ]),
  lines('Time to handle a message (p95)', 'seconds', [
    [
      quantile(0.95, 'coulisse_consumer_duration_seconds', of, 'messaging_consumer_group_name'),
      '{{messaging_consumer_group_name}}',
    ],
  ]),
  lines('Age of an event when it has taken effect (p95)', 'seconds', [
    [
      quantile(0.95, 'coulisse_event_age_seconds', of, 'messaging_consumer_group_name'),
      '{{messaging_consumer_group_name}}',
    ],
  ]),
  lines('Messages stored as failed', 'perSecond', [
    [
      orZero(rate(`coulisse_inbox_failures_total{${of}}`, 'messaging_consumer_group_name, error_type')),
      '{{messaging_consumer_group_name}} {{error_type}}',
    ],
  ]),
];
const outbox = (of) => [
  lines('Outbox', 'seconds', [[`max(coulisse_outbox_lag_seconds{${of}})`, 'oldest event']]),
  lines('Background jobs', 'count', [
    [
      orZero(`max by (coulisse_job_kind, coulisse_job_state) (coulisse_jobs{${of}})`),
      '{{coulisse_job_kind}} {{coulisse_job_state}}',
    ],
  ]),
];
const database = (of) => [
  lines('Statements (p95)', 'seconds', [
    [
      quantile(0.95, 'db_client_operation_duration_seconds', of, 'db_operation_name'),
      '{{db_operation_name}}',
    ],
  ]),
  lines('Connections to the database', 'count', [
    [
      `sum by (db_client_connection_state) (db_client_connection_count{${of}})`,
      '{{db_client_connection_state}}',
    ],
    [`sum(db_client_connection_pending_requests{${of}})`, 'waiting'],
  ]),
];
const process = (of) => [
  lines('Delay of the event loop (p99)', 'seconds', [
    [`max by (instance) (nodejs_eventloop_delay_p99_seconds{${of}})`, '{{instance}}'],
  ]),
  lines('Use of the event loop', 'ratio', [
    [`max by (instance) (nodejs_eventloop_utilization_ratio{${of}})`, '{{instance}}'],
  ]),
  lines('Memory of JavaScript', 'bytes', [
    [`sum by (instance) (v8js_memory_heap_used_bytes{${of}})`, '{{instance}}'],
  ]),
];

/** @param {ObservedService} service */
export const serviceDashboard = (service) => {
  const of = `job="${service.name}"`;
  return dashboard({
    uid: `service-${service.name}`,
    title: `Service ${service.name}`,
    tags: ['service'],
    panels: [
      figure('Replicas', 'count', `count(count by (instance) (target_info{${of}}))`),
      figure('Requests', 'perSecond', rate(`${HTTP}_count{${of}}`)),
      figure(
        'Errors of ours',
        'perSecond',
        orZero(rate(`${HTTP}_count{${of},http_response_status_code=~"5.."}`)),
      ),
      figure('Latency (p95)', 'seconds', quantile(0.95, HTTP, of)),
      figure(
        'Errors that nobody caught, in a day',
        'count',
        orZero(`sum(increase(coulisse_process_unhandled_rejections_total{${of}}[1d]))`),
      ),
      ...http(of),
      ...(service.rpc ? rpc(of) : []),
      ...(service.consumes ? consumers(of) : []),
      ...(service.outbox ? outbox(of) : []),
      ...database(of),
      ...process(of),
    ],
  });
};
