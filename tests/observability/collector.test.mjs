// What the collector removes and masks, should a service send it. Needs a stack that was started with --observability:
// npm test -- telemetry
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import test, { before } from 'node:test';
import { otlpUrl } from '../../dev/infra/collector.mjs';
import { personalIn } from './registry.mjs';
import { waitForTrace } from './traces.mjs';

const SERVICE = 'collector-test';
const OPERATION = `leak ${randomBytes(4).toString('hex')}`;
const LEAKS = {
  'user_agent.original': 'Mozilla/5.0 (of a person)',
  'client.address': '203.0.113.9',
  'url.query': 'q=durand',
  'url.full': 'http://127.0.0.1/found?q=durand',
  'exception.message': 'no mail to camille.durand@canary.example',
  note: 'FR76 3000 6000 0112 3456 7890 189, card 4111 1111 1111 1111',
};
const CANARIES = ['of a person', '203.0.113.9', 'q=durand'];

const attributes = Object.entries(LEAKS).map(([key, stringValue]) => ({ key, value: { stringValue } }));
const span = (events) => {
  const now = `${Date.now()}000000`;
  return {
    traceId: randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    name: OPERATION,
    kind: 3,
    startTimeUnixNano: now,
    endTimeUnixNano: now,
    attributes,
    events: events.map((name) => ({ timeUnixNano: now, name, attributes })),
  };
};

/** A span, once it is in Jaeger. */
async function sent(events) {
  const since = Date.now();
  const body = {
    resourceSpans: [
      {
        resource: {
          attributes: [
            { key: 'service.name', value: { stringValue: SERVICE } },
            { key: 'process.command', value: { stringValue: '/srv/durand/main.js' } },
          ],
        },
        scopeSpans: [{ scope: { name: SERVICE }, spans: [span(events)] }],
      },
    ],
  };
  const answer = await fetch(`${otlpUrl()}/v1/traces`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  assert.equal(answer.status, 200);
  const [found] = await waitForTrace({ service: SERVICE, operation: OPERATION, since });
  return found;
}

/** @type {Awaited<ReturnType<typeof sent>>[]} */
let found = [];
before(async () => {
  found = [await sent([]), await sent(['exception'])];
});

test('a span without events, and one with, arrive with nothing personal in their attributes', () => {
  for (const { tags, resource } of found) {
    assert.deepEqual(personalIn(JSON.stringify({ tags, resource }), [...CANARIES, 'durand']), []);
    assert.equal(tags['url.full'], 'http://127.0.0.1/found');
  }
});

test('what an event of a span holds is masked', () => {
  const [{ note, 'exception.message': message }] = found[1].events;
  assert.deepEqual(personalIn(`${note} ${message}`), []);
});

test('what is looked for would be found where nothing is removed', () =>
  assert.ok(personalIn(JSON.stringify(LEAKS), CANARIES).length >= CANARIES.length + 3));
