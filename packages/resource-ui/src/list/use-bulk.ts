import { useState } from 'react';
import type { ResourceDescriptor } from '@coulisse/mfe-kit';
import { formatNumber, useLanguage, useToast } from '@coulisse/ui-kit';
import {
  type BulkAction,
  type BulkAnswer,
  type BulkStep,
  type Job,
  type ListControl,
  NOTHING,
  undoOf,
  useInvalidateResource,
  useOperations,
  useProblemText,
  useResourceText,
} from '@coulisse/resource-client';

/** Result of a bulk action, with the refused records and their reasons. */
export interface Report {
  answer: BulkAnswer;
  change: BulkAction;
}

/** Runs a bulk action: directly for selected rows, as a background job for all results of the query. */
export const useBulk = (descriptor: ResourceDescriptor, list: ListControl) => {
  const text = useResourceText();
  const language = useLanguage();
  const toast = useToast();
  const problem = useProblemText();
  const operations = useOperations(descriptor);
  const stale = useInvalidateResource(descriptor);
  const [progress, setProgress] = useState<number | null>(null);
  const [report, setReport] = useState<Report | null>(null);
  const [job, setJob] = useState<Job | null>(null);

  const undo = async (steps: readonly BulkStep[]) => {
    let failed = 0;
    for (const { ids, change } of steps) failed += (await operations.bulk(ids, change)).failed;
    await stale();
    if (failed > 0) toast.bad(text('list.bulk.undoFailed', { count: failed }));
    else toast.good(text('list.undone'));
  };

  const run = async (change: BulkAction) => {
    const { selection, sorted } = list;
    // The former values, for an undo.
    const before = new Map(list.seen());
    setProgress(0);
    try {
      if (selection.all) {
        setJob(await operations.bulkAll(sorted, change));
        return;
      }
      const answer = await operations.bulk([...selection.ids], change, setProgress);
      const refused = answer.results.filter(({ ok }) => !ok).map(({ id }) => id);
      const done = answer.results.filter(({ ok }) => ok).map(({ id }) => id);
      await stale();
      // Failed records stay selected, for another attempt.
      list.setSelection(refused.length > 0 ? { ...NOTHING, ids: new Set(refused) } : NOTHING);
      const steps = undoOf(change, done, before);
      if (answer.done > 0)
        toast.good(
          text(`list.bulk.done.${change.action}`, {
            count: answer.done,
            shown: formatNumber(answer.done, language),
          }),
          steps ? { label: text('list.undo'), run: () => void undo(steps) } : undefined,
        );
      if (answer.failed > 0) setReport({ answer, change });
    } catch (failure) {
      toast.bad(problem(failure));
    } finally {
      setProgress(null);
    }
  };

  return {
    run,
    progress,
    report,
    closeReport: () => setReport(null),
    job,
    closeJob: () => {
      setJob(null);
      list.setSelection(NOTHING);
      void stale();
    },
  };
};
