import type { ResourceDefinition } from '@coulisse/resource';
import type { JobHandler } from '@coulisse/job-runner';
import type { Pipeline } from '@coulisse/resource-server/extension';
import { Export, exportBody } from './export-records';

/** Creates the file of an export; a retry after a crash starts again from the beginning. */
export const exportJob =
  (pipeline: Pipeline): JobHandler<ResourceDefinition> =>
  async (run) => {
    const exporter = await Export.of(pipeline, run.call, exportBody.parse(run.job.input));
    let rows = 0;
    const size = await run.storeFile(
      exporter.bytes(async (done) => {
        rows = done;
        await run.progress(done);
      }),
    );
    return { value: { rows }, file: { name: exporter.fileName, mediaType: exporter.mediaType, size } };
  };
