import assert from 'node:assert/strict';
import test from 'node:test';
import { isNewEnough } from './go.mjs';
import { majorVersion } from './java.mjs';
import { checkNode } from './prerequisites.mjs';

test('the version of Java is read from its release file', () => {
  assert.equal(majorVersion('IMPLEMENTOR="x"\nJAVA_VERSION="25.0.3"\n'), 25);
  assert.equal(majorVersion('JAVA_VERSION="1.8.0_402"'), 8);
  assert.equal(majorVersion('nothing'), 0);
});

test('accepts Go 1.26.5 or newer', () => {
  const go = (version) => isNewEnough(`go version ${version} linux/amd64`);
  assert.ok(go('go1.26.5'));
  assert.ok(go('go1.27'));
  assert.ok(go('go2.0'));
  assert.ok(!go('go1.26.4'));
  assert.ok(!go('go1.19.8'));
  assert.ok(!isNewEnough('not Go'));
});

test('accepts Node 20.19 or newer', () => {
  checkNode('20.19.0');
  checkNode('24.1.0');
  assert.throws(() => checkNode('20.18.3'), /too old/);
  assert.throws(() => checkNode('18.20.0'), /too old/);
});
