import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { resourceScreens, useModules } from '@coulisse/mfe-kit';
import { useLanguage, useToast } from '@coulisse/ui-kit';
import {
  type EndedJob,
  importAddress,
  importResult,
  useJobWords,
  useResourceText,
} from '@coulisse/resource-client';
import { useJobDownload } from '@coulisse/resource-fields';

/** Invalidates what a job has written; on other pages, shows a toast with a link to its result. */
export const useAnnouncement = (): ((ended: EndedJob) => void) => {
  const text = useResourceText();
  const toast = useToast();
  const navigate = useNavigate();
  const client = useQueryClient();
  const modules = useModules();
  const language = useLanguage();
  const words = useJobWords();
  const download = useJobDownload();

  const announce = ({ entry, descriptor, job, seen }: EndedJob) => {
    const writes = job.kind === 'bulk' || importResult(job)?.dryRun === false;
    if (writes)
      for (const kind of ['list', 'record', 'history'])
        void client.invalidateQueries({ queryKey: [kind, descriptor.name] });
    if (seen || job.state === 'CANCELLED') return;
    const message = text('exchange.job.told', {
      title: words.title(entry, descriptor, job, language),
      outcome: words.outcome(job, language),
    });
    if (job.state === 'FAILED') {
      toast.bad(message);
      return;
    }
    const page = resourceScreens(modules, descriptor)?.import;
    if (job.kind === 'import' && page)
      toast.good(message, {
        label: text('exchange.job.look'),
        run: () => void navigate(importAddress(page, entry)),
      });
    else if (job.file)
      toast.good(message, { label: text('exchange.download'), run: () => void download(descriptor, job) });
    else toast.good(message);
  };
  // A stable function, so that a re-render does not announce an ended job again.
  const current = useRef(announce);
  useEffect(() => {
    current.current = announce;
  });
  return useCallback((ended) => current.current(ended), []);
};
