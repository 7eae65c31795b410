import { Archive, ArchiveRestore, ArrowRightLeft, Download, PencilLine, Trash2, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ResourceDescriptor } from '@coulisse/mfe-kit';
import { Button, ConfirmDialog, formatNumber, useLanguage } from '@coulisse/ui-kit';
import { ContextMenu } from '@coulisse/ui-kit/complex';
import { type BulkAction, type ListControl, NOTHING, useResourceText } from '@coulisse/resource-client';
import { BulkEdit, bulkFields } from './bulk-edit';
import { BulkReport } from './bulk-report';
import { BulkTransition } from './bulk-transition';
import { JobProgress } from './job-progress';
import { useBulk } from './use-bulk';

interface BulkBarProps {
  descriptor: ResourceDescriptor;
  list: ListControl;
  onExport: (() => void) | null;
}

type Transition = NonNullable<ResourceDescriptor['lifecycle']>['transitions'][number];
type Open = { kind: 'edit' } | { kind: 'delete' } | { kind: 'step'; transition: Transition } | null;

/** Toolbar of bulk actions on the selected rows, or on all results of the list. */
export const BulkBar = ({ descriptor, list, onExport }: BulkBarProps) => {
  const text = useResourceText();
  const language = useLanguage();
  const [open, setOpen] = useState<Open>(null);
  const [steps, setSteps] = useState<{ x: number; y: number } | null>(null);
  const bulk = useBulk(descriptor, list);
  const { selection } = list;
  const count = selection.all ? (list.total ?? selection.ids.size) : selection.ids.size;
  const hasMore = selection.all && !list.exact;
  const shown = `${formatNumber(count, language)}${hasMore ? '+' : ''}`;
  const { may, features } = descriptor;
  const offered = (descriptor.lifecycle?.transitions ?? []).filter(
    (transition) => transition.may && transition.bulk && !transition.auto,
  );
  const run = (change: BulkAction) => {
    setOpen(null);
    void bulk.run(change);
  };
  const step = (transition: Transition) =>
    asksFirst(descriptor, transition)
      ? setOpen({ kind: 'step', transition })
      : run({ action: 'transition', transition: transition.name });
  const [only] = offered;
  const busy = bulk.progress !== null;
  return (
    <>
      {count > 0 && (
        <div className="r-bulk" role="toolbar" aria-label={text('list.bulk')} data-testid="bulk-bar">
          <span aria-live="polite">
            {busy
              ? text('list.bulk.progress', { done: formatNumber(bulk.progress ?? 0, language), total: shown })
              : text('list.selected', { count, shown })}
          </span>
          {may.update && bulkFields(descriptor).length > 0 && (
            <BarButton
              label={text('list.bulk.edit')}
              icon={<PencilLine aria-hidden />}
              busy={busy}
              testId="bulk-edit"
              onClick={() => setOpen({ kind: 'edit' })}
            />
          )}
          {offered.length === 1 && only && (
            <BarButton
              label={only.label[language]}
              icon={<ArrowRightLeft aria-hidden />}
              busy={busy}
              testId={`bulk-${only.name}`}
              onClick={() => step(only)}
            />
          )}
          {offered.length > 1 && (
            <BarButton
              label={text('record.state')}
              icon={<ArrowRightLeft aria-hidden />}
              busy={busy}
              testId="bulk-steps"
              onClick={(box) => setSteps({ x: box.left, y: box.top })}
            />
          )}
          {features.archivable && may.update && list.state.archived !== 'yes' && (
            <BarButton
              label={text('list.archive')}
              icon={<Archive aria-hidden />}
              busy={busy}
              testId="bulk-archive"
              onClick={() => run({ action: 'archive' })}
            />
          )}
          {features.archivable && may.update && list.state.archived !== 'no' && (
            <BarButton
              label={text('list.restore')}
              icon={<ArchiveRestore aria-hidden />}
              busy={busy}
              testId="bulk-restore"
              onClick={() => run({ action: 'restore' })}
            />
          )}
          {onExport && (
            <BarButton
              label={text('list.export')}
              icon={<Download aria-hidden />}
              busy={busy}
              testId="bulk-export"
              onClick={onExport}
            />
          )}
          {may.delete && (
            <BarButton
              label={text('record.delete')}
              icon={<Trash2 aria-hidden />}
              busy={busy}
              testId="bulk-delete"
              onClick={() => setOpen({ kind: 'delete' })}
            />
          )}
          <Button
            square
            aria-label={text('list.unselect')}
            title={text('list.unselect')}
            icon={<X aria-hidden />}
            onClick={() => list.setSelection(NOTHING)}
          />
        </div>
      )}
      {steps && (
        <ContextMenu
          at={steps}
          label={text('record.state')}
          onClose={() => setSteps(null)}
          sections={[
            {
              key: 'steps',
              actions: offered.map((transition) => ({
                key: transition.name,
                label: transition.label[language],
                danger: descriptor.lifecycle?.tones[transition.to] === 'bad',
                testId: `bulk-${transition.name}`,
                onSelect: () => step(transition),
              })),
            },
          ]}
        />
      )}
      {open?.kind === 'edit' && (
        <BulkEdit
          descriptor={descriptor}
          count={shown}
          onApply={(values) => run({ action: 'update', values })}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.kind === 'delete' && (
        <ConfirmDialog
          danger
          title={text('list.bulk.delete', { count, shown })}
          confirm={text('record.delete')}
          onConfirm={() => run({ action: 'delete' })}
          onClose={() => setOpen(null)}
        >
          {text('record.delete.body')}
        </ConfirmDialog>
      )}
      {open?.kind === 'step' && (
        <BulkTransition
          transition={open.transition}
          count={count}
          shown={shown}
          onConfirm={run}
          onClose={() => setOpen(null)}
        />
      )}
      {bulk.report && (
        <BulkReport
          descriptor={descriptor}
          rows={list.seen()}
          report={bulk.report}
          onClose={bulk.closeReport}
        />
      )}
      {bulk.job && (
        <JobProgress descriptor={descriptor} job={bulk.job} rows={list.seen()} onClose={bulk.closeJob} />
      )}
    </>
  );
};

/** A transition is confirmed when it is declared so, asks for an input, or leads to a bad final state. */
const asksFirst = (descriptor: ResourceDescriptor, transition: Transition): boolean =>
  transition.confirm === true ||
  (transition.input?.length ?? 0) > 0 ||
  descriptor.lifecycle?.tones[transition.to] === 'bad';

interface BarButtonProps {
  label: string;
  icon: ReactNode;
  busy: boolean;
  testId: string;
  onClick: (box: DOMRect) => void;
}

const BarButton = ({ label, icon, busy, testId, onClick }: BarButtonProps) => (
  <Button
    icon={icon}
    aria-label={label}
    title={label}
    disabled={busy}
    data-testid={testId}
    onClick={(event) => onClick(event.currentTarget.getBoundingClientRect())}
  >
    <span>{label}</span>
  </Button>
);
