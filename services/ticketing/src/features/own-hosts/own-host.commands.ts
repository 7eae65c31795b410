import { hostNameOf, proofValue } from '@coulisse/contracts/own-host';
import { defineCommand } from '@coulisse/resource-server';
import { Problem } from '@coulisse/service-kit';
import { ownHost } from '../../resources';
import { newSecret } from '../holds/hold.domain';
import { orderLook } from './check-order';
import { giveHostUp, holderOf } from './own-host.store';

const refused = (code: 'own-host.no-host-name' | 'own-host.reserved' | 'own-host.taken'): Problem =>
  new Problem('validation.failed', { errors: [{ pointer: '/host', code }] });

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
    const record = await proceed({ host, aliasOf, recordValue: proofValue(newSecret()) });
    await orderLook(ctx, tx, record.id);
    return record;
  }),
  defineCommand(ownHost, ['check', 'resume'], async ({ id, tx, ctx, proceed }) => {
    await orderLook(ctx, tx, id);
    return proceed();
  }),
  defineCommand(ownHost, 'remove', async ({ record, tx, proceed }) => {
    if (record.state === 'PROVEN') await giveHostUp(tx, record.host);
    return proceed();
  }),
];
