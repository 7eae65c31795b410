import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useApi, useMay } from '@coulisse/mfe-kit';
import { TIERS } from '../../api-paths';
import type { DeskCustomer } from './desk-types';
import { customerOf, type TiersRow } from './known-customer';

/**
 * Chooses the third party that the address of the screen names, once: after that the seller may choose somebody else.
 * @param onChosen Has to be the same function at each drawing.
 */
export function useLinkedCustomer(id: string | null, onChosen: (customer: DeskCustomer) => void): void {
  const api = useApi();
  const may = useMay();
  const chosenId = useRef<string | null>(null);
  const { data } = useQuery({
    queryKey: ['desk-linked-customer', id],
    queryFn: id && may('crm.tiers.read') ? () => api.get<TiersRow>(`${TIERS}/${id}`) : skipToken,
    retry: false,
  });
  useEffect(() => {
    if (!data || data.id !== id || chosenId.current === id) return;
    chosenId.current = id;
    onChosen(customerOf(data));
  }, [data, id, onChosen]);
}
