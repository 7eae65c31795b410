import { type Job, shareDone } from '@coulisse/resource-client';

/** Progress bar of a job; indeterminate while the progress is unknown. */
export const JobBar = ({ job, label }: { job: Job; label: string }) => {
  const share = shareDone(job);
  return (
    <progress
      className="r-job-bar"
      aria-label={label}
      {...(share === null ? {} : { max: 1, value: share })}
    />
  );
};
