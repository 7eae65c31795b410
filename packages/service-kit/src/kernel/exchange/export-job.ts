import type { JobHandler } from '../jobs/job-run';
import type { Pipeline } from '../pipeline';
import { Export, exportBody } from './export-records';

/** Makes the file of an export; after a crash it is made anew. */
export const exportJob =
  (pipeline: Pipeline): JobHandler =>
  async (run) => {
    const wanted = await Export.of(pipeline, run.call, exportBody.parse(run.job.input));
    let rows = 0;
    const size = await run.keep(
      wanted.bytes(async (done) => {
        rows = done;
        await run.progress(done);
      }),
    );
    return { value: { rows }, file: { name: wanted.fileName, mediaType: wanted.mediaType, size } };
  };
