// What telemetry costs a request that the gateway forwards to crm: processor time of both, with the instrumentations loaded
// but off, on for one trace in ten, and on for each, against the same programs without them. What is sent is thrown away.
import { createServer } from 'node:http';
import { serviceProcess } from '../../dev/lib/service-processes.mjs';
import { partNamed } from './lib/gateway.mjs';
import { freePort, start } from './lib/process.mjs';
import { goal, ratesTable } from './lib/report.mjs';
import { takeTurns } from './lib/rounds.mjs';

export const needs = { tenant: true };

const PATH = '/b/api/crm/channels?size=25';
const [WITHOUT, OFF, SAMPLED, ON] = ['not loaded', 'off', 'on, 1 trace in 10', 'on, each trace'];
/** The last two send; the gateway decides which traces. */
const SAMPLERS = { [SAMPLED]: '0.1', [ON]: '1' };

/** Takes what is sent to it; an empty answer is one of OTLP. */
async function startSink() {
  let received = 0;
  const server = createServer((request, response) => {
    received += 1;
    request.resume().on('end', () => response.writeHead(200).end());
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    received: () => received,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** The settings of a part in one of the states, whatever the state of the stack. */
function settings(name, state, sinkUrl) {
  const { args, env, cwd } = serviceProcess(partNamed(name));
  const without = Object.entries(env).filter(([variable]) => !variable.startsWith('OTEL_'));
  const at = args.indexOf('--require');
  return {
    cwd,
    args: state === WITHOUT ? args.toSpliced(at, 2) : args,
    env: {
      ...Object.fromEntries(without),
      ...(SAMPLERS[state] && {
        OTEL_EXPORTER_OTLP_ENDPOINT: sinkUrl,
        OTEL_SERVICE_NAME: name,
        OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
        OTEL_TRACES_SAMPLER_ARG: SAMPLERS[state],
      }),
      LOG_LEVEL: 'warn',
    },
  };
}

/** One more process of a part, beside that of the stack. */
async function oneMore(name, state, sinkUrl, services = {}) {
  const { args, env, cwd } = settings(name, state, sinkUrl);
  const [http, grpc] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${http}`;
  const program = await start({
    name: `${name}, ${state}`,
    args,
    cwd,
    env: { ...env, ...services, HTTP_PORT: String(http), GRPC_PORT: String(grpc) },
    health: `${url}/health/live`,
  });
  return { ...program, url };
}

/** A gateway and the crm behind it. */
async function contender(state, sinkUrl, headers) {
  const crm = await oneMore('crm', state, sinkUrl);
  const gateway = await oneMore('gateway', state, sinkUrl, { CRM_URL: crm.url });
  return { name: state, url: gateway.url + PATH, headers, processes: [gateway, crm] };
}

export async function run({ tenant, effort }) {
  const sink = await startSink();
  const contenders = await Promise.all(
    [WITHOUT, OFF, SAMPLED, ON].map((state) => contender(state, sink.url, tenant.headers)),
  );
  const medians = await takeTurns(contenders, effort);
  for (const program of contenders.flatMap(({ processes }) => processes)) await program.stop();
  await sink.stop();
  if (sink.received() === 0) throw new Error('nothing was sent while telemetry was on');
  ratesTable(medians);
  const times = (state) => medians[state].cpuMs / medians[WITHOUT].cpuMs;
  // On a busy machine two runs of the same program differ by a tenth.
  const limits = { [OFF]: 1.1, [SAMPLED]: 2.5, [ON]: 3 };
  return Object.entries(limits).map(([state, limit]) =>
    goal(`processor time of a request, ${state} ÷ not loaded`, times(state), 'at most', limit),
  );
}
