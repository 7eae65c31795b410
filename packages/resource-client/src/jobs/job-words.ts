import { useMemo } from 'react';
import type { ResourceDescriptor } from '@coulisse/mfe-kit';
import { formatNumber, type Language } from '@coulisse/ui-kit/format';
import { useResourceText } from '../texts';
import { importResult, type ImportResult, type Job } from './job';
import type { TrayEntry } from './tray';

interface BulkResult {
  done?: number;
  failed?: number;
}

/** Texts of a job: title, progress and outcome. */
export const useJobWords = () => {
  const text = useResourceText();
  return useMemo(() => {
    const counted = (key: string, count: number, language: Language) =>
      text(key, { count, shown: formatNumber(count, language) });

    const ofCheck = ({ created, updated, unchanged, failed }: ImportResult, language: Language): string =>
      [
        counted('exchange.count.correct', created + updated + unchanged, language),
        ...(failed > 0 ? [counted('exchange.count.failed', failed, language)] : []),
      ].join(', ');
    const ofImport = (job: Job, language: Language): string => {
      const result = importResult(job);
      if (!result) return '';
      if (result.dryRun) return ofCheck(result, language);
      const counts = (['created', 'updated', 'unchanged', 'failed'] as const)
        .filter((name) => result[name] > 0)
        .map((name) => counted(`exchange.count.${name}`, result[name], language));
      return counts.join(', ') || text('exchange.count.none');
    };
    const ofBulk = ({ result }: Job, language: Language): string => {
      const { done = 0, failed = 0 } = (result ?? {}) as BulkResult;
      return [
        counted('list.report.done', done, language),
        ...(failed > 0 ? [counted('exchange.count.failed', failed, language)] : []),
      ].join(' ');
    };
    const ofExport = ({ result, total }: Job, language: Language): string => {
      const rows = (result as { rows?: number } | null)?.rows ?? total ?? 0;
      return counted('exchange.count.exported', rows, language);
    };
    const done = { import: ofImport, bulk: ofBulk, export: ofExport };

    return {
      title: (
        { kind, dryRun }: TrayEntry,
        { plural }: ResourceDescriptor,
        job: Job | undefined,
        language: Language,
      ): string => {
        const check = kind === 'import' && (dryRun || importResult(job)?.dryRun);
        return text(`exchange.job.${check ? 'check' : kind}`, { name: plural[language] });
      },
      /** While it runs. */
      progress: ({ state, done: count, total }: Job, language: Language): string => {
        if (state === 'WAITING') return text('exchange.job.waiting');
        const shown = formatNumber(count, language);
        return total === null
          ? text('exchange.job.sofar', { count, shown })
          : text('exchange.job.progress', { done: shown, total: formatNumber(total, language) });
      },
      /** Once it is over. */
      outcome: (job: Job, language: Language): string => {
        if (job.state === 'CANCELLED') return text('exchange.job.cancelled');
        if (job.state === 'FAILED')
          return job.problem?.detail ?? job.problem?.title ?? text('exchange.job.failed');
        return done[job.kind](job, language);
      },
    };
  }, [text]);
};

export type JobWords = ReturnType<typeof useJobWords>;
