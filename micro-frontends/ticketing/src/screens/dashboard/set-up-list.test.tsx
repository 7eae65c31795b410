/** @jest-environment jsdom */
import '@coulisse/resource-samples/testing';
import { render, screen } from '@testing-library/react';
import { createInstance } from 'i18next';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { MemoryRouter } from 'react-router';
import { type Actor, ActorProvider } from '@coulisse/mfe-kit';
import fr from '../../locales/fr.json';
import type { SetUp } from '../../figure-types';
import { isSetUp, SetUpList } from './set-up-list';

const NOTHING: SetUp = {
  ...{ category: false, room: false, plan: false, formula: false, show: false, performance: false },
  ...{ roomId: null, showId: null },
};

const show = async (setUp: SetUp, rights = ['*']) => {
  const i18n = createInstance();
  await i18n.use(initReactI18next).init({ lng: 'fr', keySeparator: false, nsSeparator: false });
  i18n.addResourceBundle('fr', 'ticketing', fr);
  render(
    <I18nextProvider i18n={i18n}>
      <ActorProvider actor={{ rights } as unknown as Actor}>
        <MemoryRouter>
          <SetUpList setUp={setUp} />
        </MemoryRouter>
      </ActorProvider>
    </I18nextProvider>,
  );
};
const links = () => screen.queryAllByRole('link').map((link) => link.getAttribute('href'));

test('a new theatre begins with its categories: plan and prices need them', async () => {
  await show(NOTHING);
  expect(links()).toEqual(['/configuration/categories/add']);
  screen.getByText('Étapes faites : 0 sur 6');
});

test.each([
  [{}, '/configuration/salles/add'],
  [{ room: true, roomId: 'r1' }, '/configuration/salles/r1/plans/add'],
  [{ room: true, roomId: 'r1', plan: true }, '/configuration/formules/add'],
  [{ room: true, plan: true, formula: true }, '/configuration/spectacles/add'],
  [
    { room: true, plan: true, formula: true, show: true, showId: 's1' },
    '/configuration/spectacles/s1/representations/add',
  ],
])('after %p it leads on to %s, and to nothing else', async (done, next) => {
  await show({ ...NOTHING, category: true, ...done });
  expect(links()).toEqual([next]);
});

test('who may not create sees what is missing, without a button', async () => {
  await show(NOTHING, ['ticketing.figures.read']);
  expect(links()).toEqual([]);
  screen.getByText('Créer la salle');
});

test('with all six steps done there is nothing to set up', () => {
  expect(isSetUp(NOTHING)).toBe(false);
  const all = { category: true, room: true, plan: true, formula: true, show: true, performance: true };
  expect(isSetUp({ ...NOTHING, ...all })).toBe(true);
});
