import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type RecordPartProps, useApi } from '@coulisse/mfe-kit';

const PAUSE_MS = 2_000;
/** Reads after the page was opened: events reach payments within seconds. */
const READS = 5;

/**
 * A cancellation reaches payments a moment after it was made. A payment that was opened meanwhile is read again as soon as
 * there is a later version of it, so that its refund is offered.
 */
export function useLaterVersion({ record, descriptor, reload }: RecordPartProps, enabled: boolean): void {
  const api = useApi();
  const [openedAt] = useState(() => Date.now());
  const { data: latest = 0 } = useQuery({
    queryKey: ['payment-version', record.id, openedAt],
    queryFn: async () => (await api.get<{ version: number }>(`${descriptor.path}/${record.id}`)).version,
    enabled,
    refetchInterval: ({ state }) => (state.dataUpdateCount < READS ? PAUSE_MS : false),
  });
  const shown = Number(record['version']);
  const reloaded = useRef(shown);
  useEffect(() => {
    if (latest <= Math.max(shown, reloaded.current)) return;
    reloaded.current = latest;
    reload();
  }, [latest, shown, reload]);
}
