import { isTransient, Problem } from '@coulisse/service-kit';
import { counter } from '@coulisse/service-kit/telemetry';

const reports = counter('coulisse.payment.notifications', {
  description:
    'Reports of payment providers by outcome: accepted, refused (not genuine, not ours), failed (our fault)',
  unit: '{notification}',
});

/** A report that we could not handle, though it may be genuine, is our failure; any other problem refuses it. */
const outcomeOf = (error: unknown): 'refused' | 'failed' =>
  error instanceof Problem && error.status < 500 && !isTransient(error) ? 'refused' : 'failed';

/** Counts a report of a provider by what became of it. */
export async function countReport(provider: 'paybox' | 'systempay', work: Promise<void>): Promise<void> {
  const attributes = { 'coulisse.payment.provider': provider };
  try {
    await work;
    reports()?.add(1, { ...attributes, 'coulisse.outcome': 'accepted' });
  } catch (error) {
    reports()?.add(1, { ...attributes, 'coulisse.outcome': outcomeOf(error) });
    throw error;
  }
}
