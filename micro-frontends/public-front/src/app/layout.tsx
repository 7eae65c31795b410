import { LanguageSwitch, useLanguage, useToast } from '@coulisse/ui-kit';
import type { Language } from '@coulisse/ui-kit/format';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, startTransition, Suspense, useEffect, useRef, type ReactNode } from 'react';
import { Link, useBase, usePlace, useSearchParams } from '../routing/router';
import type { Theatre } from '../api/types';
import { AccountButton } from '../account/account-button';
import { keepLanguage, loadTexts } from '../texts/language';
import { useShowTexts } from '../texts/react-i18next';
import { isEmbedded } from './base-path';
import { PageSkeleton } from './page-states';
import { fileUrl, useSiteLook } from './use-site-look';
import { useTheatre } from './theatre';
import { useText } from './use-text';
import { Waiting } from './waiting';

/** Of theatres that have tracking pixels; a browser that blocks them shows the page without them. */
const Pixels = lazy(() => import('../pixels/pixels').catch(() => ({ default: () => <></> })));

function Header() {
  const t = useText();
  const toast = useToast();
  const theatre = useTheatre();
  const language = useLanguage();
  const showTexts = useShowTexts();
  const client = useQueryClient();
  const { pathname } = usePlace();
  const [search, setSearch] = useSearchParams();
  const shows = theatre ? `/theatres/${theatre.slug}` : '/';
  const choose = async (next: Language) => {
    const texts = await loadTexts(next);
    keepLanguage(next);
    // Requests and screen readers take the language from here.
    document.documentElement.lang = next;
    // Parts whose script is still to come keep their first HTML until it is there.
    startTransition(() => showTexts({ language: next, texts }));
    setSearch({ ...Object.fromEntries(search), lang: next }, { replace: true });
    // Names of categories and error texts come from the server in the visitor's language.
    void client.invalidateQueries();
  };
  return (
    <header className="site-header">
      <Link className="site-name" to={shows}>
        {theatre?.site?.logo ? (
          <img className="site-logo" src={fileUrl(theatre.site.logo)} alt={theatre.name} />
        ) : (
          (theatre?.name ?? 'Coulisse')
        )}
      </Link>
      <nav aria-label={t('nav.main')}>
        {theatre && (
          <>
            <Link to={shows} aria-current={pathname === shows ? 'page' : undefined}>
              {t('nav.shows')}
            </Link>
            <Link to={giftsPath(theatre)} aria-current={pathname === giftsPath(theatre) ? 'page' : undefined}>
              {t('nav.gifts')}
            </Link>
          </>
        )}
      </nav>
      <span className="c-push" />
      <LanguageSwitch
        language={language}
        onChange={(next) => void choose(next).catch(() => toast.bad(t('error.network')))}
      />
      {theatre && <AccountButton theatre={theatre} />}
    </header>
  );
}

const giftsPath = ({ slug }: Theatre): string => `/gift-vouchers/cart/add/${slug}`;

/** A legal page: the theatre's own where it has one. */
function TermsLink({ theatre, document }: { theatre: Theatre; document: 'terms' | 'privacy' }) {
  const t = useText();
  const own = theatre.site?.[`${document}Url`];
  const text = t(`footer.${document}`);
  return own ? <a href={own}>{text}</a> : <Link to={`/theatres/${theatre.slug}/${document}`}>{text}</Link>;
}

function Footer() {
  const t = useText();
  const theatre = useTheatre();
  return (
    <footer className="site-footer">
      <span>{theatre ? [theatre.name, theatre.city].filter(Boolean).join(', ') : t('title.site')}</span>
      <nav>
        {theatre && (
          <>
            {theatre.site?.socialUrls?.map(({ name, url }) => (
              <a key={url} href={url}>
                {name}
              </a>
            ))}
            <Link to={giftsPath(theatre)}>{t('nav.gifts')}</Link>
            <TermsLink theatre={theatre} document="terms" />
            <TermsLink theatre={theatre} document="privacy" />
            {theatre.site?.hasContact && (
              <Link to={`/theatres/${theatre.slug}/contact`}>{t('footer.contact')}</Link>
            )}
            <Link to="/">{t('footer.theatres')}</Link>
            {theatre.site?.pixels && (
              <Suspense>
                <Pixels theatre={theatre} />
              </Suspense>
            )}
          </>
        )}
      </nav>
    </footer>
  );
}

/** What stands around every page. */
export function Layout({ children }: { children: ReactNode }) {
  const t = useText();
  const { pathname } = usePlace();
  // The site around a frame has a head and a foot of its own.
  const alone = !isEmbedded(useBase());
  const site = useTheatre()?.site;
  useSiteLook(site);
  const main = useRef<HTMLElement>(null);
  const firstPath = useRef(pathname);
  useEffect(() => {
    // Scrolls and moves the focus to the top of a new page, also for screen readers; not on the first page.
    if (firstPath.current === pathname) return;
    firstPath.current = '';
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <>
      <a className="skip-link" href="#content">
        {t('nav.skip')}
      </a>
      {alone && site?.wallpaper && <img className="site-wallpaper" src={fileUrl(site.wallpaper)} alt="" />}
      {alone && <Header />}
      <Waiting />
      <main id="content" ref={main} tabIndex={-1}>
        <Suspense fallback={<PageSkeleton />}>{children}</Suspense>
      </main>
      {alone && site?.footer && <img className="site-banner" src={fileUrl(site.footer)} alt="" />}
      {alone && <Footer />}
    </>
  );
}
