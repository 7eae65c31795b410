import { isHostName, OWN_HOSTS_PATH, type OwnHost, siteUrl } from '@coulisse/contracts/own-host';
import { Problem } from '@coulisse/service-kit/problem';
import { startRounds } from '@coulisse/service-kit/service';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { ReadPublic } from '../fronts/public-pages';

/** What the host of a request shows. */
export interface Site {
  url: URL;
  /** The only theatre of this host; absent on the host of the installation, which shows all. */
  theatre?: { id: string; slug: string };
  /** Where the pages of a host lead that its theatre has given up. */
  movedTo?: string;
}

export interface OwnHostsOptions {
  publicUrl: string;
  read: ReadPublic;
  log: Logger;
  /** Between two readings of the list, in ms; 0 reads it never: every host is that of the installation. */
  everyMs: number;
}

const list = z.object({ items: z.array(z.unknown()) });
const named = z.object({ host: z.string().refine(isHostName) });
const row = named.extend({
  theatre: z.uuid(),
  slug: z.string().min(1),
  isCurrent: z.boolean(),
  movedTo: z.string().refine(isHostName).nullable(),
});

/**
 * The host of a header as the list has it; null for what is no host name. Browsers send it in lower case; the port and the
 * dot of the root name the same host.
 */
export function hostOf(header: string | undefined): string | null {
  const host = (header ?? '')
    .replace(/:\d{1,5}$/, '')
    .replace(/\.$/, '')
    .toLowerCase();
  return isHostName(host) ? host : null;
}

/**
 * The host names of theatres. The whole list is read every few seconds, so that no request waits for it, and hosts that
 * somebody invents cost nothing. While it cannot be read, the last one counts.
 */
export class OwnHosts {
  readonly installation: Site;
  private readonly installationHost: string | null;
  /** Without a site: what the list says about the host is not readable. */
  private sites: ReadonlyMap<string, Site | undefined> | undefined;
  /** Rows of the last list that were not readable. */
  private unreadable = 0;
  private stopRounds: (() => Promise<void>) | undefined;

  constructor(private readonly options: OwnHostsOptions) {
    const url = new URL(options.publicUrl);
    this.installation = { url };
    this.installationHost = hostOf(url.host);
    if (options.everyMs === 0) this.sites = new Map();
  }

  /** Only the `Host` header counts: what else a client says about the host is not looked at. */
  of(header: string | undefined): Site {
    const host = hostOf(header);
    if (host === null || host === this.installationHost) return this.installation;
    // Before the first list nobody knows whose host it is: it must not show what is not its theatre's.
    const isUnknown = !this.sites || (this.sites.has(host) && !this.sites.get(host));
    if (isUnknown) throw new Problem('service.unavailable', { headers: { 'Retry-After': '1' } });
    return this.sites?.get(host) ?? this.installation;
  }

  start(): void {
    const { everyMs, log } = this.options;
    if (everyMs === 0) return;
    const onError = (error: unknown) => log.warn({ err: error }, 'hosts.not_read');
    void this.load().catch(onError);
    this.stopRounds = startRounds(() => this.load(), everyMs, onError);
  }

  async stop(): Promise<void> {
    await this.stopRounds?.();
  }

  /** Reads the list now. */
  async load(): Promise<void> {
    const { read, publicUrl, log } = this.options;
    const { items } = list.parse(await read(OWN_HOSTS_PATH, 'fr'));
    const sites = new Map<string, Site | undefined>();
    let unreadable = 0;
    for (const item of items) {
      const own = row.safeParse(item);
      const host = own.data?.host ?? named.safeParse(item).data?.host;
      if (!own.success) unreadable++;
      if (host !== undefined && host !== this.installationHost)
        sites.set(host, own.data && siteOf(own.data, publicUrl));
    }
    this.sites = sites;
    // The other rows count; whoever looks for the broken one reads of it once, not every few seconds.
    if (unreadable !== this.unreadable) log.warn({ hosts: unreadable }, 'hosts.not_readable');
    this.unreadable = unreadable;
  }
}

const siteOf = ({ host, theatre, slug, isCurrent, movedTo }: OwnHost, publicUrl: string): Site =>
  isCurrent
    ? { url: new URL(siteUrl(publicUrl, host)), theatre: { id: theatre, slug } }
    : { url: new URL(publicUrl), movedTo: siteUrl(publicUrl, movedTo) };
