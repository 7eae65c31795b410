import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceContext } from '@coulisse/service-kit';
import { Rounds } from '@coulisse/service-kit/service';
import { numberTicketsOf, tenantsToNumber } from './number-tickets.command';

/** Sales that commit within this time share a batch: a ticket waits at least so long for its number. */
const GATHER_MS = 20;
/** How long tickets wait at most that no sale of this process announced, after a failure or a crash. */
const POLL_MS = 1_000;

/** What numbers tickets: a database in the service, a function in a unit test. */
export interface TicketNumbering {
  /** Numbers a batch of a tenant; true when more may wait. */
  number(tenantId: string): Promise<boolean>;
  /** Tenants with tickets that wait for their number. */
  tenants(): Promise<string[]>;
  onError(error: unknown, tenantId: string | null): void;
}

/**
 * Numbers tickets in batches right after their sale, one tenant after the other. Every replica has a sequencer; those of
 * one tenant take turns by a lock in the database.
 */
export class TicketSequencer {
  private readonly due = new Set<string>();
  private rounds: Rounds | null = null;

  /** A sale of this tenant was committed. */
  wake(tenantId: string): void {
    this.due.add(tenantId);
    this.rounds?.wake();
  }

  start(numbering: TicketNumbering): () => Promise<void> {
    const rounds = new Rounds(
      () => this.round(numbering),
      (error) => {
        numbering.onError(error, null);
        return POLL_MS;
      },
    );
    this.rounds = rounds;
    rounds.start();
    return () => rounds.stop();
  }

  /** Numbers a batch of each tenant that was announced; when none was, of those that the database names. */
  private async round(numbering: TicketNumbering): Promise<number> {
    if (this.due.size > 0) await pause(GATHER_MS);
    const announced = [...this.due];
    this.due.clear();
    for (const tenantId of announced.length > 0 ? announced : await numbering.tenants())
      try {
        if (await numbering.number(tenantId)) this.due.add(tenantId);
      } catch (error) {
        // The next poll finds its tickets again: the other tenants do not wait for it.
        numbering.onError(error, tenantId);
      }
    return this.due.size > 0 ? 0 : POLL_MS;
  }
}

/** Runs the sequencer of a service until stopped. */
export const startTicketSequencer = (sequencer: TicketSequencer, ctx: ServiceContext) =>
  sequencer.start({
    number: (tenantId) => numberTicketsOf(tenantId, ctx),
    tenants: () => tenantsToNumber(ctx),
    onError: (error, tenantId) => ctx.log.warn({ err: error, tenantId }, 'tickets.numbering_failed'),
  });
