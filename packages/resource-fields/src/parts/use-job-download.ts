import { useCallback } from 'react';
import { type ResourceDescriptor, useApi } from '@coulisse/mfe-kit';
import { useToast } from '@coulisse/ui-kit';
import { type Job, readJobFile, useProblemText } from '@coulisse/resource-client';
import { saveAs } from '../files/file-content';

/** Downloads the file of a job. */
export const useJobDownload = (): ((
  descriptor: ResourceDescriptor,
  job: Pick<Job, 'id' | 'file'>,
) => Promise<void>) => {
  const api = useApi();
  const toast = useToast();
  const problem = useProblemText();
  return useCallback(
    async (descriptor, { id, file }) => {
      if (!file) return;
      try {
        saveAs(await readJobFile(api, descriptor.path, id), file.name);
      } catch (failure) {
        toast.bad(problem(failure));
      }
    },
    [api, toast, problem],
  );
};
