import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ApiProblem, useActor, useApi, type Api } from '@coulisse/mfe-kit';
import { RECEPTION_PERFORMANCES } from '../../api-paths';
import type { Page, ReceptionPerformance, ReceptionRow } from '../../api-types';
import { scanOffline, withEntries } from './door-state';
import { DoorStore } from './door-store';
import type { Answer, DoorList, Entry } from './door-types';
import { keepForOffline } from './keep-for-offline';

const POLL_MS = 10_000;
/** A visitor waits: after this time the door answers by itself. */
const SCAN_TIMEOUT_MS = 3_000;
const MOST_ENTRIES = 200;
/** No answer, or none of the service: the line is down. An ended session is not the fault of the door either. */
const isLineDown = (failure: unknown): boolean =>
  failure instanceof DOMException ||
  (failure instanceof ApiProblem &&
    (failure.status === 0 || failure.status === 401 || failure.status >= 502));

/** The store of this person; null while it opens, and where a browser has none. */
export function useDoorStore(): { store: DoorStore | null; isReady: boolean } {
  const actor = useActor();
  const api = useApi();
  const [opened, setOpened] = useState<{ store: DoorStore | null; isReady: boolean }>({
    ...{ store: null, isReady: false },
  });
  const tenantId = actor.tenant?.id ?? '';
  useEffect(() => {
    DoorStore.open({ tenantId, userId: actor.id })
      .then((store) => setOpened({ store, isReady: true }))
      .catch((failure: unknown) => {
        reportError(failure);
        setOpened({ store: null, isReady: true });
      });
  }, [tenantId, actor.id]);
  useEffect(() => {
    if (navigator.onLine) keepForOffline(api).catch(() => undefined);
  }, [api]);
  return opened;
}

/** Performances from today on; without a line those that were read last. */
export const usePerformances = (store: DoorStore | null, isReady: boolean) => {
  const api = useApi();
  return useQuery({
    queryKey: ['reception', 'performances'],
    enabled: isReady,
    networkMode: 'always',
    retry: false,
    queryFn: async () => {
      try {
        const { items } = await api.get<Page<ReceptionPerformance>>(RECEPTION_PERFORMANCES);
        await store?.savePerformances(items);
        return items;
      } catch (failure) {
        const stored = isLineDown(failure) ? await store?.performances() : undefined;
        if (!stored) throw failure;
        return stored;
      }
    },
  });
};

async function readList(api: Api, store: DoorStore | null, performance: ReceptionPerformance) {
  try {
    const list = await api.get<DoorList>(`${RECEPTION_PERFORMANCES}/${performance.id}/door`);
    await store?.saveList({ performance, list });
    return { list, isLive: true };
  } catch (failure) {
    const stored = isLineDown(failure) ? await store?.list(performance.id) : undefined;
    if (!stored) throw failure;
    return { list: stored.list, isLive: false };
  }
}

export interface DoorDevice {
  list: DoorList | undefined;
  failure: Error | null;
  retry: () => void;
  /** Since when the line is down; null while it is up. */
  offlineSince: Date | null;
  waiting: number;
  scan: (code: string) => Promise<Answer>;
  note: (party: ReceptionRow, people: number) => Promise<Answer>;
  undo: (id: string) => Promise<void>;
}

