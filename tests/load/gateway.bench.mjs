// What the gateway forwards, against Express with http-proxy-middleware, the same small service behind both. Ours checks
// the token, cuts and adds headers and limits the body; the baseline does nothing of the kind.
import { startGateway, startBaseline } from './lib/gateway.mjs';
import { goal, ratesTable } from './lib/report.mjs';
import { takeTurns } from './lib/rounds.mjs';

export const needs = { tenant: true };

export async function run({ tenant, effort }) {
  const service = await startBaseline('echo');
  const ours = await startGateway({ CRM_URL: service.url });
  const baseline = await startBaseline('express-proxy', { TARGET: service.url });
  const path = '/b/api/crm/echo';
  const medians = await takeTurns(
    [
      { name: 'gateway', url: ours.url + path, headers: tenant.headers, processes: [ours] },
      {
        name: 'express + http-proxy-middleware',
        url: baseline.url + path,
        headers: tenant.headers,
        processes: [baseline],
      },
      { name: 'the service alone', url: service.url + path, processes: [service] },
    ],
    effort,
  );
  ratesTable(medians);
  for (const program of [ours, baseline, service]) await program.stop();
  const [own, other] = [medians.gateway, medians['express + http-proxy-middleware']];
  return [
    goal('requests a second, ours ÷ the baseline’s', own.rate / other.rate, 'at least', 2),
    {
      text: `info  processor time of a request, the baseline’s ÷ ours: ${(other.cpuMs / own.cpuMs).toFixed(2)}`,
      isMet: true,
    },
  ];
}
