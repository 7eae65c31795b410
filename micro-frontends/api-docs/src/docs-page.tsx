import { chooseLanguage } from '@coulisse/mfe-kit/i18n';
import {
  ErrorState,
  LanguageSwitch,
  Select,
  SkeletonLines,
  THEMES,
  useLanguage,
  useTheme,
} from '@coulisse/ui-kit';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf, documentOf, DOCUMENTS, type DocumentName } from './documents';

const Swagger = lazy(() => import('./swagger').then(({ Swagger: part }) => ({ default: part })));

type DocumentState = { state: 'waiting' } | { state: 'failed' } | { state: 'here'; document: object };

function useDocument(name: DocumentName): [DocumentState, () => void] {
  const [found, setFound] = useState<DocumentState>({ state: 'waiting' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    setFound({ state: 'waiting' });
    fetch(addressOf(name), { signal: controller.signal })
      .then(async (response) => {
        if (!response.ok) throw new Error(`the document answered ${response.status}`);
        setFound({ state: 'here', document: (await response.json()) as object });
      })
      .catch(() => !controller.signal.aborted && setFound({ state: 'failed' }));
    return () => controller.abort();
  }, [name, attempt]);
  return [found, () => setAttempt((last) => last + 1)];
}

const ThemeSwitch = () => {
  const { t } = useTranslation('docs');
  const [theme, setTheme] = useTheme();
  return (
    <span className="c-language" role="group" aria-label={t('theme')}>
      {THEMES.map((choice) => (
        <button key={choice} type="button" aria-pressed={choice === theme} onClick={() => setTheme(choice)}>
          {t(`theme.${choice}`)}
        </button>
      ))}
    </span>
  );
};

const Waiting = () => (
  <main>
    <SkeletonLines lines={8} />
  </main>
);

/** API documentation page: choice of document, theme and language, then the document. It needs no login. */
export const DocsPage = () => {
  const { t, i18n } = useTranslation('docs');
  const language = useLanguage();
  const [name, setName] = useState(() => documentOf(location.search));
  const [found, retry] = useDocument(name);
  useEffect(() => {
    document.title = t('title');
  }, [t, language]);
  const choose = (next: DocumentName) => {
    history.replaceState(null, '', next === 'back-office' ? location.pathname : `?document=${next}`);
    setName(next);
  };
  return (
    <>
      <header className="docs-header">
        <h1>{t('title')}</h1>
        <Select
          aria-label={t('document')}
          options={DOCUMENTS.map((value) => ({ value, label: t(`document.${value}`) }))}
          value={name}
          onChange={(event) => choose(documentOf(`?document=${event.target.value}`))}
        />
        <a href={addressOf(name)} download={`coulisse-${name}.json`}>
          {t('download')}
        </a>
        <span className="c-push" />
        <ThemeSwitch />
        <LanguageSwitch language={language} onChange={(next) => chooseLanguage(i18n, next)} />
        <a href="/b">{t('back')}</a>
      </header>
      <div className="docs-main">
        <aside aria-label={t('document')}>
          <h2 className="c-hidden">{t(`document.${name}`)}</h2>
          <p className="docs-note">
            {t('authorize')} {language === 'fr' && t('english')}
          </p>
        </aside>
        {/* Swagger renders its own <main>. */}
        {found.state === 'here' ? (
          <Suspense fallback={<Waiting />}>
            <Swagger document={found.document} />
          </Suspense>
        ) : found.state === 'failed' ? (
          <main>
            <ErrorState title={t('failed')} onRetry={retry} />
          </main>
        ) : (
          <Waiting />
        )}
      </div>
    </>
  );
};
