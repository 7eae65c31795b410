import { useMutation } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import {
  ApiProblem,
  type FieldDescriptor,
  type ResourceDescriptor,
  type ResourceScreens,
  useApi,
  useResource,
  useResourceScreens,
} from '@coulisse/mfe-kit';
import { SkeletonLines, useLanguage, useToast } from '@coulisse/ui-kit';
import {
  type Draft,
  draftKey,
  type RecordAnswer,
  useInputCheck,
  useRecordQuery,
  useRefresh,
  useResourceText,
  descriptorFor,
} from '@coulisse/resource-client';
import { useDraft } from '@coulisse/resource-client/form';
import { Failure, Unavailable } from '@coulisse/resource-fields';
import { recordTitle } from '../record/record-title';
import { formSections } from '../record/sections';
import { ConflictDialog } from './conflict-dialog';
import { FormExtra } from './form-extra';
import { FormPage } from './form-page';
import { DraftGuard } from './draft-guard';
import { useStoredDraft } from './use-stored-draft';

/** The form with all writable fields of a record. */
export const ResourceEdit = ({ resource, id }: { resource: string; id: string }) => {
  const descriptor = useResource(resource);
  const screens = useResourceScreens(descriptor);
  if (!descriptor?.may.update || !screens) return <Unavailable />;
  return <ReadRecord key={`${resource}/${id}`} descriptor={descriptor} screens={screens} id={id} />;
};

interface EditProps {
  descriptor: ResourceDescriptor;
  screens: ResourceScreens;
}

const ReadRecord = ({ descriptor, screens, id }: EditProps & { id: string }) => {
  const query = useRecordQuery(descriptor, id);
  // The form starts from the version that was read first; later versions are handled by the conflict dialog.
  const [seen, setSeen] = useState<RecordAnswer | null>(null);
  const record = seen ?? query.data;
  if (!seen && query.data && !query.isFetching) setSeen(query.data);
  if (query.isError && !record) return <Failure failure={query.error} onRetry={() => void query.refetch()} />;
  if (!seen) return <SkeletonLines lines={8} />;
  const own = descriptorFor(descriptor, seen);
  if (!own.may.update) return <Unavailable />;
  return <DescribedEdit descriptor={own} screens={screens} record={seen} onLatest={setSeen} />;
};

interface DescribedEditProps extends EditProps {
  record: RecordAnswer;
  onLatest: (latest: RecordAnswer) => void;
}

const DescribedEdit = ({ descriptor, screens, record, onLatest }: DescribedEditProps) => {
  const text = useResourceText();
  const language = useLanguage();
  const navigate = useNavigate();
  const { search } = useLocation();
  const api = useApi();
  const toast = useToast();
  const refresh = useRefresh(descriptor);
  const [saved, setSaved] = useState(false);
  const [conflict, setConflict] = useState<Draft | null>(null);
  const sections = useMemo(
    () => formSections(descriptor, screens.overrides.record?.sections),
    [descriptor, screens],
  );
  const fields = useMemo(() => sections.flatMap((section) => section.fields), [sections]);
  const check = useInputCheck(descriptor.fields, 'update');
  const draft = useDraft({
    fields,
    initial: record,
    masked: record._masked,
    check: (_values, changes) => check(changes),
  });
  const storedDraft = useStoredDraft(draftKey(descriptor.name, record.id), fields, draft);
  const isVisible = (field: FieldDescriptor, values: Draft) =>
    screens.overrides.visible?.(field.name, { ...record, ...values }) ?? true;
  const Extra = screens.overrides.record?.edit;
  const page = `${screens.record(record.id)}${search}`;
  const name = recordTitle(screens.overrides.record, descriptor, record, language);

  const save = useMutation({
    mutationFn: (version: number) =>
      api.patch<RecordAnswer>(`${descriptor.path}/${record.id}`, draft.changes(), { ifMatch: version }),
    onSuccess: async (answer) => {
      storedDraft.done();
      toast.good(text('record.saved'));
      await refresh(answer);
      setSaved(true);
    },
    onError: (failure) => {
      if (failure instanceof ApiProblem && failure.status === 412) {
        const values = draft.values();
        const changed = Object.keys(draft.changes());
        setConflict(Object.fromEntries(changed.map((field) => [field, values[field]])));
      } else draft.refuse(failure);
    },
  });
  // In an effect, after the guard has been rendered without unsaved changes.
  useEffect(() => {
    if (saved) void navigate(page, { replace: true });
  }, [saved, page, navigate]);

  const submit = () => {
    if (save.isPending) return;
    if (draft.isDirty()) save.mutate(record.version);
    else void navigate(page);
  };
  return (
    <FormPage
      descriptor={descriptor}
      screens={screens}
      sections={sections}
      isVisible={isVisible}
      draft={draft}
      storedDraft={storedDraft}
      id={record.id}
      title={text('form.edit.title', { name })}
      crumb={
        <nav className="r-crumb" aria-label={text('record.crumb')}>
          <Link to={`${screens.list}${search}`}>{descriptor.plural[language]}</Link>
          <span className="c-faint" aria-hidden>
            /
          </span>
          <Link to={page}>{name}</Link>
        </nav>
      }
      busy={save.isPending}
      extra={Extra && <FormExtra Extra={Extra} descriptor={descriptor} draft={draft} />}
      onSave={submit}
      onCancel={() => void navigate(page)}
    >
      <DraftGuard draft={draft} saved={saved} />
      {conflict && (
        <ConflictDialog
          descriptor={descriptor}
          seen={record}
          mine={conflict}
          onClose={() => setConflict(null)}
          onTakeTheirs={(latest) => {
            setConflict(null);
            storedDraft.discard();
            draft.reset(latest);
            onLatest(latest);
            void refresh(latest);
          }}
          onWriteMine={(latest) => {
            setConflict(null);
            save.mutate(latest.version);
          }}
        />
      )}
    </FormPage>
  );
};
