import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { type ResourceDescriptor, resourceScreens, useModules } from '@coulisse/mfe-kit';
import { useLanguage, useToast } from '@coulisse/ui-kit';
import { useResourceText } from '../../locales';
import { importAddress } from '../import/import-address';
import { importResult, type Job } from './job';
import { useJobWords } from './job-words';
import type { TrayEntry } from './tray';
import { useJobDownload } from './use-job-download';

interface Ended {
  entry: TrayEntry;
  descriptor: ResourceDescriptor;
  job: Job;
  /** A page showed it when it ended. */
  seen: boolean;
}

/** What a job wrote is read again; whoever works elsewhere is told that it is over, and led to what it left. */
export const useAnnouncement = (): ((ended: Ended) => void) => {
  const text = useResourceText();
  const toast = useToast();
  const navigate = useNavigate();
  const client = useQueryClient();
  const modules = useModules();
  const language = useLanguage();
  const words = useJobWords();
  const download = useJobDownload();

  const tell = ({ entry, descriptor, job, seen }: Ended) => {
    const writes = job.kind === 'bulk' || importResult(job)?.dryRun === false;
    if (writes)
      for (const kind of ['list', 'record', 'history'])
        void client.invalidateQueries({ queryKey: [kind, descriptor.name] });
    if (seen || job.state === 'CANCELLED') return;
    const told = text('exchange.job.told', {
      title: words.title(entry, descriptor, job, language),
      outcome: words.outcome(job, language),
    });
    if (job.state === 'FAILED') {
      toast.bad(told);
      return;
    }
    const page = resourceScreens(modules, descriptor)?.import;
    if (job.kind === 'import' && page)
      toast.good(told, {
        label: text('exchange.job.look'),
        run: () => void navigate(importAddress(page, entry)),
      });
    else if (job.file)
      toast.good(told, { label: text('exchange.download'), run: () => void download(descriptor, job) });
    else toast.good(told);
  };
  // One function for ever: jobs end when they end, not when this is rendered again.
  const current = useRef(tell);
  useEffect(() => {
    current.current = tell;
  });
  return useCallback((ended) => current.current(ended), []);
};
