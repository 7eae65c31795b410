export { Batch } from './batch';
export { ServiceDatabase } from './database';
export { LOCAL_TODAY, LOCAL_ZONE } from './local-date';
export { createPool } from './pool';
export { EarlierDateError } from './types';
export type { Database, PlatformTx, PublishedRecord, Sql, SqlResult, Statement, Tx } from './types';
