import { mailbox } from '../support/mailbox';
import { callApi, callOk } from '../support/public-api';
import type { Seat } from '../support/sale';
import { readFacts, type Connect, type Facts } from './facts';
import { accepted, type History } from './history';
import type { Evidence } from './invariants';
import { isCaptured, readLedger } from './ledger';
import { readTopics } from './topics';

const SALES = '/app-api/prestiscene/reservations';

/** Codes of the sales whose tickets the buyer cannot read as a PDF. */
async function unreadable(history: History): Promise<string[]> {
  const codes: string[] = [];
  for (const { reservation, cart, ticketsAt } of accepted(history)) {
    if (!reservation || ticketsAt === undefined) continue;
    const { status, body } = await callApi<string>(`${SALES}/${reservation.id}/tickets.pdf`, { cart });
    if (status !== 200 || !body.startsWith('%PDF-')) codes.push(reservation.code);
  }
  return codes;
}

/** The public plans of the performances with sales. */
async function plans(facts: Facts, history: History): Promise<Evidence['plans']> {
  const performances = new Set(accepted(history).map(({ performance }) => performance));
  return Promise.all(
    [...performances].map(async (performance) => {
      const path = `/app-api/configuration/representations/${performance}/plan`;
      const { seats } = await callOk<{ seats: Seat[] }>(path);
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
  const readAt = Date.now();
  const facts = await readFacts(connect);
  return {
    readAt,
    facts,
    messages: await readTopics(),
    mails: await mailbox().arrivals(),
    unreadable: await unreadable(history),
    plans: await plans(facts, history),
    captured: readLedger().slice(history.ledgerFrom).filter(isCaptured),
    history,
  };
}
