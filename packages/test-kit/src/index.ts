export { barrier } from './barrier';
export { kafkaBrokers, superuserUrl } from './environment';
export { eventually, type EventuallyOptions } from './eventually';
export { credentialsEnv, testCredentials } from './test-credentials';
export { existingRecords } from './existing-records';
export {
  sabotaged,
  withoutRowLocks,
  withoutTurns,
  withoutVersions,
  type Defect,
  type Sabotage,
} from './sabotage';
export { testDatabase, type TestDatabase } from './test-database';
export { publicToken, staffToken, testIssuer, TestIssuer } from './test-issuer';
export type { PublicTokenOptions, StaffTokenOptions } from './test-issuer';
export { startTestService } from './test-service';
export type { RequestOptions, TestAnswer, TestService, TestServiceOptions } from './test-service';
