import { useCallback, useEffect, useReducer } from 'react';
import { useSearchParams } from 'react-router';
import { type ResourceDescriptor, useActor, useApi } from '@coulisse/mfe-kit';
import { type Job, useJobs } from '@coulisse/resource-client';
import { importAfter, planBody, type Step, stepShown } from './import-state';
import { recallImport, rememberImport } from './import-store';

/** State of an import of a resource: the plan, the step shown, and the requests. */
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
  /** Starts the job that runs the plan. Throws when the server refuses it. */
  const start = async (dryRun: boolean): Promise<void> => {
    const { upload, plan } = state;
    if (!upload) return;
    const { job } = await api.post<{ job: Job }>(
      `${descriptor.path}/_imports/${upload.id}/run`,
      planBody(plan, dryRun),
    );
    // The check is no longer needed: it is removed from the tray.
    if (state.check) dismiss(state.check.job);
    track(descriptor, job, { name: upload.fileName, dryRun });
    dispatch({ type: dryRun ? 'checked' : 'ran', job: job.id });
    go(dryRun ? 'check' : 'run');
  };
  return {
    state,
    dispatch,
    step: stepShown(state, params.get('step')),
    /** A job named in the URL, shown instead of the import being prepared. */
    job: params.get('job'),
    go,
    start,
  };
};

export type ImportControl = ReturnType<typeof useImport>;
