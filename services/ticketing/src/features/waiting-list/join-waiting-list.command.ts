import { resourcesOf } from '@coulisse/resource-server';
import { Problem, systemActor, type ServiceContext, type Tx } from '@coulisse/service-kit';
import { waitingEntry } from '../../resources';
import { LARGEST_PARTY } from '../../resources/waiting-entry.resource';
import { fullName } from '../../resources/full-name';
import type { HoldLimits } from '../holds/hold.domain';
import type { PlacementRooms } from '../placement/rooms';
import { publicFormulas } from '../catalogue/sale-terms.read-model';
import { seatFinder } from './fitting-seats';
import { mailWaitingEntry } from './waiting-mail-order';
import type { SeatWish } from './waiting-list.domain';
import { largestParty, listTerms, takeRank } from './waiting-list.store';

/** What a list needs besides its transaction. */
export interface ListParts {
  ctx: ServiceContext;
  rooms: PlacementRooms;
  limits: HoldLimits;
}

export interface JoinRequest extends SeatWish {
  performanceId: string;
  email: string;
  firstName: string;
  lastName: string;
  language: 'fr' | 'en';
}

/** Mails of one kind to one party within this time are one mail: joining a thousand times sends one. */
const MAIL_MS = 10 * 60_000;
const mailWindow = (): number => Math.floor(Date.now() / MAIL_MS);

/** The wish as the performance sells: refused when it is too large, of an unknown category, or when seats are free for it. */
export async function checkWish(
  tx: Tx,
  { rooms, limits }: ListParts,
  performanceId: string,
  wish: SeatWish,
): Promise<SeatWish> {
  const terms = await listTerms(tx, performanceId);
  if (!terms) throw new Problem('http.404');
  if (!terms.isOpen) throw new Problem('waiting-list.closed');
  const max = Math.min(LARGEST_PARTY, largestParty(terms, limits));
  if (wish.partySize > max) {
    const error = { code: 'waiting-list.party-too-large' as const, params: { max } };
    throw new Problem(error.code, { params: error.params, errors: [{ pointer: '/partySize', ...error }] });
  }
  const formulas = await publicFormulas(tx, performanceId);
  if (wish.categoryId !== null && !formulas.some(({ categoryId }) => categoryId === wish.categoryId))
    throw new Problem('validation.failed', {
      errors: [{ pointer: '/categoryId', code: 'validation.choice' }],
    });
  const checked = { ...wish, isTogether: wish.isTogether || terms.consecutivePlace };
  if (terms.isOnSale && (await seatFinder(tx, rooms, performanceId))?.(checked))
    throw new Problem('waiting-list.seats-free');
  return checked;
}

interface ExistingRow {
  id: string;
  state: string;
  offer_count: number;
}

const EXISTING = `SELECT id, state, offer_count FROM waiting_entry
  WHERE tenant_id = $1 AND performance_id = $2 AND customer_email = $3`;

/**
 * Joins the line, or changes the wish of who waits already and keeps the place. The answer is the same in every case: it does
 * not say whether the address was on the list. Whoever has an offer gets its mail again instead.
 */
export async function joinWaitingList(tx: Tx, parts: ListParts, request: JoinRequest): Promise<void> {
  const { performanceId, email, firstName, lastName, language } = request;
  const { ctx } = parts;
  const wish = await checkWish(tx, parts, performanceId, {
    partySize: request.partySize,
    categoryId: request.categoryId,
    isTogether: request.isTogether,
  });
  const rank = await takeRank(tx, performanceId);
  const { rows } = await tx.sql.query<ExistingRow & Record<string, unknown>>(EXISTING, [
    tx.tenantId,
    performanceId,
    email,
  ]);
  const [existing] = rows;
  const entries = resourcesOf(ctx).of(waitingEntry);
  const actor = systemActor(tx.tenantId, 'ticketing.waiting-list');
  if (existing?.state === 'OFFERED') {
    const key = `offer:${existing.id}:${existing.offer_count}:${mailWindow()}`;
    await ctx.jobs.enqueue(tx, mailWaitingEntry, { entryId: existing.id, mail: 'OFFER', key }, { key });
    return;
  }
  const now = new Date().toISOString();
  const values = {
    firstName,
    lastName,
    language,
    customerName: fullName(request),
    partySize: wish.partySize,
    category: wish.categoryId,
    isTogether: wish.isTogether,
    consentAt: now,
  };
  const place = { rank, joinedAt: now };
  let id: string;
  if (!existing) {
    const own = { ...values, ...place, performance: performanceId, customerEmail: email };
    ({ id } = await entries.create(tx, actor, own));
  } else {
    ({ id } = existing);
    const isWaiting = existing.state === 'WAITING';
    await entries.update(tx, actor, id, isWaiting ? values : { ...values, ...place });
    if (!isWaiting) await entries.transition(tx, actor, id, 'rejoin');
  }
  const key = `joined:${id}:${mailWindow()}`;
  await ctx.jobs.enqueue(tx, mailWaitingEntry, { entryId: id, mail: 'JOINED', key }, { key });
}
