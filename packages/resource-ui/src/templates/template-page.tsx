import '../styles/templates.css';
import { useMutation } from '@tanstack/react-query';
import { Mail, Save } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import { useApi, useMay } from '@coulisse/mfe-kit';
import {
  Button,
  Chip,
  ConfirmDialog,
  Field,
  Input,
  SkeletonLines,
  Textarea,
  useToast,
} from '@coulisse/ui-kit';
import { useProblemText, useResourceText } from '@coulisse/resource-client';
import { Failure, Unavailable } from '@coulisse/resource-fields';
import { UnsavedGuard } from '../form/unsaved-guard';
import { usePageTitle } from '../use-page-title';
import {
  offsetOf,
  type SourceError,
  type Template,
  type TemplateScreensSettings,
  type TemplateSource,
} from './template-data';
import { TemplateFiles } from './template-files';
import { TemplatePreview } from './template-preview';
import { KeywordList, SourceErrors, TemplateForms, TemplateVersions } from './template-side';
import { useSourceErrors, useTemplate } from './use-template';

/** The editor of a template: source, errors, preview, keywords, versions. */
const TemplatePage = (settings: TemplateScreensSettings) => {
  const { kind, locale } = useParams();
  if (!kind || (locale !== 'fr' && locale !== 'en')) return <Unavailable />;
  return <LoadedTemplate key={`${kind} ${locale}`} settings={settings} kind={kind} locale={locale} />;
};

interface LoadedProps {
  settings: TemplateScreensSettings;
  kind: string;
  locale: 'fr' | 'en';
}

const LoadedTemplate = ({ settings, kind, locale }: LoadedProps) => {
  const { query, address, store } = useTemplate(settings.api, kind, locale);
  if (query.isPending) return <SkeletonLines lines={10} />;
  if (query.isError) return <Failure failure={query.error} onRetry={() => void query.refetch()} />;
  // Another version begins with its own source; what else changes leaves what is being written.
  return (
    <TemplateEditor
      key={query.data.currentNumber ?? 0}
      settings={settings}
      template={query.data}
      address={address}
      onChanged={store}
    />
  );
};

interface EditorProps {
  settings: TemplateScreensSettings;
  template: Template;
  address: string;
  onChanged: (template: Template) => void;
}

