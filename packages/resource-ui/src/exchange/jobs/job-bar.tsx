import { shareDone, type Job } from './job';

/** How far a job is; it moves to and fro while nobody knows. */
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
