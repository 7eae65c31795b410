import { isTimeZone, type identityV1 } from '@coulisse/contracts';
import type { Logger } from 'pino';
import type { PlatformDatabase } from '../database/types';
import type { BackgroundWork } from '../service/manifest';
import { Rounds } from '../service/rounds';

/** A page of the tenants, in the order of their ids, after an id or from the first one (`''`). */
export type ListTenants = (after: string) => Promise<readonly identityV1.TenantParameters[]>;

export interface TenantDirectorySettings {
  db: PlatformDatabase;
  log: Logger;
  list: ListTenants;
}

/** An event of identity reads the list at once; this is for events that were missed. */
const EVERY_MS = 300_000;
const AFTER_FAILURE_MS = 10_000;

const LOAD = 'SELECT tenant_id AS "tenantId", zone FROM kit.tenant';
const STORE = `INSERT INTO kit.tenant (tenant_id, zone, archived)
  SELECT * FROM unnest($1::uuid[], $2::text[], $3::boolean[])
  ON CONFLICT (tenant_id) DO UPDATE SET zone = excluded.zone, archived = excluded.archived
  WHERE (tenant.zone, tenant.archived) IS DISTINCT FROM (excluded.zone, excluded.archived)`;

/** Time zones by tenant, as far as this process knows them. */
export class TenantZones {
  private readonly zones = new Map<string, string>();

  of(tenantId: string): string | undefined {
    return this.zones.get(tenantId);
  }
  set(tenantId: string, zone: string): void {
    this.zones.set(tenantId, zone);
  }
}

/**
 * The tenants and their time zones in a service: a copy of identity's list in `kit.tenant`, so that a service that starts
 * without identity knows them. Each process reads the list again after an event of identity, and every five minutes.
 */
export class TenantDirectory implements BackgroundWork {
  private readonly rounds = new Rounds(
    async () => {
      await this.copy();
      return EVERY_MS;
    },
    (error) => {
      this.settings.log.warn({ err: error }, 'tenants.not_read');
      return AFTER_FAILURE_MS;
    },
  );

  constructor(
    private readonly zones: TenantZones,
    private readonly settings: TenantDirectorySettings,
  ) {}

  /** Reads what an earlier process stored; called before the service listens. */
  async load(): Promise<void> {
    const { rows } = await this.settings.db.inPlatform('read the tenants', ({ sql }) =>
      sql.query<{ tenantId: string; zone: string }>(LOAD),
    );
    for (const { tenantId, zone } of rows) this.zones.set(tenantId, zone);
  }

  start(): void {
    this.rounds.start();
  }

  /** Reads the list again now: a tenant was created or changed. */
  wake(): void {
    this.rounds.wake();
  }

  stop(): Promise<void> {
    return this.rounds.stop();
  }

  private async copy(): Promise<void> {
    for (let after = ''; ;) {
      const page = await this.settings.list(after);
      const last = page.at(-1);
      if (!last) return;
      await this.store(page);
      after = last.tenantId;
    }
  }

  /** A zone that this process does not know is not stored: PostgreSQL would refuse every statement with it. */
  private async store(page: readonly identityV1.TenantParameters[]): Promise<void> {
    const usable = page.filter(({ timeZone }) => isTimeZone(timeZone));
    if (usable.length < page.length)
      this.settings.log.error({ tenants: page.length - usable.length }, 'tenants.zone_unknown');
    await this.settings.db.inPlatform('store the tenants', ({ sql }) =>
      sql.query(STORE, [
        usable.map(({ tenantId }) => tenantId),
        usable.map(({ timeZone }) => timeZone),
        usable.map(({ archived }) => archived),
      ]),
    );
    for (const { tenantId, timeZone } of usable) this.zones.set(tenantId, timeZone);
  }
}
