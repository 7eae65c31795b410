export { exchange } from './exchange';
export type { UploadView } from './import-upload';
