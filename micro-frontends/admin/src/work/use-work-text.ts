import { useTranslation } from 'react-i18next';
import { reasonKey } from '../failures/failure';
import type { BackgroundJob, WorkError } from './job';

/** Words for jobs and their errors; codes are never among them. */
export function useWorkText(): {
  nameOf: (job: Pick<BackgroundJob, 'label'>) => string;
  errorOf: (error: WorkError) => string;
} {
  const { t } = useTranslation('admin');
  return {
    nameOf: ({ label }) => label ?? t('job.unknown'),
    errorOf: (error) => error.detail ?? t(reasonKey({ error, isBehindAnother: false })),
  };
}
