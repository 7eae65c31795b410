import {
  Archive,
  ArchiveRestore,
  ArrowDown,
  ArrowRightLeft,
  ArrowUp,
  CopyPlus,
  ExternalLink,
  Link2,
  PanelRight,
  PencilLine,
  Trash2,
} from 'lucide-react';
import { useState } from 'react';
import { useHref, useNavigate } from 'react-router';
import { type ResourceDescriptor, type ResourceScreens, useMayCreate } from '@coulisse/mfe-kit';
import { Opening, useLanguage, useToast } from '@coulisse/ui-kit';
import { ContextMenu, type MenuAction, type MenuSection } from '@coulisse/ui-kit/complex';
import {
  type ListRow,
  type RecordAnswer,
  type Step,
  stepsOf,
  useInvalidateResource,
  useOperations,
  useProblemText,
  useRecordQuery,
  useResourceText,
} from '@coulisse/resource-client';
import { titleOf, TransitionDialog } from '@coulisse/resource-fields';
import { Deletion } from '../parts-on-demand';
import { useCopyLink } from './use-copy-link';
import type { OrderControl } from './use-order';

interface Asking {
  row: ListRow;
  /** The transition to confirm; undefined for the deletion. */
  step?: Step;
}

interface RowActionsProps {
  descriptor: ResourceDescriptor;
  screens: ResourceScreens;
  onOpen: (id: string) => void;
  /** Null when the rows cannot be ordered by hand. */
  order: OrderControl | null;
}

