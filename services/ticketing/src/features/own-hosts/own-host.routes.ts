import { OWN_HOSTS_PATH } from '@coulisse/contracts/own-host';
import { route } from '@coulisse/service-kit';
import { ownHosts } from './own-host.store';

/** Which theatre each host name belongs to. The gateway reads it every few seconds. */
export const ownHostRoutes = [
  route.get(
    OWN_HOSTS_PATH,
    { summary: 'Host names of theatres', tag: 'Catalogue', access: 'public' },
    async (_request, ctx) => ({ items: await ownHosts(ctx) }),
  ),
];
