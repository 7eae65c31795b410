import { useMutation } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
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
import { type RecordAnswer, useRefresh } from '../data/queries';
import { createBody, type Draft, initialDraft } from '../data/values';
import { useResourceText } from '../locales';
import { formSections } from '../record/sections';
import { titleOf } from '../title';
import { Unavailable } from '../unavailable';
import { draftKey } from './draft-store';
import { FormPage } from './form-page';
import { backAddress, useGivenValues } from './given-values';
import { UnsavedGuard } from './unsaved-guard';
import { type DraftControl, useDraft } from './use-draft';
import { useKeptDraft } from './use-kept-draft';

/** The creation of any resource, drawn from its descriptor. `?set.<field>=` gives values, `?back=` the way on. */
export const ResourceForm = ({ resource }: { resource: string }) => {
  const descriptor = useResource(resource);
  const screens = useResourceScreens(descriptor);
  const mayCreate = useMayCreate();
  if (!descriptor || !screens || !mayCreate(descriptor, screens)) return <Unavailable />;
  return <GivenForm key={resource} descriptor={descriptor} screens={screens} />;
};

interface FormProps {
  descriptor: ResourceDescriptor;
  screens: ResourceScreens;
}

const GivenForm = (props: FormProps) => {
  const given = useGivenValues(props.descriptor);
  return given ? <DescribedForm {...props} given={given} /> : <SkeletonLines lines={8} />;
};

const DescribedForm = ({ descriptor, screens, given }: FormProps & { given: Draft }) => {
  const text = useResourceText();
  const language = useLanguage();
  const { form: overrides } = screens.overrides;
  const sections = useMemo(() => formSections(descriptor, overrides?.sections), [descriptor, overrides]);
  const fields = useMemo(() => sections.flatMap((section) => section.fields), [sections]);
  const fresh = () => initialDraft(fields, { ...overrides?.initial, ...given });
  const draft = useDraft(fields, fresh());
  const kept = useKeptDraft(draftKey(descriptor.name, null), fields, draft);
  const isVisible = (field: FieldDescriptor) => screens.overrides.visible?.(field.name, draft.values) ?? true;
  const body = () => ({
    ...hiddenGiven(descriptor, fields, given),
    ...createBody(fields.filter(isVisible), draft.values),
  });
  const creation = useCreation(descriptor, screens, draft, () => {
    kept.done();
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
      kept={kept}
      id={null}
      title={descriptor.new[language]}
      crumb={
        <nav className="r-crumb" aria-label={text('record.crumb')}>
          <Link to={screens.list}>{descriptor.plural[language]}</Link>
        </nav>
      }
      busy={creation.busy}
      onSave={() => creation.save(body(), false)}
      onSaveAndNew={Created ? undefined : () => creation.save(body(), true)}
      onCancel={creation.leave}
      extra={Extra && <Extra descriptor={descriptor} values={draft.values} set={draft.set} />}
    >
      <UnsavedGuard kept dirty={draft.dirty && !creation.saved} />
      {Created && creation.answer && <Created answer={creation.answer} done={creation.open} />}
    </FormPage>
  );
};

/** What a link gives to a field that this form does not ask is written all the same. */
const hiddenGiven = (
  descriptor: ResourceDescriptor,
  asked: readonly FieldDescriptor[],
  given: Draft,
): Record<string, unknown> =>
  createBody(
    descriptor.fields.filter((field) => field.name in given && !asked.includes(field)),
    given,
  );

/** Sends the record, then goes on: to its page, to another empty form, or to what is shown only once. */
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
  const key = useRef(crypto.randomUUID());
  const mutation = useMutation({
    mutationFn: ({ body }: { body: Record<string, unknown>; another: boolean }) =>
      api.post<RecordAnswer>(descriptor.path, body, { idempotencyKey: key.current }),
    onSuccess: async (record, { another }) => {
      key.current = crypto.randomUUID();
      toast.good(text('record.created', { name: titleOf(descriptor, record, language) }));
      await refresh();
      const fresh = onSaved();
      if (another) {
        draft.reset(fresh);
        document.querySelector<HTMLElement>('.r-form input, .r-form select')?.focus();
      } else {
        draft.reset(draft.values);
        setAnswer(record);
      }
    },
    onError: (failure) => {
      // A corrected form is another request.
      key.current = crypto.randomUUID();
      draft.refuse(failure);
    },
  });
  // After the guard has learnt that nothing is left to save.
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
