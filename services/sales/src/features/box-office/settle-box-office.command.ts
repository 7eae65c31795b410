import { formatAmount, sum } from '@coulisse/money';
import { resourcesOf } from '@coulisse/resource-server';
import { withAllRights } from '@coulisse/service-kit/actor';
import type { Tx } from '@coulisse/service-kit/database';
import type { ServiceContext } from '@coulisse/service-kit/service';
import { avoir, bill } from '../../resources';
import type { BoxOfficeMoney } from './box-office-money';
import {
  lockBills,
  lockBoxOffice,
  openAvoirs,
  readSharing,
  storeMoney,
  writeShares,
  type Sharing,
} from './box-office.store';
import { shareMoney, type Share, type SharingBill } from './share-money.domain';

const changesOf = (bills: readonly SharingBill[], shares: readonly Share[]): Share[] =>
  shares.filter(
    ({ billId, sourceId, amountMinor }) =>
      (bills.find((sharing) => sharing.billId === billId)?.has.get(sourceId) ?? 0) !== amountMinor,
  );

/** Writes what has changed and tells payments, which must not take more than is open. */
async function write(tx: Tx, changes: readonly Share[]): Promise<string[]> {
  if (changes.length === 0) return [];
  const settled = await writeShares(tx, changes);
  for (const value of settled)
    await tx.publish('sales.bill.v1', value.billId, { $case: 'settledAtBoxOffice', value });
  return settled.map(({ billId }) => billId);
}

/**
 * Money that was given back opens a bill again; a credit note of the same bill takes its place. The caller has locked the
 * credit notes before the bills.
 */
async function deductAvoirs(tx: Tx, ctx: ServiceContext, { bills }: Sharing, shares: readonly Share[]) {
  const open = new Map(
    bills.map(({ billId, needMinor }) => [
      billId,
      needMinor -
        sum(shares.filter((share) => share.billId === billId).map(({ amountMinor }) => amountMinor)),
    ]),
  );
  for (const { id, billId, leftMinor } of await openAvoirs(tx, [...open.keys()])) {
    const minor = Math.min(leftMinor, open.get(billId) ?? 0);
    if (minor <= 0) continue;
    open.set(billId, (open.get(billId) ?? 0) - minor);
    const input = { bill: billId, amount: formatAmount(minor) };
    await resourcesOf(ctx).of(avoir).transition(tx, withAllRights(tx.actor), id, 'deduct', input);
  }
}

/** Shares the money of a reservation among its bills, as it is stored. The caller has the turn of the reservation. */
export async function shareBoxOffice(tx: Tx, ctx: ServiceContext, reservationId: string): Promise<void> {
  await lockBills(tx, reservationId);
  const sharing = await readSharing(tx, reservationId);
  const shares = shareMoney(sharing.bills, sharing.sources);
  const changed = await write(tx, changesOf(sharing.bills, shares));
  await resourcesOf(ctx).of(bill).recompute(tx, withAllRights(tx.actor), changed);
  if (sharing.sources.some(({ returnedMinor }) => returnedMinor > 0))
    await deductAvoirs(tx, ctx, sharing, shares);
}

/** Stores what ticketing answered, and shares it among the bills of the reservation. */
export async function settleAtBoxOffice(tx: Tx, ctx: ServiceContext, money: BoxOfficeMoney): Promise<void> {
  await lockBoxOffice(tx, [money.reservationId]);
  await storeMoney(tx, money);
  await shareBoxOffice(tx, ctx, money.reservationId);
}

/**
 * Settles a bill that is being issued with money that no other bill of its reservation has. The others are left as they
 * are, so that two bills that are issued at once do not wait for each other's lock.
 */
export async function settleNewBill(tx: Tx, money: BoxOfficeMoney, billId: string): Promise<void> {
  await lockBoxOffice(tx, [money.reservationId]);
  await storeMoney(tx, money);
  const { bills, sources } = await readSharing(tx, money.reservationId);
  const others = bills.filter((sharing) => sharing.billId !== billId);
  const free = sources.map(({ sourceId, amountMinor }) => ({
    sourceId,
    amountMinor: amountMinor - sum(others.map(({ has }) => has.get(sourceId) ?? 0)),
  }));
  const issued = bills.filter((sharing) => sharing.billId === billId);
  await write(tx, changesOf(issued, shareMoney(issued, free)));
}
