import assert from 'node:assert/strict';
import test from 'node:test';
import { nativeParts } from './addresses.mjs';
import { BLOCKED_PORTS, blockedPorts } from './blocked-ports.mjs';
import { portsOfPlan } from './stack.mjs';

/** What Node says of a port before it asks anybody. */
async function refusal(port) {
  try {
    await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(1) });
    return undefined;
  } catch (error) {
    return error.cause?.message;
  }
}

test('what is listed is what Node refuses', async () => {
  // Port 0 is refused for another reason by some versions.
  for (const port of [...BLOCKED_PORTS].filter(Boolean))
    assert.equal(await refusal(port), 'bad port', String(port));
  for (const port of [10_079, 10_081, 6664, 6670, 8080, 27_780])
    assert.notEqual(await refusal(port), 'bad port', String(port));
});

test('nothing of the default stack is blocked', () => {
  assert.deepEqual(blockedPorts(portsOfPlan({ native: nativeParts({}), infraOnly: false })), []);
});

test('a blocked port is named with what would listen there, unless it is never asked by HTTP', () => {
  const lines = blockedPorts([
    { name: 'sandbox-bank', web: [10_080] },
    { name: 'gateway', web: [10_070] },
  ]);
  assert.equal(lines.length, 1);
  assert.match(lines[0], /port 10080 \(sandbox-bank\) is blocked/);
});
