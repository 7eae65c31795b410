import { hostNameOf, proofValue } from '@coulisse/contracts/own-host';
import { defineCommand } from '@coulisse/resource-server';
import { Problem, type Tx } from '@coulisse/service-kit';
import { ownHost } from '../../resources';
import { newSecret } from '../holds/hold.domain';
import { endOfLooks, orderLook } from './check-order';
import { giveHostUp, holderOf } from './own-host.store';

/** Each of them that waits costs about a thousand questions to name servers. */
const MOST_HOSTS = 20;

type Refusal = 'own-host.no-host-name' | 'own-host.reserved' | 'own-host.taken' | 'own-host.too-many';
const refused = (code: Refusal, params = {}): Problem =>
  new Problem('validation.failed', { errors: [{ pointer: '/host', code, params }] });

/** Refuses one more than a theatre may have, other than those that it has removed. */
async function checkCount(tx: Tx): Promise<void> {
  const { rows } = await tx.sql.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM own_host WHERE tenant_id = $1 AND state <> 'REMOVED'`,
    [tx.tenantId],
  );
  if ((rows[0]?.count ?? 0) >= MOST_HOSTS) throw refused('own-host.too-many', { max: MOST_HOSTS });
}

/** What goes with host names: their proof is looked for, and who gives one up does not lose the links to it. */
export const ownHostCommands = [
  defineCommand(ownHost, 'create', async ({ values, tx, ctx, proceed }) => {
    const host = hostNameOf(values.host);
    if (host === null) throw refused('own-host.no-host-name');
    const aliasOf = new URL(ctx.config.PUBLIC_URL).hostname;
    if (host === aliasOf) throw refused('own-host.reserved');
    const holder = await holderOf(ctx, host);
    // Whoever has proven it says who may have it; which theatre that is stays secret.
    if (holder?.is_current && holder.tenant_id !== tx.tenantId) throw refused('own-host.taken');
    await checkCount(tx);
    const record = await proceed({
      ...{ host, aliasOf, recordValue: proofValue(newSecret()), checksEnd: endOfLooks() },
    });
    await orderLook(ctx, tx, record.id);
    return record;
  }),
  defineCommand(ownHost, ['check', 'resume'], async ({ id, record, tx, ctx, proceed }) => {
    if (record.state === 'REMOVED') await checkCount(tx);
    await orderLook(ctx, tx, id);
    // Seven days from now on, whatever was left of those before.
    return proceed({ checksEnd: endOfLooks() });
  }),
  defineCommand(ownHost, 'remove', async ({ record, tx, proceed }) => {
    if (record.state === 'PROVEN') await giveHostUp(tx, record.host);
    return proceed();
  }),
];
