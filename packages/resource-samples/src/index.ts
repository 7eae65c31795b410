export { DocumentSample } from './document-sample';
export { type DocumentSampleName, sampleBlock } from './documents';
export { sampleDescriptor, type SampleRights, venueDescriptor, withRights } from './descriptor';
export { SampleProviders, type SampleProvidersProps } from './providers';
export { manyRows, sampleRows } from './rows';
export { type MessageCode, problemResponse } from './server/problem';
export type { SampleRequest } from './server/request';
export {
  createSampleServer,
  sampleActor,
  type SampleServer,
  type SampleServerOptions,
} from './server/server';