const TemplateEditor = ({ settings, template, address, onChanged }: EditorProps) => {
  const text = useResourceText();
  const toast = useToast();
  const problem = useProblemText();
  const client = useApi();
  const mayChange = useMay()(`${settings.rights}.update`);
  const isMail = template.format === 'mail';
  const [edited, setEdited] = useState<TemplateSource>(template.current);
  const [comment, setComment] = useState('');
  const [restored, setRestored] = useState<number | null>();
  const area = useRef<HTMLTextAreaElement>(null);
  const line = useRef<HTMLInputElement>(null);
  usePageTitle(template.name);
  const isDirty = edited.source !== template.current.source || edited.subject !== template.current.subject;
  const checked = useSourceErrors(address, edited);
  const errors = checked.data?.errors ?? [];

  const onError = (failure: unknown) => toast.bad(problem(failure));
  const change = (path: string, method: 'PUT' | 'POST', body: object) =>
    client.request<Template>(method, path, {
      body,
      ifMatch: template.version,
      idempotencyKey: crypto.randomUUID(),
    });
  const save = useMutation({
    mutationFn: () => change(address, 'PUT', { ...edited, comment: comment.trim() || null }),
    onSuccess: (saved) => {
      toast.good(text('template.saved'));
      onChanged(saved);
    },
    onError,
  });
  const restore = useMutation({
    mutationFn: (number: number | null) => change(`${address}/restore`, 'POST', { number }),
    onSuccess: (saved) => {
      toast.good(text('template.restored'));
      onChanged(saved);
    },
    onError,
    onSettled: () => setRestored(undefined),
  });
  const test = useMutation({
    mutationFn: () =>
      client.post(`${address}/test`, { ...edited, recordId: null }, { idempotencyKey: crypto.randomUUID() }),
    onSuccess: () => toast.good(text('template.test.sent')),
    onError,
  });

  const showError = ({ pointer, line: row, column }: SourceError) => {
    const target = pointer === '/subject' ? line.current : area.current;
    if (!target) return;
    const at = offsetOf(target.value, row, column);
    target.focus();
    target.setSelectionRange(at, Math.min(at + 1, target.value.length));
  };
  const insert = (inserted: string) => {
    const target = area.current;
    if (!target) return;
    const { selectionStart: from, selectionEnd: to, value } = target;
    setEdited({ ...edited, source: value.slice(0, from) + inserted + value.slice(to) });
    target.focus();
    requestAnimationFrame(() => target.setSelectionRange(from + inserted.length, from + inserted.length));
  };
  const other = template.locale === 'fr' ? 'en' : 'fr';
  return (
    <article className="r-template">
      <UnsavedGuard dirty={isDirty && !save.isSuccess} />
      <nav className="r-crumb" aria-label={text('record.crumb')}>
        <Link to={`/${settings.path}`}>{text('template.list')}</Link>
      </nav>
      <header className="r-head">
        <h1>{template.name}</h1>
        <Chip>{text(`template.locale.${template.locale}`)}</Chip>
        <Chip tone={template.currentNumber === null ? 'neutral' : 'info'}>
          {template.currentNumber === null
            ? text('template.default')
            : text('template.version', { number: template.currentNumber })}
        </Chip>
        <Link className="c-push" to={`/${settings.path}/${template.kind}/${other}`}>
          {text(`template.locale.${other}`)}
        </Link>
      </header>
      <div className="r-template-columns">
        <div className="r-template-main">
          {isMail && (
            <Field label={text('template.subject')} required>
              {(control) => (
                <Input
                  {...control}
                  ref={line}
                  maxLength={500}
                  readOnly={!mayChange}
                  value={edited.subject ?? ''}
                  onChange={(event) => setEdited({ ...edited, subject: event.target.value })}
                />
              )}
            </Field>
          )}
          <Field label={text('template.source')} help={text('template.source.help')} required>
            {(control) => (
              <Textarea
                {...control}
                ref={area}
                className="r-template-source"
                rows={26}
                spellCheck={false}
                readOnly={!mayChange}
                value={edited.source}
                onChange={(event) => setEdited({ ...edited, source: event.target.value })}
              />
            )}
          </Field>
          <SourceErrors errors={errors} onShow={showError} />
          {mayChange && (
            <div className="r-template-foot">
              <Field label={text('template.comment')}>
                {(control) => (
                  <Input
                    {...control}
                    maxLength={500}
                    value={comment}
                    onChange={(event) => setComment(event.target.value)}
                  />
                )}
              </Field>
              <Button
                kind="main"
                icon={<Save aria-hidden />}
                busy={save.isPending}
                disabled={!isDirty || errors.length > 0}
                onClick={() => save.mutate()}
              >
                {text('template.save')}
              </Button>
              {isMail && (
                <Button
                  icon={<Mail aria-hidden />}
                  busy={test.isPending}
                  disabled={errors.length > 0}
                  onClick={() => test.mutate()}
                >
                  {text('template.test')}
                </Button>
              )}
            </div>
          )}
          <TemplateFiles
            template={template}
            address={address}
            rights={settings.rights}
            mayChange={mayChange}
            onChanged={onChanged}
          />
          <KeywordList keywords={template.keywords} {...(mayChange && { onInsert: insert })} />
          <TemplateForms format={template.format} />
          <TemplateVersions template={template} {...(mayChange && { onRestore: setRestored })} />
        </div>
        <TemplatePreview
          address={address}
          edited={edited}
          isMail={isMail}
          attachments={template.attachments}
          hasErrors={errors.length > 0}
          resource={
            typeof settings.resource === 'string' ? settings.resource : settings.resource(template.kind)
          }
        />
      </div>
      {restored !== undefined && (
        <ConfirmDialog
          title={text('template.restore.title')}
          confirm={text('template.restore')}
          busy={restore.isPending}
          onConfirm={() => restore.mutate(restored)}
          onClose={() => setRestored(undefined)}
        >
          {text(restored === null ? 'template.restore.default' : 'template.restore.body', {
            number: restored ?? 0,
          })}
        </ConfirmDialog>
      )}
    </article>
  );
};

export default TemplatePage;
