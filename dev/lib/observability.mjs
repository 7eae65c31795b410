// `npm start -- --observability`: collector, Prometheus and Jaeger beside the stack, until it stops.
import { collectorProcess, hasCollector, otlpUrl, prepareCollector } from '../infra/collector.mjs';
import { hasJaeger, jaegerProcess, prepareJaeger } from '../infra/jaeger.mjs';
import { hasPrometheus, preparePrometheus, prometheusProcess, prometheusUrl } from '../infra/prometheus.mjs';
import { readPid } from '../supervisor/pid-files.mjs';
import { isAlive } from './processes.mjs';
import { PORTS } from './settings.mjs';

/** Whether this stack was started with telemetry: commands that come later keep it. */
export const isObserved = () => isAlive(readPid('otel-collector'));

/** Chosen by this start; set before any process is described. */
let chosen = false;
export function chooseObservability() {
  chosen = true;
}
export const hasObservability = () => chosen || isObserved();

/** How often metrics are sent, in ms: a developer does not wait for a minute. */
const EXPORT_MS = '5000';

/** Variables that send a part's telemetry to the collector of its stack; none while there is none. */
export function telemetryEnvironment(name) {
  if (!hasObservability()) return {};
  return {
    OTEL_SERVICE_NAME: name,
    OTEL_EXPORTER_OTLP_ENDPOINT: otlpUrl(),
    OTEL_METRIC_EXPORT_INTERVAL: EXPORT_MS,
    OTEL_BSP_SCHEDULE_DELAY: '1000',
  };
}

/** Where insights reads the figures of operations. */
export const figuresEnvironment = () => (hasObservability() ? { PROMETHEUS_URL: prometheusUrl() } : {});

/** Steps that fetch and build the programs, then those that start them. @returns {import('./stack.mjs').Steps} */
export function observabilitySteps({ native, launch }) {
  const files = (label, isThere, run) => ({ label, run, silent: isThere() });
  const start = (label, needs, spec) => ({ label, needs, run: async () => launch(await spec()) });
  return {
    collectorFiles: files('OpenTelemetry collector from its source', hasCollector, prepareCollector),
    jaegerFiles: files('Jaeger from its source', hasJaeger, prepareJaeger),
    prometheusFiles: files('Prometheus', hasPrometheus, preparePrometheus),
    jaeger: start('Jaeger', ['jaegerFiles'], () => jaegerProcess()),
    // Before services: they need no collector to start, but what they send meanwhile would be lost.
    collector: start('OpenTelemetry collector', ['collectorFiles', 'jaeger'], () => collectorProcess()),
    prometheus: start('Prometheus', ['prometheusFiles'], () =>
      prometheusProcess({
        ...(native.has('keycloak') && { keycloakManagement: PORTS.keycloakManagement }),
        ...(native.has('gotenberg') && { gotenberg: PORTS.gotenberg }),
      }),
    ),
  };
}

/** Ports of the three processes. */
export const observabilityPorts = () => [
  {
    name: 'otel-collector',
    web: [PORTS.otlp],
    ports: [PORTS.otlp, PORTS.collectorHealth, PORTS.collectorMetrics],
  },
  { name: 'jaeger', web: [PORTS.jaeger], ports: [PORTS.jaeger, PORTS.jaegerOtlp, PORTS.jaegerHealth] },
  { name: 'prometheus', web: [PORTS.prometheus], ports: [PORTS.prometheus] },
];
