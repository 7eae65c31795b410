import { join } from 'node:path';
import { PactV4, MatchersV3, type V3MockServer } from '@pact-foundation/pact';
import { makeConsumerPact } from '@pact-foundation/pact-core';
import { eventually } from '@coulisse/test-kit';

export const PACTS = join(__dirname, '..', 'contract', 'pacts');

/** A contract of one consumer with one provider; the file is committed, and a test that changes it shows in the diff. */
export const pactBetween = (consumer: string, provider: string) =>
  new PactV4({ consumer, provider, dir: PACTS, logLevel: 'warn', spec: 4 });

const { decimal, eachLike, fromProviderState, integer, like, regex, uuid, datetime } = MatchersV3;
export const match = { decimal, eachLike, fromProviderState, integer, like, regex, uuid, datetime };

export const amount = (example: string) => regex(/^\d+\.\d{2}$/, example);
export const localDate = (example: string) => regex(/^\d{4}-\d{2}-\d{2}$/, example);

const RECORDED_WITHIN_MS = 10_000;

/**
 * What `executeTest` runs. The mock server of the library answers before it records the request (pact-reference, issue
 * 535), so that on a busy machine a request that was answered is reported as missing. This waits until it is recorded;
 * a request that was not sent is then reported by the library.
 */
export const calls =
  (work: (url: string) => Promise<void>) =>
  async ({ url, port }: V3MockServer): Promise<void> => {
    await work(url);
    const { mockServerMatchedSuccessfully } = makeConsumerPact('reader', 'records');
    await eventually(
      () => {
        if (!mockServerMatchedSuccessfully(port)) throw new Error('not recorded yet');
      },
      { timeoutMs: RECORDED_WITHIN_MS },
    ).catch(() => undefined);
  };
