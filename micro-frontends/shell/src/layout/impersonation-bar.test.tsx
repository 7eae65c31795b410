/** @jest-environment jsdom */
import { type Actor, ActorProvider } from '@coulisse/mfe-kit';
import { installBrowser } from '@coulisse/resource-samples/testing';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { SessionProvider } from '../auth/session-context';
import fr from '../locales/fr.json';
import { ImpersonationBar } from './impersonation-bar';

installBrowser();

it('says who acts as whom, and offers the way back to the own account (R-016)', async () => {
  const i18n = i18next.createInstance();
  await i18n.use(initReactI18next).init({
    ...{ lng: 'fr', keySeparator: false, interpolation: { escapeValue: false } },
    resources: { fr: { shell: fr } },
  });
  const logout = jest.fn();
  render(
    <I18nextProvider i18n={i18n}>
      <ActorProvider actor={{ displayName: 'Noé Roux' } as Actor}>
        <SessionProvider session={{ token: () => Promise.resolve('t'), logout, renew: () => undefined }}>
          <ImpersonationBar name="Ana Lys" />
        </SessionProvider>
      </ActorProvider>
    </I18nextProvider>,
  );
  expect(screen.getByRole('status').textContent).toContain('Ana Lys, vous agissez en tant que Noé Roux.');
  await userEvent.click(screen.getByRole('button', { name: 'Reprendre mon compte' }));
  expect(logout).toHaveBeenCalledTimes(1);
});
