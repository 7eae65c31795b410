import './browser';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { type ReactNode, StrictMode } from 'react';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { MemoryRouter, useLocation } from 'react-router';
import { uiLocales } from '@coulisse/ui-kit';

/** Marks what is in the top layer, which jsdom does not have. */
const markTopLayer = (): void => {
  Object.assign(HTMLElement.prototype, {
    showPopover(this: HTMLElement) {
      this.dataset['shown'] = '';
    },
    hidePopover(this: HTMLElement) {
      delete this.dataset['shown'];
    },
  });
};

const Address = () => <output>{useLocation().pathname}</output>;

/** Renders a part of `ui-kit` with its texts in English and a router, whose path is shown; effects run twice, as in the shell. */
export const renderPart = (children: ReactNode) => {
  markTopLayer();
  const i18n = i18next.createInstance();
  void i18n
    .use(initReactI18next)
    .init({ lng: 'en', resources: { en: { ui: uiLocales.en } }, interpolation: { escapeValue: false } });
  const user = userEvent.setup();
  const page = render(
    <StrictMode>
      <I18nextProvider i18n={i18n}>
        <MemoryRouter>
          {children}
          <Address />
        </MemoryRouter>
      </I18nextProvider>
    </StrictMode>,
  );
  return { ...page, user };
};

/** The item that the keys of a menu act on. */
export const activeItem = (menu: HTMLElement): string => {
  const id = menu.getAttribute('aria-activedescendant');
  return (id && document.getElementById(id)?.textContent) || '';
};
