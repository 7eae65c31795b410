import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { blocked, defineResource, longText, text } from '@coulisse/resource';
import { declaredResources } from '../declared-resources';
import { read, root } from '../tracked-files';
import { statePage, STATE_PAGES, statePages } from './state-pages';

test('the committed state diagrams are current: npm run states', async () => {
  const pages = statePages(await declaredResources());
  expect(pages.size).toBeGreaterThan(2);
  for (const [file, page] of pages) {
    expect([file, existsSync(join(root, STATE_PAGES, file))]).toEqual([file, true]);
    expect(read(`${STATE_PAGES}/${file}`).split('\n')).toEqual(page.split('\n'));
  }
  expect(readdirSync(join(root, STATE_PAGES)).sort()).toEqual([...pages.keys()].sort());
});

test('a page has the diagram and, for each transition, its right, guards, input and effects', () => {
  const page = statePage(
    defineResource('sample.x', {
      path: 'x',
      rights: 'sample.x',
      fields: { name: text() },
      lifecycle: {
        states: ['SENT', 'PAID', 'REFUSED'],
        tones: { REFUSED: 'bad' },
        derivedFrom: { states: ['SENT', 'PAID'], state: () => 'PAID' },
        transitions: {
          refuse: {
            from: ['SENT'],
            to: 'REFUSED',
            right: 'decide',
            input: { comment: longText().required() },
            needs: [({ record }) => record.name === 'x' && blocked('holiday.no-line')],
            effects: [function debitLedger() {}],
          },
          expire: { from: ['SENT'], to: 'REFUSED', system: true },
          print: { from: ['SENT', 'PAID'], to: 'same', right: 'read' },
          remind: {
            from: ['SENT', 'PAID', 'REFUSED'],
            to: 'SENT',
            keeps: ['PAID', 'REFUSED'],
            right: 'read',
          },
        },
      },
    }),
  );
  expect(page).toContain('  SENT --> REFUSED: sample.x.action.refuse · sample.x.action.refuse\n');
  expect(page).toContain('  SENT --> PAID: recompute\n');
  expect(page).toContain('Normal course: `SENT` › `PAID`. It ends otherwise in `REFUSED`.');
  expect(page).toMatch(
    /`SENT` +\| `REFUSED` +\| `sample.x.decide` +\| `holiday.no-line` +\| `comment` longText +\| `debitLedger` +\|/,
  );
  for (const state of ['SENT', 'PAID'])
    expect(page).toContain(`  ${state} --> ${state}: sample.x.action.print`);
  expect(page).toMatch(/`SENT`, `PAID` +\| the same +\|/);
  expect(page).toContain('  REFUSED --> REFUSED: sample.x.action.remind');
  expect(page).toMatch(/\| `SENT`; the same for `PAID`, `REFUSED` +\|/);
  expect(page).toMatch(/\| system +\| – +\| – +\| – +\|/);
});
