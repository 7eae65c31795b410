import type { KeyGroup } from '@coulisse/mfe-kit';
import { useResourceText } from '@coulisse/resource-client';

type Keys = readonly (readonly [names: readonly string[], meaning: string])[];

const GROUPS: readonly (readonly [title: string, keys: Keys])[] = [
  [
    'keys.group.list',
    [
      [['↑', '↓', '←', '→'], 'keys.walk'],
      [['Home', 'End'], 'keys.ends'],
      [['Enter'], 'keys.open'],
      [['/'], 'keys.search'],
      [['c'], 'keys.new'],
      [['⇧ F10'], 'keys.menu'],
      [['Esc'], 'keys.close'],
    ],
  ],
  [
    'keys.group.select',
    [
      [['x'], 'keys.select'],
      [['⇧ ↑', '⇧ ↓'], 'keys.range'],
    ],
  ],
  [
    'keys.group.edit',
    [
      [['e', 'F2', 'Enter'], 'keys.edit'],
      [['Tab', '⇧ Tab'], 'keys.next'],
      [['Esc'], 'keys.cancel'],
    ],
  ],
  [
    'keys.group.board',
    [
      [['m'], 'keys.move'],
      [['Space', '←', '→'], 'keys.carry'],
    ],
  ],
];

export const useListKeys = (): KeyGroup[] => {
  const text = useResourceText();
  return GROUPS.map(([title, keys]) => ({
    title: text(title),
    keys: keys.map(([names, meaning]) => ({ names, meaning: text(meaning) })),
  }));
};
