import { lazy } from 'react';
import { getI18n } from 'react-i18next';
import { addLocales, type Locales } from '@coulisse/mfe-kit';

const addTexts = (locales: Locales) => addLocales(getI18n(), 'resource', locales);

/** Most pages need none of these: each is a file of its own, loaded when it is first shown. */
export const Board = lazy(async () => {
  const part = await import('@coulisse/resource-board');
  addTexts(part.boardLocales);
  return { default: part.Board };
});

export const LinesEditor = lazy(async () => {
  const part = await import('@coulisse/resource-lines');
  addTexts(part.linesLocales);
  return { default: part.LinesEditor };
});

export const TemplateList = lazy(() => import('./templates/template-list'));
export const TemplatePage = lazy(() => import('./templates/template-page'));

const exchange = async () => {
  const part = await import('@coulisse/resource-exchange-ui');
  addTexts(part.exchangeLocales);
  return part;
};
export const ExportDialog = lazy(async () => ({ default: (await exchange()).ExportDialog }));
export const ResourceImport = lazy(async () => ({ default: (await exchange()).ResourceImport }));
