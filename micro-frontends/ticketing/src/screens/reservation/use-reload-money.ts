import { useQueryClient } from '@tanstack/react-query';

/**
 * Reads a reservation again after money came in or went back. That does not always change its record, whose version is
 * part of the key of its details.
 */
export function useReloadMoney(reservationId: string, reload: () => void): () => void {
  const queries = useQueryClient();
  return () => {
    void queries.invalidateQueries({ queryKey: ['reservation', reservationId] });
    reload();
  };
}
