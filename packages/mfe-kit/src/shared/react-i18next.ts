// What the staff portal uses of this library: see `react-router.ts`.
export { getI18n, I18nextProvider, initReactI18next, useTranslation } from 'react-i18next';
