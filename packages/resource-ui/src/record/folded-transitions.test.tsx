/** @jest-environment jsdom */
import { renderSample } from '@coulisse/resource-samples/testing';
import { sampleDescriptor } from '@coulisse/resource-samples';
import type { RecordAnswer } from '@coulisse/resource-client';
import type { ResourceDescriptor, TransitionDescriptor } from '@coulisse/mfe-kit';
import { screen } from '@testing-library/react';
import { RecordMenu } from './record-menu';
import { Transitions } from './transitions';
import type { Command } from './use-record-commands';

const NAMES = ['lend', 'mend', 'hide', 'show', 'store'];
const transition = (name: string): TransitionDescriptor => ({
  ...{ name, from: ['STORED'], to: 'same', label: { fr: name, en: name }, may: true, tone: 'good' },
  ...{ bulk: false },
});
const descriptorWith = (names: readonly string[]): ResourceDescriptor => ({
  ...sampleDescriptor,
  lifecycle: { ...sampleDescriptor.lifecycle!, transitions: names.map(transition) },
});
const record: RecordAnswer = {
  ...{ id: 'x', version: 1, state: 'STORED' },
  _actions: [{ name: 'show', allowed: false, blockers: [{ code: 'shown', detail: 'It is shown already.' }] }],
};
const buttons = () =>
  screen.getAllByTestId(/^transition-/).map(({ dataset }) => dataset['testid']?.replace('transition-', ''));

test('of many transitions, the row has those that are possible', async () => {
  renderSample({ children: <Transitions descriptor={descriptorWith(NAMES)} record={record} /> });
  await screen.findByTestId('transition-mend');
  expect(buttons().sort()).toEqual(['hide', 'lend', 'mend', 'store']);
});

test('of few transitions, the row has all, and says why one is blocked', async () => {
  renderSample({ children: <Transitions descriptor={descriptorWith(['hide', 'show'])} record={record} /> });
  await screen.findByTestId('transition-show');
  expect(buttons().sort()).toEqual(['hide', 'show']);
});

test('the menu has the folded ones, with their reason', async () => {
  const command = (name: string): Command => ({
    ...{ name, label: name, icon: null, testId: `menu-${name}`, run: () => undefined },
    ...(name === 'show' && { reason: 'It is shown already.' }),
  });
  const menuOf = (names: readonly string[]) => (
    <RecordMenu commands={{ steps: names.map(command), others: [command('print')], dialogs: null }} />
  );
  const { user } = renderSample({ children: menuOf(NAMES) });
  await user.click(await screen.findByTestId('record-menu'));
  expect((await screen.findByTestId('menu-show')).textContent).toContain('It is shown already.');
  expect(screen.queryByTestId('menu-lend')).toBeNull();
});
