import { Matchers, MessageConsumerPact, asynchronousBodyHandler } from '@pact-foundation/pact';
import { PACTS } from '../support/pact';
import { describeMessage, expectations, throughTheWire } from './messages';

/** Each consumer declares the events that it handles; the provider's side verifies them on what it really published. */
describe.each(expectations)('$consumer acts on $topic $event', (expectation) => {
  const { consumer, provider, topic, event, needs } = expectation;

  test('with the fields that it needs', async () => {
    const pact = new MessageConsumerPact({
      consumer,
      provider,
      dir: PACTS,
      pactfileWriteMode: 'update',
      logLevel: 'warn',
    });
    await pact
      .given('a sale went through')
      .expectsToReceive(describeMessage(expectation))
      .withContent({ [event]: Matchers.like(needs) })
      .withMetadata({ topic })
      .verify(
        asynchronousBodyHandler(async (json) => {
          const read = throughTheWire(topic, json);
          expect(read.event?.$case).toBe(event);
          expect(read.event?.value).toMatchObject(needs);
        }),
      );
  });
});
