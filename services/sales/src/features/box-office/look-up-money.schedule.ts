import { defineSchedule, type TenantTask } from '@coulisse/job-runner';
import type { ServiceContext } from '@coulisse/service-kit/service';
import { readBoxOffice } from './box-office-money';
import { unreadReservations } from './box-office.store';
import { settleAtBoxOffice } from './settle-box-office.command';

const FIRST = '00000000-0000-0000-0000-000000000000';

/** Asks for the money of reservations whose bills were issued before sales asked for it. */
export async function lookUpMoney(
  { tenantId, signal, inTenant }: Pick<TenantTask, 'tenantId' | 'signal' | 'inTenant'>,
  ctx: ServiceContext,
): Promise<void> {
  let after: string | undefined = FIRST;
  while (after !== undefined) {
    const begin: string = after;
    const ids = await inTenant((tx) => unreadReservations(tx, begin));
    for (const id of ids) {
      signal.throwIfAborted();
      const money = await readBoxOffice(ctx, tenantId, id);
      await inTenant((tx) => settleAtBoxOffice(tx, ctx, money));
    }
    after = ids.at(-1);
  }
}

/** Each hour; in an installation that has asked for all of it there is nothing to do. */
export const lookUpMoneyHourly = defineSchedule({
  name: 'sales.look-up-money',
  label: { fr: 'Règlements de la billetterie sur les factures', en: 'Money of the box office on bills' },
  cron: '10 * * * *',
  zone: 'tenant',
  run: lookUpMoney,
});
