import { useQuery } from '@tanstack/react-query';
import { theatreQuery } from '../api/queries';
import type { Account } from '../api/types';
import { useShowTheatre } from '../app/theatre';

/** Shows the page in the look of the account's theatre; it may be the first page that this tab opens. */
export function useAccountTheatre(account: Account | null): void {
  const { data } = useQuery({ ...theatreQuery(account?.tenantId ?? ''), enabled: account !== null });
  useShowTheatre(data);
}
