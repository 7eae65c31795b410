import { type KeyboardEvent, Suspense, useEffect } from 'react';
import type { FieldDescriptor, ResourceDescriptor } from '@coulisse/mfe-kit';
import { Button, type Language, Notice, SkeletonLines, useLanguage } from '@coulisse/ui-kit';
import { inputId, isLockedIn, type RecordAnswer, useResourceText } from '@coulisse/resource-client';
import { ConflictDialog } from '../form/conflict-dialog';
import { LinesEditor } from './lines-editor';
import { useDocumentLines } from './use-document-lines';
import { useLineSources } from './use-line-sources';

interface RecordLinesProps {
  descriptor: ResourceDescriptor;
  record: RecordAnswer;
  field: FieldDescriptor;
  /** The page asks before it is left with unsaved lines. */
  onDirty: (isDirty: boolean) => void;
}

/** The state of the record, and those in which its lines may be changed, by their names. */
const lockedWords = (
  { lifecycle }: ResourceDescriptor,
  record: RecordAnswer,
  { editableIn = [] }: FieldDescriptor,
  language: Language,
) => {
  const nameOf = (state: string) => lifecycle?.stateLabels[state]?.[language] ?? state;
  return {
    state: nameOf(String(record['state'])),
    states: new Intl.ListFormat(language, { type: 'disjunction' }).format(editableIn.map(nameOf)),
  };
};

/** The lines of a document on its page: read-only until they are edited, saved in one change. */
export const RecordLines = ({ descriptor, record, field, onDirty }: RecordLinesProps) => {
  const text = useResourceText();
  const language = useLanguage();
  const sources = useLineSources(field);
  const lines = useDocumentLines(descriptor, record, field);
  const { isDirty, isEditing } = lines;
  useEffect(() => onDirty(isDirty), [onDirty, isDirty]);
  useEffect(() => () => onDirty(false), [onDirty]);
  const mayEdit = descriptor.may.update && !field.readonly;
  const keys = (event: KeyboardEvent) => {
    const isSave = event.key === 's' || event.key === 'Enter';
    if (!isEditing || !isSave || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    lines.save();
  };
  return (
    <div className="r-document" onKeyDown={keys}>
      <Suspense fallback={<SkeletonLines lines={6} />}>
        <LinesEditor
          // Another history for each editing.
          key={isEditing ? 'edited' : 'shown'}
          {...sources}
          id={inputId(field.name)}
          label={field.label[language]}
          value={lines.value}
          readOnly={!isEditing}
          errors={lines.errors}
          fieldNames={{ items: field.name, groups: field.groups ?? '' }}
          onChange={lines.change}
        />
      </Suspense>
      {lines.message && <Notice tone="bad">{lines.message}</Notice>}
      {descriptor.may.update && !isEditing && isLockedIn(field, record) && (
        <p className="c-soft r-document-foot" data-testid={`locked-${field.name}`}>
          {text('record.lockedLines', lockedWords(descriptor, record, field, language))}
        </p>
      )}
      {(mayEdit || isEditing) && (
        <div className="c-actions r-document-foot">
          {isEditing ? (
            <>
              <Button
                kind="main"
                size="small"
                title="Ctrl S"
                busy={lines.isSaving}
                data-testid="lines-save"
                onClick={lines.save}
              >
                {text('form.save')}
              </Button>
              <Button kind="quiet" size="small" onClick={lines.cancel}>
                {text('form.cancel')}
              </Button>
            </>
          ) : (
            <Button size="small" data-testid={`edit-${field.name}`} onClick={lines.open}>
              {text('record.edit')}
            </Button>
          )}
        </div>
      )}
      {lines.conflict && (
        <ConflictDialog
          descriptor={descriptor}
          seen={lines.conflict.seen}
          mine={lines.conflict.mine}
          onClose={lines.closeConflict}
          onTakeTheirs={lines.takeTheirs}
          onWriteMine={lines.writeMine}
        />
      )}
    </div>
  );
};
