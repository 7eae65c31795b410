import {
  Archive,
  ArchiveRestore,
  ArrowRight,
  Copy,
  Link as LinkIcon,
  Pencil,
  Printer,
  Trash2,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ResourceDescriptor, ResourceScreens } from '@coulisse/mfe-kit';
import { useLanguage, useToast } from '@coulisse/ui-kit';
import { mainStep, type RecordAnswer, stepsOf, useResourceText } from '@coulisse/resource-client';
import { Deletion } from './deletion';
import { useSteps } from './transitions';
import { useRecordActions } from './use-record-actions';

/** An action on a record, shown in the menu, the phone bar and the palette. */
export interface Command {
  name: string;
  label: string;
  icon: ReactNode;
  danger?: boolean;
  /** Why it is disabled. */
  reason?: string;
  /** Keyboard shortcut of the same action. */
  hint?: string;
  testId: string;
  run: () => void;
}

export interface RecordCommands {
  /** Transitions, the next one first. */
  steps: Command[];
  /** All other actions, irreversible ones last. */
  others: Command[];
  /** Confirmation dialogs of the commands. */
  dialogs: ReactNode;
}

export const useRecordCommands = (
  descriptor: ResourceDescriptor,
  screens: ResourceScreens,
  record: RecordAnswer,
): RecordCommands => {
  const text = useResourceText();
  const language = useLanguage();
  const navigate = useNavigate();
  const { search } = useLocation();
  const toast = useToast();
  const [deleting, setDeleting] = useState(false);
  const actions = useRecordActions(descriptor, screens, record);
  const flow = useSteps(descriptor, record);
  const { may, features } = descriptor;
  const archived = record['isArchived'] === true;
  const mayArchive = features.archivable && may.update;

  const steps = stepsOf(descriptor, record, language);
  const main = mainStep(steps);
  const copyLink = async () => {
    try {
      await navigator.clipboard.writeText(`${window.location.origin}${window.location.pathname}`);
      toast.good(text('record.linkCopied'));
    } catch {
      toast.bad(text('record.linkRefused'));
    }
  };
  const { edit } = screens;
  const offered: (Command | false | null)[] = [
    may.update &&
      edit && {
        name: 'edit',
        label: text('record.edit'),
        icon: <Pencil className="c-icon" aria-hidden />,
        hint: 'e',
        testId: 'record-edit',
        run: () => void navigate(`${edit(record.id)}${search}`),
      },
    features.duplicable &&
      may.create && {
        name: 'duplicate',
        label: text('record.duplicate'),
        icon: <Copy className="c-icon" aria-hidden />,
        testId: 'record-duplicate',
        run: actions.duplicate,
      },
    mayArchive &&
      !archived && {
        name: 'archive',
        label: text('record.archive'),
        icon: <Archive className="c-icon" aria-hidden />,
        testId: 'record-archive',
        run: actions.archive,
      },
    mayArchive &&
      archived && {
        name: 'restore',
        label: text('record.restore'),
        icon: <ArchiveRestore className="c-icon" aria-hidden />,
        testId: 'record-restore',
        run: actions.restore,
      },
    {
      name: 'link',
      label: text('record.copyLink'),
      icon: <LinkIcon className="c-icon" aria-hidden />,
      testId: 'record-link',
      run: () => void copyLink(),
    },
    {
      name: 'print',
      label: text('record.print'),
      icon: <Printer className="c-icon" aria-hidden />,
      testId: 'record-print',
      run: () => window.print(),
    },
    may.delete && {
      name: 'delete',
      label: text('record.delete'),
      icon: <Trash2 className="c-icon" aria-hidden />,
      danger: true,
      testId: 'record-delete',
      run: () => setDeleting(true),
    },
  ];
  return {
    steps: [...steps]
      .sort((a, b) => Number(b.name === main) - Number(a.name === main))
      .map((step) => ({
        name: step.name,
        label: step.label,
        icon: <ArrowRight className="c-icon" aria-hidden />,
        danger: step.danger,
        reason: step.allowed ? undefined : step.reasons,
        testId: `transition-${step.name}`,
        run: () => flow.take(step),
      })),
    others: offered.filter((command): command is Command => Boolean(command)),
    dialogs: (
      <>
        {flow.dialog}
        {deleting && (
          <Deletion
            descriptor={descriptor}
            screens={screens}
            record={record}
            onArchive={mayArchive && !archived ? actions.archive : undefined}
            onClose={() => setDeleting(false)}
          />
        )}
      </>
    ),
  };
};
