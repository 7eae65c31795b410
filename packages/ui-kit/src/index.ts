import en from './locales/en.json';
import fr from './locales/fr.json';

export * from './format';
export * from './parts/button';
export * from './parts/check';
export * from './parts/chip';
export * from './parts/copy-button';
export * from './parts/countdown';
export * from './parts/dialog';
export * from './parts/field';
export * from './parts/input';
export * from './parts/keys';
export * from './parts/language-switch';
export { LoadFailure, loadOnce, onDemand, Opening, type PartOnDemand } from './parts/on-demand';
export * from './parts/reason-dialog';
export * from './parts/states';
export * from './parts/stepper';
export * from './parts/surface';
export * from './parts/theme';
export { type ToastAction, ToastProvider, type Toasts, useToast } from './parts/toast';
export * from './parts/tooltip';
export * from './parts/use-delayed';
export * from './parts/use-ui-text';
export * from './parts/whole-codes';

/** Texts of these components, namespace `ui` of i18next. */
export const uiLocales = { fr, en };
