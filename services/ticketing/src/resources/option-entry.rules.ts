import { blocked, type Blocker } from '@coulisse/resource';

/** What an option asks its buyer. */
export interface OptionEntry {
  requiresNumberEntry: boolean;
  numberEntryLabel: string | null;
  requiresDetailEntry: boolean;
  detailEntryLabel: string | null;
}

/** A question to the buyer has a text. */
export const questionsHaveTexts = [
  (option: OptionEntry): Blocker | false =>
    option.requiresNumberEntry &&
    option.numberEntryLabel === null &&
    blocked('validation.not-blank', {}, '/numberEntryLabel'),
  (option: OptionEntry): Blocker | false =>
    option.requiresDetailEntry &&
    option.detailEntryLabel === null &&
    blocked('validation.not-blank', {}, '/detailEntryLabel'),
];
