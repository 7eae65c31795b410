import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  ApiProblem,
  type FieldDescriptor,
  type ResourceDescriptor,
  type ResourceScreens,
  useApi,
} from '@coulisse/mfe-kit';
import { Button, Notice, useLanguage, useToast } from '@coulisse/ui-kit';
import { inputId } from '../data/problem-fields';
import { type RecordAnswer, useRefresh } from '../data/queries';
import type { Draft } from '../data/values';
import { kindOf } from '../fields';
import { ErrorSummary } from '../form/error-summary';
import { FieldInput } from '../form/field-input';
import { UnsavedGuard } from '../form/unsaved-guard';
import { useDraft } from '../form/use-draft';
import { useResourceText } from '../locales';
import { useShortcuts } from '../use-shortcuts';
import { FieldList } from './field-list';
import type { Section } from './sections';

interface SectionCardProps {
  section: Section;
  descriptor: ResourceDescriptor;
  screens: ResourceScreens;
  record: RecordAnswer;
  /** `e` edits this one. */
  first?: boolean;
}

/** Read, then edited in the same place. */
export const SectionCard = ({ section, descriptor, screens, record, first }: SectionCardProps) => {
  const text = useResourceText();
  const moduleText = useTranslation(screens.module).t;
  const language = useLanguage();
  const [editing, setEditing] = useState<string | null>(null);
  const editable = descriptor.may.update && section.fields.some((field) => !field.readonly);
  const title = section.title
    ? moduleText(section.title)
    : (section.children?.label[language] ?? text('record.general'));
  const visible = (values: Draft) =>
    section.fields.filter((field) => screens.overrides.visible?.(field.name, values) ?? true);
  useShortcuts({ e: () => setEditing('') }, Boolean(first) && editable && editing === null);

  if (visible(record).length === 0) return null;
  return (
    <section className="r-section" data-table={(section.children && editing === null) || undefined}>
      <h3>
        {title}
        {editable && editing === null && (
          <Button
            kind="quiet"
            size="small"
            className="c-push"
            data-testid={`edit-${section.key}`}
            onClick={() => setEditing('')}
          >
            {text('record.edit')}
          </Button>
        )}
      </h3>
      {editing === null ? (
        <SectionRead
          section={section}
          fields={visible(record)}
          record={record}
          onEdit={editable ? setEditing : undefined}
        />
      ) : (
        <SectionEdit
          section={section}
          visible={visible}
          descriptor={descriptor}
          record={record}
          focus={editing}
          onDone={() => setEditing(null)}
        />
      )}
    </section>
  );
};

const SectionRead = ({
  section,
  fields,
  record,
  onEdit,
}: {
  section: Section;
  fields: readonly FieldDescriptor[];
  record: RecordAnswer;
  onEdit?: (field: string) => void;
}) => {
  if (!section.children) return <FieldList columns fields={fields} record={record} onEdit={onEdit} />;
  const { Show } = kindOf(section.children);
  return <Show field={section.children} value={record[section.children.name]} />;
};

interface SectionEditProps {
  section: Section;
  visible: (values: Draft) => FieldDescriptor[];
  descriptor: ResourceDescriptor;
  record: RecordAnswer;
  /** Field that was double-clicked. */
  focus: string;
  onDone: () => void;
}

const SectionEdit = ({ section, visible, descriptor, record, focus, onDone }: SectionEditProps) => {
  const api = useApi();
  const text = useResourceText();
  const toast = useToast();
  const refresh = useRefresh(descriptor);
  const draft = useDraft(section.fields, record);
  const fields = visible({ ...record, ...draft.values }).filter((field) => !field.readonly);
  const form = useRef<HTMLFormElement>(null);
  const save = useMutation({
    mutationFn: () =>
      api.patch<RecordAnswer>(`${descriptor.path}/${record.id}`, draft.changes, { ifMatch: record.version }),
    onSuccess: async () => {
      toast.good(text('record.saved'));
      await refresh();
      onDone();
    },
    onError: draft.refuse,
  });
  const submit = () => {
    if (save.isPending) return;
    if (draft.dirty) save.mutate();
    else onDone();
  };
  useShortcuts({ 'mod+s': submit });
  useEffect(() => {
    const wanted = focus ? document.getElementById(inputId(focus)) : null;
    (wanted ?? form.current?.querySelector<HTMLElement>('input, select, textarea'))?.focus();
  }, [focus]);

  const conflict = draft.failure instanceof ApiProblem && draft.failure.status === 412;
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented && !draft.dirty) onDone();
      }}
    >
      {conflict ? (
        <Notice tone="warn">
          {text('record.conflict')}{' '}
          <Button kind="link" onClick={() => void refresh().then(onDone)}>
            {text('record.conflict.reload')}
          </Button>
        </Notice>
      ) : (
        <ErrorSummary fields={fields} draft={draft} />
      )}
      <div className="r-edit">
        {fields.map((field) => (
          <div key={field.name} data-wide={kindOf(field).wide || undefined}>
            <FieldInput field={field} draft={draft} />
          </div>
        ))}
      </div>
      <div className="c-actions r-edit-foot">
        <Button kind="main" type="submit" busy={save.isPending} title="Ctrl S" data-testid="section-save">
          {text('form.save')}
        </Button>
        <Button kind="quiet" onClick={onDone}>
          {text('form.cancel')}
        </Button>
      </div>
      <UnsavedGuard dirty={draft.dirty && !save.isSuccess} />
    </form>
  );
};
