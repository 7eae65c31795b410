import { type KeyGroup, type ResourceDescriptor, useScreenKeys } from '@coulisse/mfe-kit';
import { useResourceText } from '@coulisse/resource-client';

type Text = (key: string) => string;

/** Registers the shortcuts of a record's page, for the sheet that `?` opens. */
export const useRecordKeys = (descriptor: ResourceDescriptor): void => {
  const text = useResourceText();
  useScreenKeys(recordKeys(text, descriptor.may.update));
};

const recordKeys = (text: Text, mayEdit: boolean): KeyGroup[] => {
  const walk = { names: ['←', '→'], meaning: text('keys.neighbours') };
  if (!mayEdit) return [{ title: text('keys.group.record'), keys: [walk] }];
  return [
    {
      title: text('keys.group.record'),
      keys: [
        walk,
        { names: ['e'], meaning: text('keys.editAll') },
        { names: ['Enter'], meaning: text('keys.editValue') },
      ],
    },
    {
      title: text('keys.group.value'),
      keys: [
        { names: ['Enter'], meaning: text('keys.save') },
        { names: ['Tab'], meaning: text('keys.saveNext') },
        { names: ['Ctrl Enter'], meaning: text('keys.saveLong') },
        { names: ['Esc'], meaning: text('keys.cancel') },
      ],
    },
    lineKeys(text),
  ];
};

/** Shortcuts of lines edited as a table. */
export const lineKeys = (text: Text): KeyGroup => ({
  title: text('keys.group.lines'),
  keys: [
    { names: ['Enter'], meaning: text('keys.lineNext') },
    { names: ['Alt ↑', 'Alt ↓'], meaning: text('keys.lineMove') },
    { names: ['Ctrl Delete'], meaning: text('keys.lineRemove') },
  ],
});
