import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { ROOT } from '../../dev/lib/settings.mjs';
import { generatedFiles, leftOver } from '../../tools/charts/generated.mjs';
import { GOLDENS, renderGoldens } from '../../tools/charts/goldens.mjs';
import { CHARTS, readText, topology } from '../../tools/charts/parts.mjs';
import { chartFolder } from './lib/rendered.mjs';
import { valuesTable } from '../../tools/charts/values-table.mjs';

test('what is derived from the topology, the topics, the realms and the values is current: npm run charts', async () => {
  const files = await generatedFiles();
  const stale = [...files].filter(([path, text]) => {
    const file = join(ROOT, path);
    return !existsSync(file) || readFileSync(file, 'utf8') !== text;
  });
  assert.deepEqual(
    stale.map(([path]) => path),
    [],
  );
  assert.deepEqual(leftOver(files), []);
});

test('a table of values has each key with its comment and its default', () => {
  const table = valuesTable('# -- First.\na: 1\nb:\n  # -- Inner,\n  # on two lines.\n  c: [x]\n  d: y\n');
  assert.deepEqual(table.split('\n').slice(2), [
    '| `a` | `1` | First. |',
    '| `b.c` | `["x"]` | Inner, on two lines. |',
    '| `b.d` | `"y"` |  |',
  ]);
});

for (const { name } of topology())
  test(`${name}: its values are intent, in at most 40 lines`, () => {
    assert.ok(readText(CHARTS, name, 'values.yaml').trimEnd().split('\n').length <= 40);
    assert.equal(readText(CHARTS, name, 'templates/all.yaml').trim(), '{{ include "service-lib.all" . }}');
  });

test('what each chart renders is as committed: npm run charts -- goldens', async () => {
  const rendered = await renderGoldens(dirname(chartFolder()));
  const differing = [...rendered].filter(([name, text]) => {
    const file = join(GOLDENS, name);
    return !existsSync(file) || readFileSync(file, 'utf8') !== text;
  });
  assert.deepEqual(
    differing.map(([name]) => name),
    [],
  );
});
