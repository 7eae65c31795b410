import { ExternalLink } from 'lucide-react';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import {
  type PaletteAction,
  type ResourceDescriptor,
  type ResourceScreens,
  useActor,
  usePaletteActions,
} from '@coulisse/mfe-kit';
import { useLanguage } from '@coulisse/ui-kit';
import type { RecordAnswer } from '../data/queries';
import { useResourceText } from '../locales';
import { questionIn } from '../record/record-question';
import { type Command, type RecordCommands, useRecordCommands } from '../record/use-record-commands';
import { titleOf } from '../title';
import { noteOpened } from './opened-records';

interface RecordPaletteProps {
  descriptor: ResourceDescriptor;
  screens: ResourceScreens;
  record: RecordAnswer;
}

const NONE: readonly PaletteAction[] = [];

/** What can be done with the record that is shown, in the command palette; it leads back to the record later. */
export const useRecordPalette = (
  { descriptor, screens, record }: RecordPaletteProps,
  { steps, others }: Pick<RecordCommands, 'steps' | 'others'>,
  more: readonly PaletteAction[] = NONE,
): void => {
  const language = useLanguage();
  const person = useActor().id;
  const title = titleOf(descriptor, record, language);
  const path = screens.record(record.id);
  // The list that it is looked at in goes along.
  const question = questionIn(useLocation().search);
  const kind = descriptor.label[language];
  useEffect(() => noteOpened(person, { path, label: title, kind }), [person, path, title, kind]);

  const actionOf = ({ name, label, icon, danger, reason, hint, run }: Command): PaletteAction => ({
    key: `${descriptor.name}/${name}`,
    label,
    icon,
    ...(danger ? { danger } : {}),
    ...(reason ? { blocked: reason } : {}),
    ...(hint ? { shortcut: hint } : {}),
    ...(name === 'edit' && screens.edit
      ? { path: `${screens.edit(record.id)}${question && `?${question}`}` }
      : { run }),
  });
  usePaletteActions([...steps.map(actionOf), ...more, ...others.map(actionOf)], title);
};

/** Commands about the page that is shown, which is not the record's. */
const OF_THE_PAGE = new Set(['link', 'print']);

/** The same for a record that is seen beside its list. */
export const PanelPalette = (props: RecordPaletteProps) => {
  const { descriptor, screens, record } = props;
  const text = useResourceText();
  const { steps, others, dialogs } = useRecordCommands(descriptor, screens, record);
  useRecordPalette(props, { steps, others: others.filter(({ name }) => !OF_THE_PAGE.has(name)) }, [
    {
      key: `${descriptor.name}/open`,
      label: text('panel.expand'),
      icon: <ExternalLink className="c-icon" aria-hidden />,
      path: screens.record(record.id),
    },
  ]);
  return dialogs;
};
