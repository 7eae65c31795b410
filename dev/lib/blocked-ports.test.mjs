import assert from 'node:assert/strict';
import test from 'node:test';
import { nativeParts } from './addresses.mjs';
import { BLOCKED_PORTS, blockedPorts } from './blocked-ports.mjs';
import { chooseParts } from './chosen-parts.mjs';
import { portsOfPlan } from './stack.mjs';

/** Node's error for a port, which it throws before it connects. */
async function refusal(port) {
  try {
    await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(1) });
    return undefined;
  } catch (error) {
    return error.cause?.message;
  }
}

test('lists the ports that Node refuses', async () => {
  // Port 0 is refused for another reason by some versions.
  for (const port of [...BLOCKED_PORTS].filter(Boolean))
    assert.equal(await refusal(port), 'bad port', String(port));
  for (const port of [10_079, 10_081, 6664, 6670, 8080, 27_780])
    assert.notEqual(await refusal(port), 'bad port', String(port));
});

test('the default stack uses no blocked port', () => {
  assert.deepEqual(
    blockedPorts(portsOfPlan({ native: nativeParts({}), infraOnly: false, choice: chooseParts([]) })),
    [],
  );
});

test('names a blocked port with its process, unless it is not called by HTTP', () => {
  const lines = blockedPorts([
    { name: 'sandbox-bank', web: [10_080] },
    { name: 'gateway', web: [10_070] },
  ]);
  assert.equal(lines.length, 1);
  assert.match(lines[0], /port 10080 \(sandbox-bank\) is blocked/);
});
