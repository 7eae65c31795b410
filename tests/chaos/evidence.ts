import { mailbox } from '../support/mailbox';
import { ask, get } from '../support/public-api';
import type { Seat } from '../support/sale';
import { readFacts, type Connect, type Facts } from './facts';
import { accepted, type History } from './history';
import type { Evidence } from './invariants';
import { isCaptured, readLedger } from './ledger';
import { readTopics } from './topics';

const SALES = '/app-api/prestiscene/reservations';

/** Sales whose tickets their buyer cannot read as a PDF. */
async function unreadable(history: History): Promise<string[]> {
  const codes: string[] = [];
  for (const { reservation, cart, ticketsAt } of accepted(history)) {
    if (!reservation || ticketsAt === undefined) continue;
    const { status, body } = await ask<string>(`${SALES}/${reservation.id}/tickets.pdf`, { cart });
    if (status !== 200 || !body.startsWith('%PDF-')) codes.push(reservation.code);
  }
  return codes;
}

/** What everybody sees of the performances that were sold from. */
async function plans(facts: Facts, history: History): Promise<Evidence['plans']> {
  const performances = new Set(accepted(history).map(({ performance }) => performance));
  return Promise.all(
    [...performances].map(async (performance) => {
      const path = `/app-api/configuration/representations/${performance}/plan`;
      const { seats } = await get<{ seats: Seat[] }>(path);
      return {
        performance,
        shown: seats.filter(({ state }) => state === 'SOLD').map(({ id }) => id),
        sold: facts.claims
          .filter((claim) => claim.performance === performance && claim.state === 'SOLD')
          .map(({ seat }) => seat),
      };
    }),
  );
}

export async function gather(history: History, connect?: Connect): Promise<Evidence> {
  const facts = await readFacts(connect);
  return {
    facts,
    messages: await readTopics(),
    mails: await mailbox().arrivals(),
    unreadable: await unreadable(history),
    plans: await plans(facts, history),
    captured: readLedger().slice(history.ledgerFrom).filter(isCaptured),
    history,
  };
}
