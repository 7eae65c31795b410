import '../styles/templates.css';
import { useQuery } from '@tanstack/react-query';
import { FileText, Mail, Paperclip } from 'lucide-react';
import { Link } from 'react-router';
import { useApi } from '@coulisse/mfe-kit';
import { Card, Chip, formatMoment, SkeletonLines, useLanguage } from '@coulisse/ui-kit';
import { useResourceText } from '@coulisse/resource-client';
import { Failure } from '@coulisse/resource-fields';
import { usePageTitle } from '../use-page-title';
import type { TemplateItem, TemplateScreensSettings } from './template-data';
import { templatesKey } from './use-template';

/** The templates of a service, and which of them were changed. */
const TemplateList = ({ api, path }: TemplateScreensSettings) => {
  const text = useResourceText();
  const language = useLanguage();
  const client = useApi();
  usePageTitle(text('template.list'));
  const query = useQuery({
    queryKey: templatesKey(api),
    queryFn: ({ signal }) => client.get<{ items: TemplateItem[] }>(api, { signal }),
  });
  const kinds = [...new Map(query.data?.items.map((item) => [item.kind, item])).values()];
  return (
    <article className="r-templates">
      <header className="r-head">
        <h1>{text('template.list')}</h1>
      </header>
      <p className="c-soft">{text('template.lead')}</p>
      {query.isPending && <SkeletonLines lines={6} />}
      {query.isError && <Failure failure={query.error} onRetry={() => void query.refetch()} />}
      {kinds.map(({ kind, name, format }) => (
        <Card key={kind} className="r-template-kind">
          {format === 'mail' ? (
            <Mail className="c-icon" aria-hidden />
          ) : (
            <FileText className="c-icon" aria-hidden />
          )}
          <h2>{name}</h2>
          <ul>
            {query.data?.items
              .filter((item) => item.kind === kind)
              .map((item) => (
                <li key={item.locale}>
                  <Link to={`/${path}/${kind}/${item.locale}`}>{text(`template.locale.${item.locale}`)}</Link>{' '}
                  <Chip tone={item.currentNumber === null ? 'neutral' : 'info'}>
                    {item.currentNumber === null
                      ? text('template.default')
                      : text('template.version', { number: item.currentNumber })}
                  </Chip>
                  {item.attachments > 0 && (
                    <span className="c-soft r-template-attached">
                      <Paperclip className="c-icon" aria-hidden />
                      {text('template.files.count', { count: item.attachments })}
                    </span>
                  )}
                  {item.currentNumber !== null && item.updatedAt && (
                    <span className="c-soft"> {formatMoment(item.updatedAt, language)}</span>
                  )}
                </li>
              ))}
          </ul>
        </Card>
      ))}
    </article>
  );
};

export default TemplateList;
