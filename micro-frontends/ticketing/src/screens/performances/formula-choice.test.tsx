/** @jest-environment jsdom */
import '@coulisse/resource-samples/testing';
import { fireEvent, render, screen } from '@testing-library/react';
import { createInstance } from 'i18next';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import fr from '../../locales/fr.json';
import { FormulaChoice } from './formula-choice';

const formulas = [
  { id: 'f1', name: 'Autre salle', category: { id: 'other' } },
  { id: 'f2', name: 'Dîner-spectacle', category: { id: 'gold' } },
  { id: 'f3', name: 'Balcon d’ailleurs', category: { id: 'other' } },
];
const onChange = jest.fn();
const show = async (chosen: readonly string[]) => {
  const i18n = createInstance();
  await i18n.use(initReactI18next).init({ lng: 'fr', keySeparator: false, nsSeparator: false });
  i18n.addResourceBundle('fr', 'ticketing', fr);
  const choice = { id: 'formulas', formulas, plan: { categoryIds: ['gold'] }, error: undefined, onChange };
  render(
    <I18nextProvider i18n={i18n}>
      <FormulaChoice {...choice} chosen={chosen} />
    </I18nextProvider>,
  );
};
const fold = () => screen.getByText('Autres formules (2)').closest('details');

test('formulas for which the plan has seats come first, the others are folded', async () => {
  await show(['f2']);
  expect(screen.getAllByRole('checkbox', { hidden: true })[0]).toBe(screen.getByLabelText('Dîner-spectacle'));
  expect(fold()?.open).toBe(false);
  fireEvent.click(screen.getByLabelText(/Autre salle/));
  expect(onChange).toHaveBeenCalledWith(['f2', 'f1']);
});

test('one that is chosen is in sight, though the plan has no seat for it', async () => {
  await show(['f2', 'f3']);
  expect(fold()?.open).toBe(true);
});
