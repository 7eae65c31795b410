import { useEffect, useRef, useState } from 'react';
import { type ResourceDescriptor, useApi } from '@coulisse/mfe-kit';
import { useToast } from '@coulisse/ui-kit';
import { saveAs } from '../../fields/files/file-content';
import { questionBody } from '../../data/operations';
import type { ListQuestion } from '../../data/list-state';
import { useResourceText } from '../../locales';
import type { Job } from '../jobs/job';
import { useJobs } from '../jobs/jobs-context';
import type { ExportFormat } from './export-choice';
import { fileNameOf } from './file-name';

export interface ExportOrder {
  format: ExportFormat;
  columns: readonly string[];
  question: ListQuestion;
  /** Only these records of the question. */
  ids: readonly string[] | null;
}

const ACCEPTED = 202;

/** Fetches a file at once, or leaves a long one to a job. Closing whoever asked gives it up while it is on its way. */
export const useExport = (descriptor: ResourceDescriptor, onDone: () => void) => {
  const api = useApi();
  const toast = useToast();
  const text = useResourceText();
  const { track } = useJobs();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const leaving = useRef<AbortController | null>(null);
  useEffect(() => () => leaving.current?.abort(), []);

  const start = async ({ format, columns, question, ids }: ExportOrder) => {
    const controller = new AbortController();
    leaving.current = controller;
    setBusy(true);
    setFailure(null);
    try {
      const response = await api.raw('POST', `${descriptor.path}/_export`, {
        body: { format, columns, query: questionBody(question), ...(ids ? { ids } : {}) },
        signal: controller.signal,
        headers: { Accept: '*/*' },
      });
      if (response.status === ACCEPTED) {
        const { job } = (await response.json()) as { job: Job };
        track(descriptor, job);
        toast.good(text('exchange.export.begun'));
      } else {
        const name = fileNameOf(response.headers.get('Content-Disposition')) ?? `export.${format}`;
        saveAs(await response.blob(), name);
        toast.good(text('exchange.export.done', { name }));
      }
      onDone();
    } catch (thrown) {
      if (!controller.signal.aborted) setFailure(thrown);
    } finally {
      setBusy(false);
    }
  };
  return { start, busy, failure };
};
