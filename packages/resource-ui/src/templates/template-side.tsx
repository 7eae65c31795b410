import { useState } from 'react';
import { Button, Card, Chip, Field, formatMoment, Input, useLanguage } from '@coulisse/ui-kit';
import { useResourceText } from '@coulisse/resource-client';
import { insertionOf, type Keyword, type SourceError, type Template } from './template-data';

/** The errors of a source; each leads to its place. */
export const SourceErrors = ({
  errors,
  onShow,
}: {
  errors: readonly SourceError[];
  onShow: (error: SourceError) => void;
}) => {
  const text = useResourceText();
  if (errors.length === 0) return null;
  return (
    <ul className="r-template-errors" role="status">
      {errors.map((error) => (
        <li key={`${error.pointer} ${error.line} ${error.column} ${error.code}`}>
          <Button kind="link" onClick={() => onShow(error)}>
            {text(error.pointer === '/subject' ? 'template.place.subject' : 'template.place', {
              line: error.line,
              column: error.column,
            })}
          </Button>{' '}
          {error.detail}
        </li>
      ))}
    </ul>
  );
};

/** What a template may insert, with a search; a click inserts it. */
export const KeywordList = ({
  keywords,
  onInsert,
}: {
  keywords: readonly Keyword[];
  onInsert?: (text: string) => void;
}) => {
  const text = useResourceText();
  const [typed, setTyped] = useState('');
  const searched = typed.trim().toLowerCase();
  const shown = keywords.filter(
    ({ path, type, description }) =>
      type !== 'group' && `${path} ${description}`.toLowerCase().includes(searched),
  );
  return (
    <Card className="r-template-keywords">
      <h2>{text('template.keywords')}</h2>
      <Field label={text('template.keywords.search')} hideLabel required>
        {(control) => (
          <Input
            {...control}
            type="search"
            value={typed}
            placeholder={text('template.keywords.search')}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <ul>
        {shown.map((keyword) => (
          <li key={keyword.path}>
            <Button
              kind="link"
              disabled={!onInsert}
              onClick={() => onInsert?.(insertionOf(keyword, keywords))}
              aria-label={text('template.keywords.insert', { name: keyword.path })}
            >
              <code>{keyword.path}</code>
            </Button>{' '}
            <span className="c-soft">{keyword.description}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
};

interface Form {
  readonly name: string;
  readonly code: string;
}
/** What may be written between braces, with the name of its explanation. */
const FORMS: readonly Form[] = [
  { name: 'value', code: '{{client.name}}' },
  { name: 'condition', code: '{{#if client.name}}…{{else}}…{{/if}}' },
  { name: 'comparison', code: '{{#ifEqual code "A"}}…{{/ifEqual}}' },
  { name: 'list', code: '{{#each lines}}…{{/each}}' },
  { name: 'format', code: '{{date startsAt style="long"}}' },
];
const PLACE: Form = { name: 'place', code: '{{place seat font="Fraunces" weight=600 size=19}}' };

/** How keywords are written; documents have one form more than mails. */
export const TemplateForms = ({ format }: Pick<Template, 'format'>) => {
  const text = useResourceText();
  return (
    <Card className="r-template-forms">
      <details>
        <summary>
          <h2>{text('template.forms')}</h2>
        </summary>
        <dl>
          {(format === 'pdf' ? [...FORMS, PLACE] : FORMS).map(({ name, code }) => (
            <div key={name}>
              <dt>
                <code>{code}</code>
              </dt>
              <dd className="c-soft">{text(`template.form.${name}`)}</dd>
            </div>
          ))}
        </dl>
      </details>
    </Card>
  );
};

/** Former versions; each can be used again, and so can the product's template. */
export const TemplateVersions = ({
  template,
  onRestore,
}: {
  template: Template;
  onRestore?: (number: number | null) => void;
}) => {
  const text = useResourceText();
  const language = useLanguage();
  const entries = [
    ...template.versions.map((version) => ({
      number: version.number,
      name: text('template.version', { number: version.number }),
      about: [version.author, formatMoment(version.at, language), version.comment]
        .filter(Boolean)
        .join(' · '),
    })),
    { number: null, name: text('template.default'), about: text('template.default.about') },
  ];
  return (
    <Card className="r-template-versions">
      <h2>{text('template.versions')}</h2>
      <ul>
        {entries.map(({ number, name, about }) => (
          <li key={number ?? 'default'}>
            <strong>{name}</strong> <span className="c-soft">{about}</span>{' '}
            {number === template.currentNumber ? (
              <Chip tone="good">{text('template.current')}</Chip>
            ) : (
              onRestore && (
                <Button size="small" onClick={() => onRestore(number)}>
                  {text('template.restore')}
                </Button>
              )
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
};
