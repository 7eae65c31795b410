// What the gateway forwards, against Express with http-proxy-middleware, the same small service behind both. Ours checks
// the token, cuts and adds headers and limits the body; the peer does nothing of the kind.
import { startGateway, startPeer } from './lib/gateway.mjs';
import { goal, ratesTable } from './lib/report.mjs';
import { takeTurns } from './lib/rounds.mjs';

export const needs = { tenant: true };

export async function run({ tenant, effort }) {
  const service = await startPeer('echo');
  const ours = await startGateway({ CRM_URL: service.url });
  const peer = await startPeer('express-proxy', { TARGET: service.url });
  const path = '/b/api/crm/echo';
  const medians = await takeTurns(
    [
      { name: 'gateway', url: ours.url + path, headers: tenant.headers, processes: [ours] },
      {
        name: 'express + http-proxy-middleware',
        url: peer.url + path,
        headers: tenant.headers,
        processes: [peer],
      },
      { name: 'the service alone', url: service.url + path, processes: [service] },
    ],
    effort,
  );
  ratesTable(medians);
  for (const one of [ours, peer, service]) await one.stop();
  const [own, other] = [medians.gateway, medians['express + http-proxy-middleware']];
  return [
    goal('requests a second, ours ÷ the peer’s', own.rate / other.rate, 'at least', 2),
    {
      text: `info  processor time of a request, the peer’s ÷ ours: ${(other.cpuMs / own.cpuMs).toFixed(2)}`,
      met: true,
    },
  ];
}
