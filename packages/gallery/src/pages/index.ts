import type { GalleryPage } from '../app/page';
import { board } from './board';
import { buttons } from './buttons';
import { checks } from './checks';
import { chips } from './chips';
import { copy } from './copy';
import { countdowns } from './countdowns';
import { dates } from './dates';
import { dialogs } from './dialogs';
import { fieldsChoices } from './fields-choices';
import { fieldsDates } from './fields-dates';
import { fieldsFiles } from './fields-files';
import { fieldsIdentifiers } from './fields-identifiers';
import { fieldsNumbers } from './fields-numbers';
import { fieldsRelations } from './fields-relations';
import { fieldsText } from './fields-text';
import { form } from './form';
import { importPage } from './import';
import { inputs } from './inputs';
import { languages } from './languages';
import { lines } from './lines';
import { list } from './list';
import { menus } from './menus';
import { notices } from './notices';
import { pickers } from './pickers';
import { record } from './record';
import { states } from './states';
import { steppers } from './steppers';
import { surfaces } from './surfaces';
import { toasts } from './toasts';
import { tokens } from './tokens';
import { tooltips } from './tooltips';

/** In the order of the navigation. */
export const PAGES: readonly [GalleryPage, ...GalleryPage[]] = [
  tokens,
  buttons,
  copy,
  inputs,
  checks,
  dates,
  pickers,
  steppers,
  chips,
  countdowns,
  notices,
  toasts,
  states,
  surfaces,
  dialogs,
  menus,
  tooltips,
  languages,
  fieldsText,
  fieldsNumbers,
  fieldsDates,
  fieldsChoices,
  fieldsIdentifiers,
  fieldsFiles,
  fieldsRelations,
  list,
  record,
  form,
  lines,
  importPage,
  board,
];
