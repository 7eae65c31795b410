import { JOB_RETENTION } from '@coulisse/job-runner';
import { resourceModule } from './resource-module';

test('a service with resources deletes its old jobs', () => {
  const context = { config: {}, clients: {} };
  expect(resourceModule({ resources: [] })(context as never).retention).toEqual([JOB_RETENTION]);
});
