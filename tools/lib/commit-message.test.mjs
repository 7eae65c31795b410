import assert from 'node:assert/strict';
import { test } from 'node:test';
import { problemOf } from './commit-message.mjs';

test('accepts conventional commits, and what git writes itself', () => {
  for (const message of [
    'feat(crm): merge two third parties',
    'fix!: a hold ends with its cart\n\nThe body says why.\n',
    'refactor(resource-server): plain names\n# Please enter the commit message',
    'Merge branch "a"',
    'Revert "feat(crm): x"',
  ])
    assert.equal(problemOf(message), null, message);
});

test('refuses a subject without type, with a final dot, too long, or with a body right below', () => {
  for (const message of [
    '',
    'update',
    'feat(CRM): x y',
    'feat: ends.',
    `fix: ${'x'.repeat(130)}`,
    'fix: a b\nbody',
  ])
    assert.notEqual(problemOf(message), null, message);
});
