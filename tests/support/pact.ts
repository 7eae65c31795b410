import { join } from 'node:path';
import { PactV4, MatchersV3 } from '@pact-foundation/pact';

export const PACTS = join(__dirname, '..', 'contract', 'pacts');

/** A contract of one consumer with one provider; the file is committed, and a test that changes it shows in the diff. */
export const pactBetween = (consumer: string, provider: string) =>
  new PactV4({ consumer, provider, dir: PACTS, logLevel: 'warn', spec: 4 });

const { decimal, eachLike, fromProviderState, integer, like, regex, uuid, datetime } = MatchersV3;
export const match = { decimal, eachLike, fromProviderState, integer, like, regex, uuid, datetime };

export const amount = (example: string) => regex(/^\d+\.\d{2}$/, example);
export const localDate = (example: string) => regex(/^\d{4}-\d{2}-\d{2}$/, example);
