import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import {
  type FieldDescriptor,
  type ResourceDescriptor,
  type ResourceScreens,
  useApi,
  useMayCreate,
  useResource,
  useResourceScreens,
} from '@coulisse/mfe-kit';
import { Button, useLanguage, useToast } from '@coulisse/ui-kit';
import { type RecordAnswer, useRefresh } from '../data/queries';
import { createBody, initialDraft } from '../data/values';
import { useResourceText } from '../locales';
import { formSections } from '../record/sections';
import { titleOf } from '../title';
import { Unavailable } from '../unavailable';
import { useShortcuts } from '../use-shortcuts';
import { ErrorSummary } from './error-summary';
import { FieldInput } from './field-input';
import { UnsavedGuard } from './unsaved-guard';
import { useDraft } from './use-draft';

/** The creation of any resource, drawn from its descriptor. */
export const ResourceForm = ({ resource }: { resource: string }) => {
  const descriptor = useResource(resource);
  const screens = useResourceScreens(descriptor);
  const mayCreate = useMayCreate();
  if (!descriptor || !screens || !mayCreate(descriptor, screens)) return <Unavailable />;
  return <DescribedForm key={resource} descriptor={descriptor} screens={screens} />;
};

interface DescribedFormProps {
  descriptor: ResourceDescriptor;
  screens: ResourceScreens;
}

const DescribedForm = ({ descriptor, screens }: DescribedFormProps) => {
  const text = useResourceText();
  const moduleText = useTranslation(screens.module).t;
  const language = useLanguage();
  const { form: overrides } = screens.overrides;
  const sections = useMemo(() => formSections(descriptor, overrides?.sections), [descriptor, overrides]);
  const fields = useMemo(() => sections.flatMap((section) => section.fields), [sections]);
  const draft = useDraft(fields, initialDraft(fields, overrides?.initial));
  const isVisible = (field: FieldDescriptor) => screens.overrides.visible?.(field.name, draft.values) ?? true;
  const shown = fields.filter(isVisible);
  const creation = useCreation(descriptor, screens, draft, () => initialDraft(fields, overrides?.initial));
  const form = useRef<HTMLFormElement>(null);
  useShortcuts({ 'mod+s': () => form.current?.requestSubmit() });
  const Extra = overrides?.extra;
  const Created = overrides?.created;

  return (
    <div className="r-form-page">
      <nav className="r-crumb">
        <Link to={screens.list}>{descriptor.plural[language]}</Link>
      </nav>
      <header className="r-head">
        <h1>{descriptor.new[language]}</h1>
      </header>
      <form
        ref={form}
        className="r-form"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          creation.save(createBody(shown, draft.values), false);
        }}
      >
        <ErrorSummary fields={shown} draft={draft} />
        <div className="c-card">
          {sections
            .filter((section) => section.fields.some(isVisible))
            .map((section) => (
              <section key={section.key}>
                {(section.title || section.children) && (
                  <h3>{section.title ? moduleText(section.title) : section.children?.label[language]}</h3>
                )}
                <div className="r-form-fields">
                  {section.fields.filter(isVisible).map((field) => (
                    <FieldInput key={field.name} field={field} draft={draft} />
                  ))}
                </div>
              </section>
            ))}
          {Extra && <Extra descriptor={descriptor} values={draft.values} set={draft.set} />}
        </div>
        <footer className="r-form-foot">
          <Button kind="main" type="submit" busy={creation.busy} data-testid="form-save" title="Ctrl S">
            {text('form.save')}
          </Button>
          {!Created && (
            <Button
              className="r-form-another"
              disabled={creation.busy}
              onClick={() => creation.save(createBody(shown, draft.values), true)}
            >
              {text('form.saveAndNew')}
            </Button>
          )}
          <Button kind="quiet" onClick={creation.leave}>
            {text('form.cancel')}
          </Button>
          <span className="c-push c-faint">{text('form.required')}</span>
        </footer>
      </form>
      <UnsavedGuard dirty={draft.dirty && !creation.saved} />
      {Created && creation.answer && <Created answer={creation.answer} done={creation.open} />}
    </div>
  );
};

/** Sends the record, then goes on: to its page, to another empty form, or to what is shown only once. */
const useCreation = (
  descriptor: ResourceDescriptor,
  screens: ResourceScreens,
  draft: ReturnType<typeof useDraft>,
  fresh: () => Readonly<Record<string, unknown>>,
) => {
  const api = useApi();
  const text = useResourceText();
  const toast = useToast();
  const navigate = useNavigate();
  const language = useLanguage();
  const refresh = useRefresh(descriptor);
  const [answer, setAnswer] = useState<RecordAnswer | null>(null);
  const key = useRef(crypto.randomUUID());
  const mutation = useMutation({
    mutationFn: ({ body }: { body: Record<string, unknown>; another: boolean }) =>
      api.post<RecordAnswer>(descriptor.path, body, { idempotencyKey: key.current }),
    onSuccess: async (record, { another }) => {
      key.current = crypto.randomUUID();
      toast.good(text('record.created', { name: titleOf(descriptor, record, language) }));
      await refresh();
      if (another) draft.reset(fresh());
      else {
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
  const next = answer && !screens.overrides.form?.created ? screens.record(answer.id) : null;
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
    leave: () => void navigate(screens.list),
  };
};
