import { useMutation } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import {
  type FieldDescriptor,
  type ResourceDescriptor,
  type ResourceScreens,
  useApi,
  useMayCreate,
  useResource,
  useResourceScreens,
} from '@coulisse/mfe-kit';
import { SkeletonLines, useLanguage, useToast } from '@coulisse/ui-kit';
import {
  createBody,
  type Draft,
  draftKey,
  initialDraft,
  type RecordAnswer,
  useIdempotencyKey,
  useInputCheck,
  useRefresh,
  useResourceText,
} from '@coulisse/resource-client';
import { type DraftControl, useDraft } from '@coulisse/resource-client/form';
import { titleOf, Unavailable } from '@coulisse/resource-fields';
import { formSections } from '../record/sections';
import { FormExtra } from './form-extra';
import { FormPage } from './form-page';
import { backAddress, usePresetValues } from './preset-values';
import { DraftGuard } from './draft-guard';
import { useStoredDraft } from './use-stored-draft';

/** The creation form of a resource, from its descriptor. `?set.<field>=` presets values, `?back=` is the next page. */
export const ResourceForm = ({ resource }: { resource: string }) => {
  const descriptor = useResource(resource);
  const screens = useResourceScreens(descriptor);
  const mayCreate = useMayCreate();
  if (!descriptor || !screens || !mayCreate(descriptor, screens)) return <Unavailable />;
  return <PresetForm key={resource} descriptor={descriptor} screens={screens} />;
};

interface FormProps {
  descriptor: ResourceDescriptor;
  screens: ResourceScreens;
}

const PresetForm = (props: FormProps) => {
  const presetValues = usePresetValues(props.descriptor);
  return presetValues ? (
    <DescribedForm {...props} presetValues={presetValues} />
  ) : (
    <SkeletonLines lines={8} />
  );
};

const DescribedForm = ({ descriptor, screens, presetValues }: FormProps & { presetValues: Draft }) => {
  const text = useResourceText();
  const language = useLanguage();
  const { form: overrides } = screens.overrides;
  const sections = useMemo(() => formSections(descriptor, overrides?.sections), [descriptor, overrides]);
  const fields = useMemo(() => sections.flatMap((section) => section.fields), [sections]);
  const fresh = () => initialDraft(fields, { ...overrides?.initial, ...presetValues });
  const isVisible = (field: FieldDescriptor, values: Draft) =>
    screens.overrides.visible?.(field.name, values) ?? true;
  const bodyOf = (values: Draft) => ({
    ...hiddenPresetValues(descriptor, fields, presetValues),
    ...createBody(
      fields.filter((field) => isVisible(field, values)),
      values,
    ),
  });
  const check = useInputCheck(descriptor.fields, 'create');
  const draft = useDraft({ fields, initial: fresh(), check: (values) => check(bodyOf(values)) });
  const storedDraft = useStoredDraft(draftKey(descriptor.name, null), fields, draft);
  const creation = useCreation(descriptor, screens, draft, () => {
    storedDraft.done();
    return fresh();
  });
  const Extra = overrides?.extra;
  const Created = overrides?.created;
  return (
    <FormPage
      descriptor={descriptor}
      screens={screens}
      sections={sections}
      isVisible={isVisible}
      draft={draft}
      storedDraft={storedDraft}
      id={null}
      title={descriptor.new[language]}
      crumb={
        <nav className="r-crumb" aria-label={text('record.crumb')}>
          <Link to={screens.list}>{descriptor.plural[language]}</Link>
        </nav>
      }
      busy={creation.busy}
      onSave={() => creation.save(bodyOf(draft.values()), false)}
      onSaveAndNew={Created ? undefined : () => creation.save(bodyOf(draft.values()), true)}
      onCancel={creation.leave}
      extra={Extra && <FormExtra Extra={Extra} descriptor={descriptor} draft={draft} />}
    >
      <DraftGuard draft={draft} saved={creation.saved} />
      {Created && creation.answer && <Created answer={creation.answer} done={creation.open} />}
    </FormPage>
  );
};

/** Preset values of fields that the form does not show are sent as well. */
const hiddenPresetValues = (
  descriptor: ResourceDescriptor,
  shownFields: readonly FieldDescriptor[],
  presetValues: Draft,
): Record<string, unknown> =>
  createBody(
    descriptor.fields.filter((field) => field.name in presetValues && !shownFields.includes(field)),
    presetValues,
  );

/** Creates the record, then opens its page, another empty form, or the values that are shown only once. */
const useCreation = (
  descriptor: ResourceDescriptor,
  screens: ResourceScreens,
  draft: DraftControl,
  onSaved: () => Draft,
) => {
  const api = useApi();
  const text = useResourceText();
  const toast = useToast();
  const navigate = useNavigate();
  const language = useLanguage();
  const refresh = useRefresh(descriptor);
  const back = backAddress(useSearchParams()[0]);
  const [answer, setAnswer] = useState<RecordAnswer | null>(null);
  const key = useIdempotencyKey();
  const mutation = useMutation({
    mutationFn: ({ body }: { body: Record<string, unknown>; another: boolean }) =>
      api.post<RecordAnswer>(descriptor.path, body, { idempotencyKey: key.of(body) }),
    onSuccess: async (record, { another }) => {
      key.renew();
      toast.good(text('record.created', { name: titleOf(descriptor, record, language) }));
      await refresh();
      const fresh = onSaved();
      if (another) {
        draft.reset(fresh);
        document.querySelector<HTMLElement>('.r-form input, .r-form select')?.focus();
      } else {
        draft.reset(draft.values());
        setAnswer(record);
      }
    },
    onError: (failure) => draft.refuse(failure),
  });
  // In an effect, after the guard has been rendered without unsaved changes.
  const next = answer && !screens.overrides.form?.created ? (back ?? screens.record(answer.id)) : null;
  useEffect(() => {
    if (next) void navigate(next, { replace: true });
  }, [next, navigate]);
  return {
    answer,
    saved: answer !== null,
    busy: mutation.isPending,
    save: (body: Record<string, unknown>, another: boolean) => {
      if (!mutation.isPending) mutation.mutate({ body, another });
    },
    open: () => answer && void navigate(screens.record(answer.id), { replace: true }),
    leave: () => void navigate(back ?? screens.list),
  };
};
