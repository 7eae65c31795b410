import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useActor, useApi, useResourcePath } from '@coulisse/mfe-kit';
import {
  Card,
  CopyButton,
  Field,
  type Language,
  Notice,
  Select,
  SkeletonLines,
  useLanguage,
} from '@coulisse/ui-kit';
import { Failure } from '@coulisse/resource-fields';
import type { Named, Page } from '../../api-types';
import { settingsPage } from '../../screen-paths';
import { snippetOf } from './snippet';
import './widget-page.css';

interface OwnSettings {
  id: string;
  embeddingOrigins: string[];
}

const LANGUAGES: readonly Language[] = ['fr', 'en'];

/** The settings of the box office, of which there is one record. */
function useOwnSettings() {
  const api = useApi();
  const path = useResourcePath('ticketing.ticketing-settings');
  return useQuery({
    queryKey: ['own-settings', path],
    queryFn:
      path === null
        ? skipToken
        : async () => {
            const [own] = (await api.get<Page<{ id: string }>>(`${path}?size=1`)).items;
            return own ? api.get<OwnSettings>(`${path}/${own.id}`) : null;
          },
  });
}

/** What stands before the lines: on which sites they work. */
function Sites({ own }: { own: OwnSettings }) {
  const { t } = useTranslation('ticketing');
  const settings = <Link to={settingsPage(own.id)}>{t('widget.settings')}</Link>;
  if (own.embeddingOrigins.length === 0)
    return (
      <Notice tone="warn">
        {t('widget.no-sites')} {settings}
      </Notice>
    );
  return (
    <p className="c-soft">
      {t('widget.sites', { sites: own.embeddingOrigins.join(', ') })} {settings}
    </p>
  );
}

/** The lines that show the box office inside a page of the theatre's own site. */
export default function WidgetPage() {
  const { t } = useTranslation('ticketing');
  const spoken = useLanguage();
  const api = useApi();
  const { tenant } = useActor();
  const showPath = useResourcePath('ticketing.show');
  const own = useOwnSettings();
  const shows = useQuery({
    queryKey: ['shows-to-embed', showPath],
    queryFn: showPath === null ? skipToken : () => api.get<Page<Named>>(`${showPath}?sort=name&size=100`),
  });
  const [showId, setShowId] = useState('');
  const [language, setLanguage] = useState<Language>(spoken);
  const failed = [own, shows].find(({ isError }) => isError);
  if (failed) return <Failure failure={failed.error} onRetry={() => void failed.refetch()} />;
  if (!own.data || !shows.data || !tenant) return <SkeletonLines lines={8} />;
  const show = shows.data.items.find(({ id }) => id === showId);
  const lines = snippetOf({
    tickets: location.origin,
    theatre: tenant.slug,
    ...(show && { show: { id: show.id, name: show.name } }),
    language,
  });
  return (
    <div className="t-page">
      <header className="t-head">
        <h1>{t('widget.title')}</h1>
      </header>
      <p className="c-soft">{t('widget.intro')}</p>
      <Card>
        <section>
          <Sites own={own.data} />
          <div className="t-widget-choice">
            <Field label={t('widget.show')}>
              {(control) => (
                <Select
                  {...control}
                  empty={t('widget.all-shows')}
                  options={shows.data.items.map(({ id, name }) => ({ value: id, label: name }))}
                  value={showId}
                  onChange={(event) => setShowId(event.target.value)}
                />
              )}
            </Field>
            <Field label={t('widget.language')} required>
              {(control) => (
                <Select
                  {...control}
                  options={LANGUAGES.map((value) => ({ value, label: t(`widget.language.${value}`) }))}
                  value={language}
                  onChange={(event) => setLanguage(event.target.value === 'en' ? 'en' : 'fr')}
                />
              )}
            </Field>
          </div>
          <h2 id="widget-lines">{t('widget.lines')}</h2>
          <pre
            className="t-widget-lines"
            tabIndex={0}
            aria-labelledby="widget-lines"
            data-testid="widget-lines"
          >
            {lines}
          </pre>
          <CopyButton value={lines} label={t('widget.copy')} />
          <p className="c-soft t-widget-help">{t('widget.help')}</p>
        </section>
      </Card>
    </div>
  );
}
