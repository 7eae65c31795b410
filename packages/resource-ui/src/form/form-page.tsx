import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import {
  type FieldDescriptor,
  type ResourceDescriptor,
  type ResourceScreens,
  useScreenKeys,
} from '@coulisse/mfe-kit';
import { Button, useLanguage } from '@coulisse/ui-kit';
import { type Draft, ResourceScopeProvider, useResourceText } from '@coulisse/resource-client';
import { type DraftControl, useDraftValues } from '@coulisse/resource-client/form';
import type { Section } from '../record/sections';
import { lineKeys } from '../record/use-record-keys';
import { usePageTitle } from '../use-page-title';
import { isDocumentLines } from '../document/document-fields';
import { FormLines } from '../document/form-lines';
import { useShortcuts } from '../use-shortcuts';
import { DraftNotice } from './draft-notice';
import { ErrorSummary } from './error-summary';
import { FieldInput } from './field-input';
import type { useStoredDraft } from './use-stored-draft';

interface FormPageProps {
  descriptor: ResourceDescriptor;
  screens: ResourceScreens;
  sections: readonly Section[];
  isVisible: (field: FieldDescriptor, values: Draft) => boolean;
  draft: DraftControl;
  storedDraft: ReturnType<typeof useStoredDraft>;
  /** Null while the record is being created. */
  id: string | null;
  title: string;
  crumb: ReactNode;
  busy: boolean;
  /** Validated values are sent. */
  onSave: () => void;
  /** Missing where "save and new" is not offered. */
  onSaveAndNew?: () => void;
  onCancel: () => void;
  extra?: ReactNode;
  children?: ReactNode;
}

/** One column of fields, the errors at the top, and a sticky footer. */
export const FormPage = (props: FormPageProps) => {
  const { descriptor, screens, sections, isVisible, draft, storedDraft, id, title, crumb, extra, children } =
    props;
  const text = useResourceText();
  const language = useLanguage();
  const moduleText = useTranslation(screens.module).t;
  const form = useRef<HTMLFormElement>(null);
  const submit = () => form.current?.requestSubmit();
  useShortcuts({ 'mod+s': submit });
  usePageTitle(title);
  useScreenKeys([
    {
      title: text('keys.group.form'),
      keys: [{ names: ['Ctrl S', 'Ctrl Enter'], meaning: text('keys.save') }],
    },
    lineKeys(text),
  ]);
  useFirstFocus(form);
  const hidden = useDraftValues(draft, (values) =>
    sections
      .flatMap((section) => section.fields)
      .filter((field) => !isVisible(field, values))
      .map(({ name }) => name),
  );
  const shownFields = (section: Section) => section.fields.filter(({ name }) => !hidden.includes(name));
  const shown = sections.filter(
    (section) => shownFields(section).length > 0 && !(section.table && hidden.includes(section.table.name)),
  );
  const fields = shown.flatMap(shownFields);
  return (
    <ResourceScopeProvider scope={{ descriptor, id, title }}>
      <div className="r-form-page">
        {crumb}
        <header className="r-head">
          <h1>{title}</h1>
        </header>
        <form
          ref={form}
          className="r-form"
          noValidate
          // In the capture phase, before a text editor inserts a line break.
          onKeyDownCapture={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            submit();
          }}
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            void draft.submit(props.onSave);
          }}
        >
          <DraftNotice storedDraft={storedDraft} />
          <ErrorSummary fields={fields} draft={draft} />
          <div className="c-card">
            {shown.map((section) => (
              <section key={section.key}>
                {(section.title || section.table) && (
                  <h2>{section.title ? moduleText(section.title) : section.table?.label[language]}</h2>
                )}
                {section.table && isDocumentLines(section.table) ? (
                  <FormLines field={section.table} draft={draft} />
                ) : (
                  <div className="r-form-fields">
                    {shownFields(section).map((field) => (
                      <FieldInput key={field.name} field={field} draft={draft} />
                    ))}
                  </div>
                )}
              </section>
            ))}
            {extra}
          </div>
          <Footer {...props} />
        </form>
        {children}
      </div>
    </ResourceScopeProvider>
  );
};

const Footer = ({ draft, busy, onSaveAndNew, onCancel }: FormPageProps) => {
  const text = useResourceText();
  return (
    <footer className="r-form-foot">
      <Button kind="main" type="submit" busy={busy} data-testid="form-save" title="Ctrl S">
        {text('form.save')}
      </Button>
      {onSaveAndNew && (
        <Button className="r-form-another" disabled={busy} onClick={() => void draft.submit(onSaveAndNew)}>
          {text('form.saveAndNew')}
        </Button>
      )}
      <Button kind="quiet" onClick={onCancel}>
        {text('form.cancel')}
      </Button>
      <span className="c-push c-faint">{text('form.required')}</span>
    </footer>
  );
};

const CONTROLS = 'input:not([type=file]), select, textarea, [contenteditable=true]';

/** Focuses the field named in the URL (`#field-email`), else the first one. */
const useFirstFocus = (form: React.RefObject<HTMLFormElement | null>) => {
  const { hash } = useLocation();
  const initialHash = useRef(hash);
  useEffect(() => {
    const named = initialHash.current ? document.getElementById(initialHash.current.slice(1)) : null;
    const target = named ?? form.current?.querySelector<HTMLElement>(CONTROLS);
    target?.focus({ preventScroll: named === null });
    if (named) named.scrollIntoView({ block: 'center' });
  }, [form]);
};
