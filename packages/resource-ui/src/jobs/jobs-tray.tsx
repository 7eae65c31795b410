import { FolderSync } from 'lucide-react';
import { Suspense } from 'react';
import { type ResourceDescriptor, useResources } from '@coulisse/mfe-kit';
import { Button, SkeletonLines } from '@coulisse/ui-kit';
import { Popover } from '@coulisse/ui-kit/complex';
import { useResourceText, useTrackedJobs } from '@coulisse/resource-client';
import { TraySheet } from '../parts-on-demand';

/** The tray of running and finished jobs (exports, imports, bulk actions), on every page. */
export const JobsTray = () => {
  const text = useResourceText();
  const { running, news } = useTrackedJobs();
  const resources = useResources().filter(mayHaveJobs);
  if (resources.length === 0) return null;
  const label = [
    text('exchange.jobs'),
    ...(running > 0 ? [text('exchange.jobs.running', { count: running })] : []),
    ...(news > 0 ? [text('exchange.jobs.news', { count: news })] : []),
  ].join(', ');
  return (
    <Popover
      label={text('exchange.jobs')}
      trigger={(trigger) => (
        <Button
          kind="quiet"
          square
          className="r-jobs-button"
          aria-label={label}
          title={text('exchange.jobs')}
          data-running={running > 0 || undefined}
          data-testid="jobs-open"
          icon={<FolderSync aria-hidden />}
          {...trigger}
        >
          {running + news > 0 && (
            <span className="r-jobs-count" data-news={running === 0 || undefined} aria-hidden>
              {running || news}
            </span>
          )}
        </Button>
      )}
    >
      {(close) => (
        <Suspense fallback={<SkeletonLines lines={3} />}>
          <TraySheet resources={resources} onClose={close} />
        </Suspense>
      )}
    </Popover>
  );
};

const mayHaveJobs = ({ may }: ResourceDescriptor): boolean => may.export || may.import || may.update;