/** Actions on one record of a list, the same for a row and a card. */
export const useRowActions = ({ descriptor, screens, onOpen, order }: RowActionsProps) => {
  const text = useResourceText();
  const language = useLanguage();
  const toast = useToast();
  const problem = useProblemText();
  const navigate = useNavigate();
  const root = useHref('/').replace(/\/$/, '');
  const mayCreate = useMayCreate();
  const copy = useCopyLink();
  const operations = useOperations(descriptor);
  const stale = useInvalidateResource(descriptor);
  const [menu, setMenu] = useState<{ row: ListRow; x: number; y: number } | null>(null);
  const [asking, setAsking] = useState<Asking | null>(null);
  const [busy, setBusy] = useState(false);

  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (failure) {
      toast.bad(problem(failure));
    } finally {
      setBusy(false);
      setAsking(null);
    }
  };
  const name = (row: ListRow) => titleOf(descriptor, row, language);
  const move = async (
    row: ListRow,
    step: Step,
    comment = '',
    confirmed: readonly string[] = [],
    input: Readonly<Record<string, unknown>> = {},
  ) => {
    const { version } = await operations.read(row.id);
    await operations.transition(row.id, version, step.name, comment, confirmed, input);
    await stale();
    toast.good(text('list.transited', { name: name(row), action: step.label }));
  };
  const take = (...taken: Parameters<typeof move>) => attempt(() => move(...taken));
  /** The dialog shows what is refused, and keeps what was typed. */
  const takeFromDialog = async (...taken: Parameters<typeof move>) => {
    setBusy(true);
    try {
      await move(...taken);
      setAsking(null);
    } finally {
      setBusy(false);
    }
  };
  const setArchived = (row: ListRow, archived: boolean): Promise<void> =>
    attempt(async () => {
      await (archived ? operations.archive(row.id) : operations.restore(row.id));
      await stale();
      toast.good(text(archived ? 'list.archivedOne' : 'list.restoredOne', { name: name(row) }), {
        label: text('list.undo'),
        run: () => void setArchived(row, !archived),
      });
    });
  const duplicate = (row: ListRow) =>
    attempt(async () => {
      const copyOf = await operations.duplicate(row.id);
      await stale();
      toast.good(text('list.duplicated', { name: name(row) }));
      void navigate(screens.edit?.(copyOf.id) ?? screens.record(copyOf.id));
    });

  const sections = (row: ListRow, record: RecordAnswer | undefined): MenuSection[] => {
    const { features, may } = descriptor;
    const write: (MenuAction | false)[] = [
      features.duplicable &&
        mayCreate(descriptor, screens) && {
          key: 'duplicate',
          label: text('list.duplicate'),
          icon: <CopyPlus className="c-icon" aria-hidden />,
          testId: 'row-duplicate',
          onSelect: () => void (screens.copy ? navigate(screens.copy(row.id)) : duplicate(row)),
        },
      features.archivable &&
        may.update &&
        (record?.['isArchived'] === true || row['isArchived'] === true
          ? {
              key: 'restore',
              label: text('list.restore'),
              icon: <ArchiveRestore className="c-icon" aria-hidden />,
              testId: 'row-restore',
              onSelect: () => void setArchived(row, false),
            }
          : {
              key: 'archive',
              label: text('list.archive'),
              icon: <Archive className="c-icon" aria-hidden />,
              testId: 'row-archive',
              onSelect: () => void setArchived(row, true),
            }),
      may.delete && {
        key: 'delete',
        label: text('record.delete'),
        icon: <Trash2 className="c-icon" aria-hidden />,
        danger: true,
        testId: 'row-delete',
        onSelect: () => setAsking({ row }),
      },
    ];
    const address = screens.record(row.id);
    const open: (MenuAction | false)[] = [
      {
        key: 'open',
        label: text('list.open'),
        icon: <PanelRight className="c-icon" aria-hidden />,
        onSelect: () => onOpen(row.id),
      },
      {
        key: 'tab',
        label: text('list.openTab'),
        icon: <ExternalLink className="c-icon" aria-hidden />,
        onSelect: () => window.open(`${root}${address}`, '_blank', 'noopener'),
      },
      may.update && {
        key: 'edit',
        label: text('record.edit'),
        icon: <PencilLine className="c-icon" aria-hidden />,
        testId: 'row-edit',
        onSelect: () => void navigate(screens.edit?.(row.id) ?? address),
      },
      {
        key: 'link',
        label: text('list.copyLink'),
        icon: <Link2 className="c-icon" aria-hidden />,
        onSelect: () => void copy(address),
      },
    ];
    const offered = (actions: readonly (MenuAction | false)[]) =>
      actions.filter((action): action is MenuAction => action !== false);
    const step = (key: 'up' | 'down', over: string | null): MenuAction | false =>
      over !== null && {
        key,
        label: text(`list.order.${key}`),
        icon:
          key === 'up' ? (
            <ArrowUp className="c-icon" aria-hidden />
          ) : (
            <ArrowDown className="c-icon" aria-hidden />
          ),
        testId: `row-${key}`,
        onSelect: () => void order?.move(row.id, over),
      };
    return [
      { key: 'open', actions: offered(open) },
      {
        key: 'order',
        actions: order
          ? offered([step('up', order.beside(row.id, -1)), step('down', order.beside(row.id, 1))])
          : [],
      },
      { key: 'steps', title: text('record.state'), actions: steps(row, record) },
      { key: 'write', actions: offered(write) },
    ];
  };

  const steps = (row: ListRow, record: RecordAnswer | undefined): MenuAction[] =>
    stepsOf(descriptor, record ?? row, language).map((step) => ({
      key: step.name,
      label: step.label,
      icon: <ArrowRightLeft className="c-icon" aria-hidden />,
      danger: step.danger,
      testId: `row-transition-${step.name}`,
      ...(step.allowed ? {} : { disabled: true, ...(step.reasons ? { hint: step.reasons } : {}) }),
      onSelect: () => (step.asks ? setAsking({ row, step }) : void take(row, step)),
    }));

  const parts = (
    <>
      {menu && (
        <RowMenu
          descriptor={descriptor}
          row={menu.row}
          at={menu}
          sections={sections}
          onClose={() => setMenu(null)}
        />
      )}
      {asking && !asking.step && (
        <Opening onClose={() => setAsking(null)}>
          <Deletion
            descriptor={descriptor}
            screens={screens}
            record={asking.row}
            {...(descriptor.features.archivable && descriptor.may.update
              ? { onArchive: () => void setArchived(asking.row, true) }
              : {})}
            onDeleted={() => setAsking(null)}
            onClose={() => setAsking(null)}
          />
        </Opening>
      )}
      {asking?.step && (
        <TransitionDialog
          descriptor={descriptor}
          record={asking.row}
          step={asking.step}
          busy={busy}
          onConfirm={(comment, confirmed, input) => {
            const { row, step } = asking;
            const follow = step?.input?.length ? takeFromDialog : take;
            return step && follow(row, step, comment, confirmed, input);
          }}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  );
  return { open: (row: ListRow, at: { x: number; y: number }) => setMenu({ row, ...at }), parts };
};

interface RowMenuProps {
  descriptor: ResourceDescriptor;
  row: ListRow;
  at: { x: number; y: number };
  sections: (row: ListRow, record: RecordAnswer | undefined) => MenuSection[];
  onClose: () => void;
}

/** Loads the record, which contains the blockers of each transition. */
const RowMenu = ({ descriptor, row, at, sections, onClose }: RowMenuProps) => {
  const record = useRecordQuery(descriptor, row.id);
  return (
    <ContextMenu
      at={at}
      label={titleOf(descriptor, row, useLanguage())}
      sections={sections(row, record.data)}
      onClose={onClose}
      data-testid="row-menu"
    />
  );
};
