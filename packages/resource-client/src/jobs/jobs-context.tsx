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

/** A job of the tray with the server's last response. */
export interface TrackedJob {
  entry: TrayEntry;
  descriptor: ResourceDescriptor;
  /** Undefined until it is loaded, after a reload. */
  job: Job | undefined;
}

/** Details of a job that has just been started. */
export interface JobDetails {
  /** Name of the file that is imported. */
  name?: string;
  dryRun?: boolean;
}

interface JobsControl {
  /** Adds a job to the tray, which polls it and announces its end. */
  track: (descriptor: ResourceDescriptor, job: Job, note?: JobDetails) => void;
  /** While a page shows the job, its end is not announced. Returns the function that ends this. */
  watch: (id: string) => () => void;
  /** Adds the jobs that the server lists for a resource. */
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

/** Polling intervals: short for a new job, longer for a long one. */
const QUICK = 700;
const SLOW = 2_500;
const QUICK_FOR = 60_000;
const pace = ({ startedAt }: TrayEntry): number =>
  Date.now() - Date.parse(startedAt) < QUICK_FOR ? QUICK : SLOW;

const isGone = (failure: unknown): boolean =>
  failure instanceof ApiProblem && (failure.status === 404 || failure.status === 403);

/** A job that has ended. */
export interface EndedJob {
  entry: TrayEntry;
  descriptor: ResourceDescriptor;
  job: Job;
  /** True when a page showed the job when it ended. */
  seen: boolean;
}

interface JobsStateProviderProps {
  /** Called once for each job that ends; the same function at each render. */
  onEnded: (ended: EndedJob) => void;
  children: ReactNode;
}

/** Polls the user's jobs on every page of the portal, also after a reload. */
export const JobsStateProvider = ({ onEnded, children }: JobsStateProviderProps) => {
  const api = useApi();
  const client = useQueryClient();
  const person = useActor().id;
  const resources = useResources();
  const [tray, dispatch] = useReducer(trayAfter, person, (id) => recallTray(id));
  const watched = useRef(new Map<string, number>());
  const announced = useRef(new Set<string>());
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
          missing: isGone(answers[index]?.error),
        })),
      [shown],
    ),
  });

  useEffect(() => {
    for (const { entry, descriptor, job, missing } of jobs) {
      if (missing) dispatch({ type: 'lost', id: entry.id });
      if (!job || !isOver(job) || entry.over) continue;
      const seen = watched.current.has(entry.id);
      dispatch({ type: 'ended', id: entry.id, watched: seen });
      if (announced.current.has(entry.id)) continue;
      announced.current.add(entry.id);
      onEnded({ entry, descriptor, job, seen });
    }
  }, [jobs, onEnded]);

  const control = useMemo<JobsControl>(
    () => ({
      track: (descriptor, job, { name, dryRun } = {}) => {
        client.setQueryData<Job>(jobKey(descriptor.name, job.id), (cached) => cached ?? job);
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
          client.setQueryData<Job>(jobKey(descriptor.name, job.id), (cached) => cached ?? job);
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

/** Adds jobs to the tray. Its value is stable, so that components that only start jobs do not re-render. */
export const useJobs = (): JobsControl => {
  const control = useContext(ControlContext);
  if (!control) throw new Error('useJobs needs a <JobsStateProvider> above');
  return control;
};

export const useTrackedJobs = (): JobsState => useContext(StateContext);
