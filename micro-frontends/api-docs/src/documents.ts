/** The API documents: last segment of their URL and of their text key. */
export const DOCUMENTS = ['back-office', 'public-front'] as const;
export type DocumentName = (typeof DOCUMENTS)[number];

export const addressOf = (name: DocumentName): string => `/b/api/docs/${name}.json`;

/** The document selected by the query string (`?document=public-front`); the back office by default. */
export const documentOf = (search: string): DocumentName => {
  const requested = new URLSearchParams(search).get('document');
  return DOCUMENTS.find((name) => name === requested) ?? 'back-office';
};
