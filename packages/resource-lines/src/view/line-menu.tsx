import { ArrowDown, ArrowUp, Copy, Pencil, Trash2 } from 'lucide-react';
import { ContextMenu, type MenuSection } from '@coulisse/ui-kit/complex';
import { useResourceText } from '@coulisse/resource-client';
import { type Entry, keyOf } from '../model/document';
import type { LinesState } from '../store';
import type { LinesActions, Text } from './actions';
import { useEditor } from './editor-context';

interface LineMenuProps {
  entryKey: string;
  at: { x: number; y: number };
  state: LinesState;
  actions: LinesActions;
  onClose: () => void;
}

/** The menu of a line or of a group: everything that its keys do, and its details. */
export const LineMenu = ({ entryKey, at, state, actions, onClose }: LineMenuProps) => {
  const text = useResourceText();
  const { openDetails } = useEditor();
  const entry = state.document.entries.find((candidate) => keyOf(candidate) === entryKey);
  if (!entry) return null;
  const name = entry.type === 'line' ? entry.line.label : entry.group.label;
  return (
    <ContextMenu
      at={at}
      label={text('lines.menu', { name })}
      sections={sectionsOf(entry, actions, openDetails, text)}
      onClose={onClose}
    />
  );
};

const sectionsOf = (
  entry: Entry,
  actions: LinesActions,
  openDetails: (key: string) => void,
  text: Text,
): MenuSection[] => {
  const key = keyOf(entry);
  const isPriced = entry.type === 'line' && entry.line.kind === 'line';
  return [
    {
      key: 'edit',
      actions: [
        {
          key: 'details',
          label: text('lines.details'),
          icon: <Pencil aria-hidden />,
          onSelect: () => openDetails(key),
        },
        ...(entry.type === 'line'
          ? [
              {
                key: 'duplicate',
                label: text('lines.duplicate'),
                icon: <Copy aria-hidden />,
                onSelect: () => actions.run({ type: 'duplicate', key }, text('lines.duplicated')),
              },
            ]
          : []),
      ],
    },
    ...(isPriced
      ? [
          {
            key: 'option',
            title: text('lines.option'),
            actions: ([null, 'proposed', 'chosen'] as const).map((option) => ({
              key: `option-${option}`,
              label: text(`lines.optionState.${option ?? 'none'}`),
              checked: entry.line.option === option,
              onSelect: () => {
                actions.run(
                  { type: 'setOption', keys: [key], option },
                  text(`lines.optionState.${option ?? 'none'}`),
                );
              },
            })),
          },
        ]
      : []),
    {
      key: 'place',
      actions: [
        {
          key: 'up',
          label: text('lines.up'),
          shortcut: 'Alt ↑',
          icon: <ArrowUp aria-hidden />,
          onSelect: () => actions.moveRow(key, -1),
        },
        {
          key: 'down',
          label: text('lines.down'),
          shortcut: 'Alt ↓',
          icon: <ArrowDown aria-hidden />,
          onSelect: () => actions.moveRow(key, 1),
        },
        ...(entry.type === 'group' || entry.line.group !== null
          ? [
              {
                key: 'ungroup',
                label: text(entry.type === 'group' ? 'lines.ungroup' : 'lines.leaveGroup'),
                onSelect: () => actions.ungroupOrLeave(key),
              },
            ]
          : []),
      ],
    },
    {
      key: 'remove',
      actions: [
        {
          key: 'remove',
          label: text(entry.type === 'group' ? 'lines.removeGroup' : 'lines.remove'),
          shortcut: text('lines.key.remove'),
          icon: <Trash2 aria-hidden />,
          danger: true,
          onSelect: () => {
            actions.remove(entry.type === 'group' ? actions.membersOf(key) : [key]);
          },
        },
      ],
    },
  ];
};
