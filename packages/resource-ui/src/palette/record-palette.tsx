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
import { type RecordAnswer, useResourceText } from '@coulisse/resource-client';
import { titleOf } from '@coulisse/resource-fields';
import { questionIn } from '../record/record-question';
import { type Command, type RecordCommands, useRecordCommands } from '../record/use-record-commands';
import { noteOpened } from './opened-records';

interface RecordPaletteProps {
  descriptor: ResourceDescriptor;
  screens: ResourceScreens;
  record: RecordAnswer;
}

const NONE: readonly PaletteAction[] = [];

/** Registers the actions of the current record in the command palette, and adds it to the recently opened ones. */
export const useRecordPalette = (
  { descriptor, screens, record }: RecordPaletteProps,
  { steps, others }: Pick<RecordCommands, 'steps' | 'others'>,
  extraActions: readonly PaletteAction[] = NONE,
): void => {
  const language = useLanguage();
  const person = useActor().id;
  const title = titleOf(descriptor, record, language);
  const path = screens.record(record.id);
  // The edit page keeps the query of the list.
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
  usePaletteActions([...steps.map(actionOf), ...extraActions, ...others.map(actionOf)], title);
};

/** Commands that concern the page, not the record: left out in the panel. */
const OF_THE_PAGE = new Set(['link', 'print']);

/** The same for a record in the side panel. */
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
