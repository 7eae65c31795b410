import { useEffect, useRef, useState } from 'react';
import { type ResourceDescriptor, useApi } from '@coulisse/mfe-kit';
import { useToast } from '@coulisse/ui-kit';
import { type Job, type ListQuery, questionBody, useJobs, useResourceText } from '@coulisse/resource-client';
import { saveAs } from '@coulisse/resource-fields';
import type { ExportFormat } from './export-choice';
import { fileNameOf } from './file-name';

export interface ExportOrder {
  format: ExportFormat;
  columns: readonly string[];
  question: ListQuery;
  /** Only these records of the query. */
  ids: readonly string[] | null;
}

const ACCEPTED = 202;

/** Downloads a short export directly, or starts a job for a long one. Unmounting aborts a running download. */
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
