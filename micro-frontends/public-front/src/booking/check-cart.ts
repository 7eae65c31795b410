import type { useToast } from '@coulisse/ui-kit';
import type { QueryClient } from '@tanstack/react-query';
import { cartQuery } from '../api/booking-queries';
import type { useText } from '../app/use-text';
import { problemText } from '../checkout/problem-text';

/**
 * Reads the basket again before the page that follows: another tab may have changed it.
 * @returns whether it is what the page has shown; if not, says so
 */
export async function checkCart(
  client: QueryClient,
  toast: ReturnType<typeof useToast>,
  t: ReturnType<typeof useText>,
): Promise<boolean> {
  const lines = () => client.getQueryData(cartQuery.queryKey)?.lines;
  const before = lines();
  try {
    await client.fetchQuery({ ...cartQuery, staleTime: 0 });
  } catch (error) {
    toast.bad(problemText(error, t));
    return false;
  }
  // The same array, while its content is the same.
  if (lines() === before) return true;
  toast.bad(t('basket.changed'));
  return false;
}
