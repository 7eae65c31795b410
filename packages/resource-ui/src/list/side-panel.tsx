import { ArrowDown, ArrowUp, Ellipsis, Maximize2, X } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { useNavigate } from 'react-router';
import type { ResourceDescriptor, ResourceScreens } from '@coulisse/mfe-kit';
import { Button, SkeletonLines, useLanguage } from '@coulisse/ui-kit';
import { type RecordAnswer, useRecordQuery, useResourceText, descriptorFor } from '@coulisse/resource-client';
import { Failure } from '@coulisse/resource-fields';
import { PanelPalette } from '../palette/record-palette';
import { FieldList } from '../record/field-list';
import { recordTitle } from '../record/record-title';
import { StatusBar } from '../record/status-bar';
import { summaryFields } from '../record/sections';
import { Timeline } from '../record/timeline';
import { TransitionFailure } from '../record/transition-failure';
import { Blocked, Transitions } from '../record/transitions';
import { usePanelWidth } from './use-panel-width';

interface SidePanelProps {
  descriptor: ResourceDescriptor;
  screens: ResourceScreens;
  id: string;
  onWalk: (by: number) => void;
  /** Opens the menu of further actions. */
  onMenu: (record: RecordAnswer, at: { x: number; y: number }) => void;
  onClose: () => void;
}

/** A summary of the record beside its list, for a quick look without leaving the list. */
export const SidePanel = ({ descriptor, screens, id, onWalk, onMenu, onClose }: SidePanelProps) => {
  const text = useResourceText();
  const language = useLanguage();
  const navigate = useNavigate();
  const query = useRecordQuery(descriptor, id);
  const handle = usePanelWidth();
  return (
    <aside className="r-panel" aria-label={text('panel.label')} data-testid="side-panel">
      <div
        className="r-panel-edge"
        role="separator"
        aria-orientation="vertical"
        aria-label={text('panel.resize')}
        tabIndex={0}
        {...handle}
      />
      <header>
        <span className="c-faint">{descriptor.label[language]}</span>
        <span className="c-push">
          <PanelButton
            label={text('panel.previous')}
            icon={<ArrowUp aria-hidden />}
            onClick={() => onWalk(-1)}
          />
          <PanelButton
            label={text('panel.next')}
            icon={<ArrowDown aria-hidden />}
            onClick={() => onWalk(1)}
          />
          <PanelButton
            label={text('panel.expand')}
            icon={<Maximize2 aria-hidden />}
            onClick={() => void navigate(screens.record(id))}
          />
          {query.data && (
            <PanelButton
              label={text('record.more')}
              icon={<Ellipsis aria-hidden />}
              onClick={(event) => {
                const box = event.currentTarget.getBoundingClientRect();
                onMenu(query.data, { x: box.left, y: box.bottom + 4 });
              }}
            />
          )}
          <PanelButton label={text('panel.close')} icon={<X aria-hidden />} onClick={onClose} />
        </span>
      </header>
      {query.isPending && <SkeletonLines lines={8} />}
      {query.isError && <Failure failure={query.error} onRetry={() => void query.refetch()} />}
      {query.data && (
        <PanelBody
          descriptor={descriptorFor(descriptor, query.data)}
          screens={screens}
          record={query.data}
          reload={() => void query.refetch()}
        />
      )}
    </aside>
  );
};

const PanelButton = ({
  label,
  icon,
  onClick,
}: {
  label: string;
  icon: ReactNode;
  onClick: (event: MouseEvent<HTMLElement>) => void;
}) => (
  <Button kind="quiet" size="small" square aria-label={label} title={label} icon={icon} onClick={onClick} />
);

interface PanelBodyProps {
  descriptor: ResourceDescriptor;
  screens: ResourceScreens;
  record: RecordAnswer;
  reload: () => void;
}

const PanelBody = ({ descriptor, screens, record, reload }: PanelBodyProps) => {
  const text = useResourceText();
  const language = useLanguage();
  const { record: overrides, visible } = screens.overrides;
  const Actions = overrides?.actions;
  return (
    <>
      <h2>{recordTitle(overrides, descriptor, record, language)}</h2>
      <StatusBar descriptor={descriptor} state={record['state']} visited={record._states} small />
      <FieldList
        fields={summaryFields(descriptor, record, overrides?.sections).filter(
          ({ name }) => visible?.(name, record) ?? true,
        )}
        record={record}
      />
      <div className="c-actions">
        {Actions && <Actions record={record} descriptor={descriptor} reload={reload} />}
        <Transitions descriptor={descriptor} record={record} />
      </div>
      <TransitionFailure key={record.id} descriptor={descriptor} record={record} />
      <Blocked descriptor={descriptor} record={record} />
      <h3 className="r-panel-title">{text('record.activity')}</h3>
      <Timeline descriptor={descriptor} id={record.id} record={record} short />
      <PanelPalette descriptor={descriptor} screens={screens} record={record} />
    </>
  );
};
