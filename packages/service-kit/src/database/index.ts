export { Batch } from './batch';
export { ServiceDatabase } from './database';
export { createPool } from './pool';
export type { Database, PlatformTx, Sql, SqlResult, Statement, Tx } from './types';
