import { Resolver } from 'node:dns/promises';

/** Records of the domain name system, which prove whose a host name is. */
export abstract class DomainRecords {
  /** The TXT records of a name; none where there are none. Rejects while the name servers do not answer. */
  abstract texts(name: string): Promise<string[]>;
}

const NONE = new Set(['ENOTFOUND', 'ENODATA']);
/** A record of ours has 70 characters: a theatre has a handful of others, and an attacker's thousands are not read. */
const MOST_RECORDS = 50;

export class DnsRecords extends DomainRecords {
  private readonly resolver = new Resolver({ timeout: 2_000, tries: 2 });

  /** @param servers `address:port`; those of the machine without any */
  constructor(servers: readonly string[] = []) {
    super();
    if (servers.length > 0) this.resolver.setServers(servers);
  }

  override async texts(name: string): Promise<string[]> {
    try {
      const records = await this.resolver.resolveTxt(name);
      // A text of more than 255 bytes comes in parts.
      return records.slice(0, MOST_RECORDS).map((parts) => parts.join(''));
    } catch (error) {
      if (NONE.has((error as NodeJS.ErrnoException).code ?? '')) return [];
      throw error;
    }
  }
}
