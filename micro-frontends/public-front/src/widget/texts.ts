export const TEXTS = {
  fr: {
    title: 'Billetterie',
    loading: 'Chargement de la billetterie…',
    refused: 'La billetterie ne peut pas s’afficher dans cette page.',
    link: 'Réserver sur le site de la billetterie',
  },
  en: {
    title: 'Tickets',
    loading: 'Loading the box office…',
    refused: 'The box office cannot be shown in this page.',
    link: 'Book on the box office’s own site',
  },
} as const;

export type WidgetLanguage = keyof typeof TEXTS;