/** The door of one performance: it asks the server, and decides by itself while there is no line. */
export function useDoorDevice(performance: ReceptionPerformance, store: DoorStore | null): DoorDevice {
  const api = useApi();
  const queries = useQueryClient();
  const { displayName } = useActor();
  const [queue, setQueue] = useState<readonly Entry[]>([]);
  const [offlineSince, setOfflineSince] = useState<Date | null>(null);
  const fallbackDevice = useMemo(() => crypto.randomUUID(), []);
  const device = store?.device ?? fallbackDevice;
  const deviceName = displayName.slice(0, 60);
  const path = `${RECEPTION_PERFORMANCES}/${performance.id}`;
  const key = useMemo(() => ['reception', performance.id, 'door'], [performance.id]);
  const lineIs = useCallback(
    (up: boolean) => setOfflineSince((since) => (up ? null : (since ?? new Date()))),
    [],
  );
  const loadQueue = useCallback(async () => setQueue((await store?.queued()) ?? []), [store]);

  const query = useQuery({
    queryKey: key,
    networkMode: 'always',
    retry: false,
    refetchInterval: POLL_MS,
    queryFn: async () => {
      const { list, isLive } = await readList(api, store, performance);
      lineIs(isLive);
      return list;
    },
  });
  const list = useMemo(
    () =>
      query.data &&
      withEntries(
        query.data,
        queue.filter((entry) => entry.performanceId === performance.id),
        deviceName,
      ),
    [query.data, queue, performance.id, deviceName],
  );
  const current = useRef(list);
  useEffect(() => {
    current.current = list;
  }, [list]);
  const refresh = useCallback(() => queries.invalidateQueries({ queryKey: key }), [queries, key]);

  const isSending = useRef(false);
  const send = useCallback(async () => {
    const waiting = (await store?.queued()) ?? [];
    if (isSending.current || waiting.length === 0) return;
    isSending.current = true;
    try {
      for (const of of new Set(waiting.map(({ performanceId }) => performanceId))) {
        const entries = waiting.filter(({ performanceId }) => performanceId === of).slice(0, MOST_ENTRIES);
        await api.post(`${RECEPTION_PERFORMANCES}/${of}/scans/batch`, {
          ...{ device, deviceName, offline: true },
          entries: entries.map(({ performanceId: _performance, ...entry }) => {
            if ('reservation' in entry) return entry;
            const { ticketId: _ticket, ...scanned } = entry;
            return scanned;
          }),
        });
        await store?.dequeue(entries.map(({ id }) => id));
      }
      lineIs(true);
      await refresh();
    } catch (failure) {
      if (!isLineDown(failure)) reportError(failure);
    } finally {
      isSending.current = false;
      await loadQueue();
    }
  }, [store, api, device, deviceName, lineIs, refresh, loadQueue]);
  useEffect(() => void loadQueue(), [loadQueue]);
  // What waits is sent when the line is back: a list that was read says so.
  useEffect(() => {
    if (!offlineSince) void send();
  }, [offlineSince, query.dataUpdatedAt, send]);
  useEffect(() => {
    const lost = () => lineIs(false);
    const back = () => void refresh();
    window.addEventListener('offline', lost);
    window.addEventListener('online', back);
    return () => {
      window.removeEventListener('offline', lost);
      window.removeEventListener('online', back);
    };
  }, [lineIs, refresh]);

  const enqueue = useCallback(
    async (entry: Entry) => {
      await store?.enqueue(entry);
      setQueue((before) => [...before, entry]);
    },
    [store],
  );
  /** Asks the server; without a line `otherwise` decides. */
  const ask = useCallback(
    async <T>(call: (signal: AbortSignal) => Promise<T>, otherwise: () => Promise<T>): Promise<T> => {
      if (!navigator.onLine && store) {
        lineIs(false);
        return otherwise();
      }
      try {
        const answer = await call(AbortSignal.timeout(SCAN_TIMEOUT_MS));
        void refresh();
        return answer;
      } catch (failure) {
        if (!isLineDown(failure) || !store) throw failure;
        lineIs(false);
        return otherwise();
      }
    },
    [lineIs, refresh, store],
  );

  const scan = useCallback(
    (code: string): Promise<Answer> => {
      const id = crypto.randomUUID();
      const at = new Date().toISOString();
      return ask(
        (signal) => api.post<Answer>(`${path}/scans`, { id, code, device, deviceName }, { signal }),
        async () => {
          const latest = current.current;
          if (!latest) throw new ApiProblem(0, { code: 'network.unreachable' });
          const { verifySignature } = await import('./verify-signature');
          const door = { tenantId: latest.tenantId, performanceId: performance.id, list: latest };
          const answer = await scanOffline({ id, code }, door, verifySignature);
          if (answer.outcome === 'GREEN' && answer.ticketId)
            await enqueue({ id, performanceId: performance.id, at, code, ticketId: answer.ticketId });
          return answer;
        },
      );
    },
    [ask, api, path, device, deviceName, performance.id, enqueue],
  );

  const note = useCallback(
    (party: ReceptionRow, people: number): Promise<Answer> => {
      const entry = { id: crypto.randomUUID(), at: new Date().toISOString(), reservation: party.id, people };
      return ask(
        async (signal) => {
          const body = { device, deviceName, offline: false, entries: [entry] };
          const { items } = await api.post<Page<Answer>>(`${path}/scans/batch`, body, { signal });
          const [answer] = items;
          if (!answer) throw new ApiProblem(404, {});
          return answer;
        },
        async () => {
          await enqueue({ ...entry, performanceId: performance.id });
          const arrivedCount = party.arrivedCount + people;
          return {
            ...{ id: entry.id, outcome: 'GREEN', reason: null, people, isConflict: false, since: null },
            ...{ ticketId: null, seat: null, option: null, party: { ...party, arrivedCount } },
          };
        },
      );
    },
    [ask, api, path, device, deviceName, performance.id, enqueue],
  );

  const undo = useCallback(
    async (id: string) => {
      const waiting = (await store?.queued()) ?? queue;
      if (waiting.some((entry) => entry.id === id)) {
        await store?.dequeue([id]);
        setQueue((before) => before.filter((entry) => entry.id !== id));
        return;
      }
      await api.post(`${path}/scans/${id}/undo`, { device });
      await refresh();
    },
    [store, queue, api, path, device, refresh],
  );

  return {
    ...{ list, offlineSince, scan, note, undo, waiting: queue.length },
    failure: query.error,
    retry: () => void query.refetch(),
  };
}
