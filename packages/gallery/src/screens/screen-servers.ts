import {
  createSampleServer,
  problemResponse,
  sampleDescriptor,
  type SampleServer,
  type SampleServerOptions,
} from '@coulisse/resource-samples';

/** What the server of a screen answers about the records: rows, nothing yet, no rows, an error. */
export type ScreenServer = 'complete' | 'silent' | 'empty' | 'failing';

type Fail = NonNullable<SampleServerOptions['fail']>;

/** The descriptors come as usual: only requests about records are answered otherwise. */
const aboutRecords =
  (answer: Fail): Fail =>
  (request) =>
    request.path.startsWith(sampleDescriptor.path) ? answer(request) : null;

const OPTIONS: Record<ScreenServer, SampleServerOptions> = {
  complete: {},
  empty: { rows: [] },
  silent: { fail: aboutRecords(() => new Promise(() => undefined)) },
  failing: { fail: aboutRecords(({ language }) => problemResponse('internal', language)) },
};

export const serverOf = (name: ScreenServer): SampleServer => createSampleServer(OPTIONS[name]);
