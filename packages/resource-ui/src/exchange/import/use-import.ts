import { useCallback, useEffect, useReducer } from 'react';
import { useSearchParams } from 'react-router';
import { type ResourceDescriptor, useActor, useApi } from '@coulisse/mfe-kit';
import type { Job } from '../jobs/job';
import { useJobs } from '../jobs/jobs-context';
import { importAfter, planBody, type Step, stepShown } from './import-state';
import { recallImport, rememberImport } from './import-store';

/** An import of a resource: what was chosen, which step is shown, and what asks the server. */
export const useImport = (descriptor: ResourceDescriptor) => {
  const api = useApi();
  const person = useActor().id;
  const { track, dismiss } = useJobs();
  const [params, setParams] = useSearchParams();
  const [state, dispatch] = useReducer(importAfter, null, () => recallImport(person, descriptor.name));
  useEffect(() => rememberImport(person, descriptor.name, state), [person, descriptor.name, state]);

  const go = useCallback(
    (step: Step, replace = false) => setParams({ step }, { replace, preventScrollReset: true }),
    [setParams],
  );
  /** Has the rows read as the plan says, by a job. Throws what the server refuses. */
  const start = async (dryRun: boolean): Promise<void> => {
    const { upload, plan } = state;
    if (!upload) return;
    const { job } = await api.post<{ job: Job }>(
      `${descriptor.path}/_imports/${upload.id}/run`,
      planBody(plan, dryRun),
    );
    // The check has served: the tray need not show it beside what follows.
    if (state.check) dismiss(state.check.job);
    track(descriptor, job, { name: upload.fileName, dryRun });
    dispatch({ type: dryRun ? 'checked' : 'ran', job: job.id });
    go(dryRun ? 'check' : 'run');
  };
  return {
    state,
    dispatch,
    step: stepShown(state, params.get('step')),
    /** A job to look at, whatever was being prepared here. */
    job: params.get('job'),
    go,
    start,
  };
};

export type ImportControl = ReturnType<typeof useImport>;
