import { useQueryClient } from '@tanstack/react-query';
import { CircleStop } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '@coulisse/mfe-kit';
import { Button, ConfirmDialog, useToast } from '@coulisse/ui-kit';
import {
  cancelJob,
  type Job,
  jobKey,
  type TrackedJob,
  useProblemText,
  useResourceText,
} from '@coulisse/resource-client';

interface CancelJobProps {
  tracked: Pick<TrackedJob, 'entry' | 'descriptor'>;
  job: Job;
  /** Shows the label, where there is room. */
  wide?: boolean;
}

/** Cancels a job, after a confirmation: rows that are already written stay written. */
export const CancelJob = ({ tracked: { entry, descriptor }, job, wide }: CancelJobProps) => {
  const api = useApi();
  const text = useResourceText();
  const toast = useToast();
  const problem = useProblemText();
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const writes = job.kind !== 'export' && !entry.dryRun;
  const stop = async () => {
    setAsking(false);
    setBusy(true);
    try {
      client.setQueryData(jobKey(entry.resource, entry.id), await cancelJob(api, descriptor.path, entry.id));
    } catch (failure) {
      toast.bad(problem(failure));
    } finally {
      setBusy(false);
    }
  };
  const begin = () => (writes ? setAsking(true) : void stop());
  return (
    <>
      {wide ? (
        <Button kind="danger" busy={busy} data-testid="job-cancel" onClick={begin}>
          {text('exchange.job.stop')}
        </Button>
      ) : (
        <Button
          kind="quiet"
          square
          size="small"
          busy={busy}
          aria-label={text('exchange.job.stop')}
          title={text('exchange.job.stop')}
          icon={<CircleStop aria-hidden />}
          data-testid="job-cancel"
          onClick={begin}
        />
      )}
      {asking && (
        <ConfirmDialog
          danger
          title={text('exchange.job.stop.title')}
          confirm={text('exchange.job.stop')}
          onConfirm={() => void stop()}
          onClose={() => setAsking(false)}
        >
          {text('exchange.job.stop.body')}
        </ConfirmDialog>
      )}
    </>
  );
};
