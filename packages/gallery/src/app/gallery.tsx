import { Menu as MenuIcon } from 'lucide-react';
import { Fragment, useEffect, useRef, useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import { Button, setTheme, ToastProvider } from '@coulisse/ui-kit';
import { PAGES } from '../pages';
import { useAddress } from './address';
import { Controls } from './controls';
import { Navigation } from './navigation';
import type { GalleryPage } from './page';
import { galleryI18n, useGalleryText } from './texts';

const [FIRST_PAGE] = PAGES;

export const Gallery = () => {
  const address = useAddress();
  const { theme, language } = address;
  useEffect(() => setTheme(theme), [theme]);
  useEffect(() => void galleryI18n.changeLanguage(language), [language]);
  const page = PAGES.find(({ slug }) => slug === address.page) ?? FIRST_PAGE;
  return (
    <I18nextProvider i18n={galleryI18n}>
      <Shell page={page} />
    </I18nextProvider>
  );
};

const Shell = ({ page }: { page: GalleryPage }) => {
  const text = useGalleryText();
  const address = useAddress();
  const main = useRef<HTMLElement>(null);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const title = text(`page.${page.slug}`);
  useEffect(() => {
    document.title = `${title} · ${text('brand')}`;
  });
  // The providers of the sample resource have messages of their own: a page has one region for them.
  const PageToasts = page.group === 'fields' ? Fragment : ToastProvider;
  useEffect(() => void main.current?.scrollTo(0, 0), [page]);
  return (
    <div className="g-shell" data-menu={isMenuOpen || undefined}>
      <a
        className="g-skip"
        href="#content"
        onClick={(event) => {
          // The hash of the address is the page.
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {text('nav.skip')}
      </a>
      <header className="g-top">
        <span className="g-menu">
          <Button
            kind="quiet"
            square
            icon={<MenuIcon aria-hidden />}
            aria-label={text('nav.menu')}
            aria-expanded={isMenuOpen}
            aria-controls="navigation"
            onClick={() => setMenuOpen(!isMenuOpen)}
          />
        </span>
        <a className="g-brand" href={`#/${FIRST_PAGE.slug}`}>
          <b aria-hidden>C</b>
          <span>{text('brand')}</span>
        </a>
        <Controls address={address} />
      </header>
      <Navigation pages={PAGES} current={page} onOpen={() => setMenuOpen(false)} />
      {/* In the tab order: a page without a control scrolls by keyboard too. */}
      <main className="g-main" id="content" ref={main} tabIndex={0}>
        <header className="g-head">
          <h1>{title}</h1>
          <p>{page.components.join(' · ')}</p>
        </header>
        <PageToasts>
          <div className="g-examples" key={page.slug}>
            <page.Content />
          </div>
        </PageToasts>
      </main>
    </div>
  );
};
