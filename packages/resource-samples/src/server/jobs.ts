import type { Job } from '@coulisse/resource-client';
import { SampleProblem } from './problem';
import type { SampleRequest } from './request';
import type { SampleStore, StoredJob } from './store';

/** Does the work of a job at once and stores it; it is reported as running until its progress was read once. */
export const addJob = (
  store: SampleStore,
  { kind, total }: Pick<Job, 'kind'> & { total: number },
  work: () => { result: unknown; file?: Job['file'] },
): Job => {
  const createdAt = store.now();
  const { result, file = null } = work();
  const job: StoredJob = {
    id: store.nextId('job'),
    kind,
    state: 'DONE',
    done: total,
    total,
    result,
    problem: null,
    file,
    createdAt,
    finishedAt: store.now(),
    reads: 0,
  };
  store.jobs = [job, ...store.jobs];
  return started(job);
};

const started = ({ reads, ...job }: StoredJob): Job => ({
  ...job,
  state: reads === 0 ? 'WAITING' : 'RUNNING',
  done: 0,
  result: null,
  file: null,
  finishedAt: null,
});

const progress = (job: StoredJob): Job => {
  if (job.reads < 2 && job.state === 'DONE') return started(job);
  const { reads: _reads, ...ended } = job;
  return ended;
};

export const jobsAnswer = (store: SampleStore, { method }: SampleRequest, path: string): unknown => {
  const [id = '', action] = path.split('/');
  if (!id) return { items: store.jobs.map(progress) };
  const job = store.jobs.find((candidate) => candidate.id === id);
  if (!job) throw new SampleProblem('http.404');
  if (method === 'POST' && action === 'cancel') {
    if (job.reads < 2) job.state = 'CANCELLED';
    return progress(job);
  }
  if (action === 'file')
    return new Response('ligne;erreur\n', {
      status: 200,
      headers: { 'Content-Type': 'text/csv', 'Content-Disposition': 'attachment; filename="erreurs.csv"' },
    });
  job.reads += 1;
  return progress(job);
};
