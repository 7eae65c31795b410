import { defineJob } from '@coulisse/job-runner';
import type { RecordOf } from '@coulisse/resource';
import { resourcesOf } from '@coulisse/resource-server';
import { systemActor, type ServiceContext } from '@coulisse/service-kit';
import { ownHost } from '../../resources';
import { checkOwnHost, orderLook } from './check-order';
import type { DomainRecords } from './domain-records';
import { holderOf, noteLook, releaseHost, takeHost } from './own-host.store';
import { findingOf, type Finding } from './proof.domain';

type Waiting = Pick<RecordOf<typeof ownHost>, 'id' | 'host' | 'recordName' | 'recordValue'>;

/** What the records of a host say for a tenant; a host that another tenant has given up becomes free. */
async function look(
  { id, host, recordName, recordValue }: Waiting,
  tenantId: string,
  records: DomainRecords,
  ctx: ServiceContext,
): Promise<Finding | null> {
  const texts = await records.texts(recordName ?? '').catch((error: unknown) => {
    ctx.log.info({ err: error, ownHostId: id }, 'own_host.no_answer');
    return null;
  });
  const finding = findingOf(texts, recordValue ?? '');
  if (finding !== null) return finding;
  const holder = await holderOf(ctx, host);
  if (!holder || holder.tenant_id === tenantId) return null;
  if (holder.is_current) return 'TAKEN';
  const former = systemActor(holder.tenant_id, 'ticketing.own-host');
  await ctx.db.inTenant(former, (tx) => releaseHost(tx, host));
  return null;
}

const isOver = (end: string | null): boolean => end === null || Date.parse(end) <= Date.now();

/** Looks at the record that proves a host. The servers of others are asked between two transactions, never inside one. */
export const checkOwnHostJob = (records: DomainRecords) =>
  defineJob({
    ...checkOwnHost,
    label: { fr: 'Vérification d’un nom d’hôte', en: 'Check of a host name' },
    run: async (task, ctx) => {
      const { ownHostId, looks } = task.payload;
      const hosts = resourcesOf(ctx).of(ownHost);
      const waiting = await task.inTenant((tx) => hosts.read(tx, task.actor, ownHostId));
      if (waiting.state !== 'WAITING') return;
      const found = await look(waiting, task.tenantId, records, ctx);
      await task.inTenant(async (tx) => {
        const { record } = await hosts.lock(tx, task.actor, ownHostId);
        if (record.state !== 'WAITING') return;
        const isTaken = found === null && !(await takeHost(tx, record.host));
        const finding = isTaken ? 'TAKEN' : found;
        if (finding !== null && finding === record.finding) await noteLook(tx, ownHostId);
        else {
          const checkedAt = new Date().toISOString();
          const provenAt = finding === null ? checkedAt : null;
          await hosts.update(tx, task.actor, ownHostId, { finding, checkedAt, provenAt });
        }
        if (finding === null) await hosts.transition(tx, task.actor, ownHostId, 'prove');
        else if (finding === 'TAKEN' || isOver(record.checksEnd))
          await hosts.transition(tx, task.actor, ownHostId, 'refuse');
        else await orderLook(ctx, tx, ownHostId, looks + 1);
      });
    },
  });
