import { Archive, Upload } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { FieldDescriptor, ResourceDescriptor, ResourceScreens } from '@coulisse/mfe-kit';
import { Button, Notice, useLanguage, wholeCodes } from '@coulisse/ui-kit';
import { type RecordAnswer, ResourceScopeProvider, useResourceText } from '@coulisse/resource-client';
import { RecordState, useFileDrop } from '@coulisse/resource-fields';
import { ConflictDialog } from '../form/conflict-dialog';
import { UnsavedGuard } from '../form/unsaved-guard';
import { useRecordPalette } from '../palette/record-palette';
import { usePageTitle } from '../use-page-title';
import { useShortcuts } from '../use-shortcuts';
import { Attachments, useAttaching } from './attachments';
import { Counters } from './counters';
import { PartActions } from './part-actions';
import { RecordMenu } from './record-menu';
import { recordTitle } from './record-title';
import { SectionCard } from './section-card';
import { sectionsOf } from './sections';
import { StatusBar } from './status-bar';
import { Composer } from './timeline/composer';
import { Timeline } from './timeline/timeline';
import { TransitionFailure } from './transition-failure';
import { Transitions } from './transitions';
import { useCollapsed } from './use-collapsed';
import { type InlineEdits, useInlineEdits } from './use-inline-edits';
import { usePhone } from './use-media';
import { useRecordCommands } from './use-record-commands';
import { useRecordKeys } from './use-record-keys';

interface RecordBodyProps {
  descriptor: ResourceDescriptor;
  screens: ResourceScreens;
  record: RecordAnswer;
  reload: () => void;
}

export const RecordBody = ({ descriptor, screens, record, reload }: RecordBodyProps) => {
  const text = useResourceText();
  const language = useLanguage();
  const navigate = useNavigate();
  const { search } = useLocation();
  const overrides = screens.overrides.record;
  const collapsed = useCollapsed(descriptor);
  const isVisible = (field: FieldDescriptor) => screens.overrides.visible?.(field.name, record) ?? true;
  const sections = sectionsOf(descriptor, overrides?.sections)
    .map((section) => ({ section, fields: section.fields.filter(isVisible) }))
    .filter(({ fields }) => fields.length > 0);
  const walked = sections
    .filter(({ section }) => !section.table && !collapsed.isClosed(section))
    .flatMap(({ fields }) => fields.filter((field) => !field.readonly));
  const edits = useInlineEdits(descriptor, record, walked);
  const [hasDirtyLines, setDirtyLines] = useState(false);
  const [isPartDirty, setPartDirty] = useState(false);
  const attaching = useAttaching(descriptor, record.id);
  const mayAttach = descriptor.features.attachable && descriptor.may.update;
  const drop = useFileDrop(attaching.add, mayAttach);
  useShortcuts({ 'mod+s': edits.commitAll });
  useShortcuts(
    {
      e: () => {
        if (screens.edit) void navigate(`${screens.edit(record.id)}${search}`);
        else if (walked[0]) edits.open(walked[0].name);
      },
    },
    descriptor.may.update,
  );

  const { figures: Figures, lead: Lead, extra: Extra, aside: Aside } = overrides ?? {};
  const part = { record, descriptor, reload };
  const title = recordTitle(overrides, descriptor, edits.shown, language);
  return (
    <ResourceScopeProvider scope={{ descriptor, id: record.id, title }}>
      <div className="r-record-body" {...drop.handlers}>
        <Head descriptor={descriptor} screens={screens} record={record} reload={reload} title={title} />
        {Figures && <Figures {...part} />}
        <div className="r-columns">
          <div className="r-main">
            {Lead && <Lead {...part} />}
            <div className="c-card">
              {sections.map(({ section, fields }) => (
                <SectionCard
                  key={section.key}
                  section={section}
                  fields={fields}
                  descriptor={descriptor}
                  screens={screens}
                  record={record}
                  edits={edits}
                  closed={collapsed.isClosed(section)}
                  onToggle={() => collapsed.toggle(section.key)}
                  onDirtyLines={setDirtyLines}
                />
              ))}
            </div>
            {Extra && <Extra {...part} onDirty={setPartDirty} />}
          </div>
          <aside className="r-aside" aria-label={text('record.activity')}>
            <Counters descriptor={descriptor} id={record.id} isVisible={isVisible} />
            {Aside && <Aside {...part} />}
            {descriptor.features.attachable && (
              <Attachments descriptor={descriptor} id={record.id} uploads={attaching} />
            )}
            <h2 className="r-aside-title">{text('record.activity')}</h2>
            {descriptor.may.update && <Composer descriptor={descriptor} id={record.id} />}
            <Timeline descriptor={descriptor} id={record.id} record={record} />
          </aside>
        </div>
        {drop.over && (
          <div className="r-drop-veil" aria-hidden>
            <span>
              <Upload className="c-icon" />
              {text('record.files.drop')}
            </span>
          </div>
        )}
      </div>
      <UnsavedGuard
        hasDraft={!attaching.busy && !isPartDirty}
        dirty={edits.dirty || hasDirtyLines || attaching.busy || isPartDirty}
      />
      <InlineConflict descriptor={descriptor} edits={edits} />
    </ResourceScopeProvider>
  );
};

const Head = ({ descriptor, screens, record, reload, title }: RecordBodyProps & { title: string }) => {
  const text = useResourceText();
  const language = useLanguage();
  const phone = usePhone();
  const overrides = screens.overrides.record;
  const Actions = overrides?.actions;
  const commands = useRecordCommands(descriptor, screens, record);
  useRecordPalette({ descriptor, screens, record }, commands);
  useRecordKeys(descriptor);
  usePageTitle(title);
  const hasMainAction = overrides?.hasMainAction?.(record) ?? false;
  const restore = commands.others.find((command) => command.name === 'restore');
  const archived = descriptor.features.archivable && record['isArchived'] === true;
  return (
    <>
      <header className="r-title">
        <h1 data-testid="record-title">{wholeCodes(title)}</h1>
        {overrides?.subtitle && <span className="c-soft">{overrides.subtitle(record, language)}</span>}
        <RecordState descriptor={descriptor} state={record['state']} />
        <span className="c-push c-actions r-record-actions">
          {Actions && (
            <PartActions>
              <Actions record={record} descriptor={descriptor} reload={reload} />
            </PartActions>
          )}
          <Transitions descriptor={descriptor} record={record} primary={!hasMainAction} short={phone} />
          <RecordMenu commands={commands} withSteps={phone} withNextStep={hasMainAction} />
        </span>
      </header>
      <TransitionFailure key={record.id} descriptor={descriptor} record={record} />
      {archived && (
        <div className="r-put-away">
          <Notice tone="warn">
            <Archive className="c-icon" aria-hidden /> {text('record.isArchived')}{' '}
            {restore && (
              <Button kind="link" onClick={restore.run}>
                {text('record.restore')}
              </Button>
            )}
          </Notice>
        </div>
      )}
      <StatusBar descriptor={descriptor} state={record['state']} visited={record._states} />
      {commands.dialogs}
    </>
  );
};

const InlineConflict = ({ descriptor, edits }: { descriptor: ResourceDescriptor; edits: InlineEdits }) =>
  edits.conflict && (
    <ConflictDialog
      descriptor={descriptor}
      seen={edits.conflict.seen}
      mine={edits.conflict.mine}
      onClose={edits.keepTyping}
      onTakeTheirs={edits.takeTheirs}
      onWriteMine={edits.writeMine}
    />
  );
