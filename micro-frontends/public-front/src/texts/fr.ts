import ui from '@coulisse/ui-kit/locales/fr.json';
import front from '../locales/fr.json';

/** With the texts of the parts of the interface that these pages have, each by its name: the others are not in the script. */
export default {
  front,
  ui: {
    'action.close': ui['action.close'],
    'action.retry': ui['action.retry'],
    countdown: ui.countdown,
    'error.reference': ui['error.reference'],
    'error.title': ui['error.title'],
    language: ui.language,
    'language.en': ui['language.en'],
    'language.fr': ui['language.fr'],
    loading: ui.loading,
    notifications: ui.notifications,
    optional: ui.optional,
    required: ui.required,
    'stepper.less': ui['stepper.less'],
    'stepper.more': ui['stepper.more'],
  },
};
