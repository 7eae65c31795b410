import { systemActor } from '@coulisse/service-kit/actor';
import { type BackgroundWork, Rounds, type ServiceContext } from '@coulisse/service-kit/service';
import type { Publication } from './publication';
import type { Republication } from './republication';

const POLL_MS = 5_000;
const FAILURE_PAUSE_MS = 5_000;
/** Any constant will do: an advisory lock is per database, and each database has one service. */
const ANNOUNCE_LOCK = 727_004;
const REQUEST_ALL = `INSERT INTO kit.republication (tenant_id, resource) SELECT tenant, $1 FROM kit.tenants_of($2) AS tenant`;
const REMEMBER = `INSERT INTO kit.publication (resource, fingerprint) VALUES ($1, $2)
  ON CONFLICT (resource) DO UPDATE SET fingerprint = excluded.fingerprint, at = now()`;

type JobContext = Pick<ServiceContext, 'db' | 'log'>;

/**
 * Publishes records again, in batches that each are a transaction: all those of a resource that was not published yet, or
 * in another way, and those that were requested. A killed process loses at most its current batch; several processes share
 * the work.
 */
export class RepublicationJob implements BackgroundWork {
  private readonly rounds = new Rounds(
    () => this.round(),
    (error) => this.pauseAfter(error),
  );

  constructor(
    private readonly ctx: JobContext,
    private readonly republication: Republication,
  ) {
    republication.onRequested(() => this.rounds.wake());
  }

  start(): void {
    this.rounds.start();
  }

  stop(): Promise<void> {
    return this.rounds.stop();
  }

  private async round(): Promise<number> {
    await requestUnpublished(this.ctx, [...this.republication.publications.values()]);
    await publishRequested(this.ctx, this.republication, () => this.rounds.isStopped);
    return POLL_MS;
  }

  private pauseAfter(error: unknown): number {
    this.ctx.log.warn({ err: error }, 'records.publish_failed');
    return FAILURE_PAUSE_MS;
  }
}

/** Requests all records of the resources that were not published yet, or from other fields. */
export async function requestUnpublished(
  { db, log }: JobContext,
  publications: readonly Publication[],
): Promise<void> {
  const names = publications.map(({ resource }) => resource.name);
  const requested = await db.inPlatform('find resources to publish', async ({ sql }) => {
    const published = 'SELECT resource, fingerprint FROM kit.publication WHERE resource = ANY($1::text[])';
    const due = async () => {
      const { rows } = await sql.query<{ resource: string; fingerprint: string }>(published, [names]);
      const fingerprints = new Map(rows.map(({ resource, fingerprint }) => [resource, fingerprint]));
      return publications.filter(
        ({ resource, fingerprint }) => fingerprints.get(resource.name) !== fingerprint,
      );
    };
    if ((await due()).length === 0) return [];
    // Of several processes that start together one requests; the others then find nothing to do.
    await sql.query('SELECT pg_advisory_xact_lock($1::bigint)', [ANNOUNCE_LOCK]);
    const unpublished = await due();
    for (const { resource, fingerprint } of unpublished) {
      await sql.query(REQUEST_ALL, [resource.name, resource.table]);
      await sql.query(REMEMBER, [resource.name, fingerprint]);
    }
    return unpublished.map(({ resource }) => resource.name);
  });
  if (requested.length > 0) log.info({ resources: requested }, 'records.publishing');
}

/** Publishes what was requested, a batch of each tenant in turn. */
export async function publishRequested(
  { db, log }: JobContext,
  republication: Republication,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const { rows } = await db.inPlatform('find records to publish', ({ sql }) =>
    sql.query<{ tenant_id: string }>('SELECT DISTINCT tenant_id FROM kit.republication'),
  );
  let waiting = rows.map(({ tenant_id }) => tenant_id);
  let total = 0;
  // A batch whose records are being changed is tried again in the next round; it holds up no other tenant.
  let failure: { error: unknown } | undefined;
  while (waiting.length > 0 && !isStopped()) {
    const left: string[] = [];
    for (const tenantId of waiting) {
      if (isStopped()) break;
      const actor = systemActor(tenantId, 'publication of records');
      try {
        const count = await db.inTenant(actor, (tx) => republication.publishNext(tx));
        if (count !== null) left.push(tenantId);
        total += count ?? 0;
      } catch (error) {
        failure = { error };
      }
    }
    waiting = left;
  }
  if (total > 0) log.info({ records: total }, 'records.published');
  if (failure) throw failure.error;
  return total;
}
