import { useQueries, useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useReducer,
  useRef,
} from 'react';
import { ApiProblem, type ResourceDescriptor, useActor, useApi, useResources } from '@coulisse/mfe-kit';
import { isOver, jobKey, readJob, type Job } from './job';
import { news, recallTray, rememberTray, running, trayAfter, type TrayEntry } from './tray';
import { useAnnouncement } from './use-announcement';

/** A job of the tray with what the server said of it last. */
export interface TrackedJob {
  entry: TrayEntry;
  descriptor: ResourceDescriptor;
  /** Undefined until it is read: after a reload. */
  job: Job | undefined;
}

/** What is known of a job that has just begun. */
export interface JobNote {
  /** Name of the file that is imported. */
  name?: string;
  dryRun?: boolean;
}

interface JobsControl {
  /** From now on the tray knows how far the job is, and says when it is over. */
  track: (descriptor: ResourceDescriptor, job: Job, note?: JobNote) => void;
  /** A page shows the job itself: its end is no news. Returns what ends the watching. */
  watch: (id: string) => () => void;
  /** The jobs that the server names for a resource. */
  list: (descriptor: ResourceDescriptor, jobs: readonly Job[]) => void;
  opened: () => void;
  dismiss: (id: string) => void;
  clear: () => void;
}

interface JobsState {
  jobs: readonly TrackedJob[];
  running: number;
  news: number;
}

const ControlContext = createContext<JobsControl | null>(null);
const StateContext = createContext<JobsState>({ jobs: [], running: 0, news: 0 });

/** A job that has just begun is looked at often, a long one less. */
const QUICK = 700;
const SLOW = 2_500;
const QUICK_FOR = 60_000;
const pace = ({ startedAt }: TrayEntry): number =>
  Date.now() - Date.parse(startedAt) < QUICK_FOR ? QUICK : SLOW;

const isGone = (failure: unknown): boolean =>
  failure instanceof ApiProblem && (failure.status === 404 || failure.status === 403);

/** Follows the jobs of this person wherever they work in the portal, and over a reload. */
export const JobsProvider = ({ children }: { children: ReactNode }) => {
  const api = useApi();
  const client = useQueryClient();
  const person = useActor().id;
  const resources = useResources();
  const [tray, dispatch] = useReducer(trayAfter, person, (id) => recallTray(id));
  const watched = useRef(new Map<string, number>());
  const announced = useRef(new Set<string>());
  const announce = useAnnouncement();
  useEffect(() => rememberTray(person, tray), [person, tray]);

  const shown = useMemo(
    () =>
      tray.entries.flatMap((entry) => {
        const descriptor = resources.find(({ name }) => name === entry.resource);
        return descriptor ? [{ entry, descriptor }] : [];
      }),
    [tray, resources],
  );
  const jobs = useQueries({
    queries: shown.map(({ entry, descriptor }) => ({
      queryKey: jobKey(entry.resource, entry.id),
      queryFn: ({ signal }: { signal: AbortSignal }) => readJob(api, descriptor.path, entry.id, signal),
      refetchInterval: ({ state: { data, error } }: { state: { data?: Job; error: unknown } }) =>
        (data && isOver(data)) || isGone(error) ? false : pace(entry),
      staleTime: entry.over ? Infinity : 0,
    })),
    combine: useCallback(
      (answers: readonly { data: Job | undefined; error: unknown }[]) =>
        shown.map(({ entry, descriptor }, index) => ({
          entry,
          descriptor,
          job: answers[index]?.data,
          gone: isGone(answers[index]?.error),
        })),
      [shown],
    ),
  });

  useEffect(() => {
    for (const { entry, descriptor, job, gone } of jobs) {
      if (gone) dispatch({ type: 'lost', id: entry.id });
      if (!job || !isOver(job) || entry.over) continue;
      const seen = watched.current.has(entry.id);
      dispatch({ type: 'ended', id: entry.id, watched: seen });
      if (announced.current.has(entry.id)) continue;
      announced.current.add(entry.id);
      announce({ entry, descriptor, job, seen });
    }
  }, [jobs, announce]);

  const control = useMemo<JobsControl>(
    () => ({
      track: (descriptor, job, { name, dryRun } = {}) => {
        client.setQueryData<Job>(jobKey(descriptor.name, job.id), (known) => known ?? job);
        dispatch({
          type: 'started',
          entry: {
            id: job.id,
            resource: descriptor.name,
            kind: job.kind,
            startedAt: job.createdAt,
            over: false,
            seen: false,
            ...(name ? { name } : {}),
            ...(dryRun ? { dryRun } : {}),
          },
        });
      },
      watch: (id) => {
        const count = watched.current;
        count.set(id, (count.get(id) ?? 0) + 1);
        return () => {
          const left = (count.get(id) ?? 1) - 1;
          if (left > 0) count.set(id, left);
          else count.delete(id);
        };
      },
      list: (descriptor, listed) => {
        for (const job of listed)
          client.setQueryData<Job>(jobKey(descriptor.name, job.id), (known) => known ?? job);
        dispatch({ type: 'listed', resource: descriptor.name, jobs: listed });
      },
      opened: () => dispatch({ type: 'opened' }),
      dismiss: (id) => dispatch({ type: 'dismissed', id }),
      clear: () => dispatch({ type: 'cleared' }),
    }),
    [client],
  );
  const state = useMemo<JobsState>(() => ({ jobs, running: running(tray), news: news(tray) }), [jobs, tray]);
  return (
    <ControlContext.Provider value={control}>
      <StateContext.Provider value={state}>{children}</StateContext.Provider>
    </ControlContext.Provider>
  );
};

/** Hands jobs to the tray. It never changes: who only starts jobs is not rendered again by their progress. */
export const useJobs = (): JobsControl => {
  const control = useContext(ControlContext);
  if (!control) throw new Error('useJobs needs a <JobsProvider> above');
  return control;
};

export const useTrackedJobs = (): JobsState => useContext(StateContext);
