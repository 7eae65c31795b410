/** The documents of the product's API: the last word of their address, and of their text. */
export const DOCUMENTS = ['back-office', 'public-front'] as const;
export type DocumentName = (typeof DOCUMENTS)[number];

export const addressOf = (name: DocumentName): string => `/b/api/docs/${name}.json`;

/** The document that an address asks for (`?document=public-front`); that of the back office unless told. */
export const documentOf = (search: string): DocumentName => {
  const asked = new URLSearchParams(search).get('document');
  return DOCUMENTS.find((name) => name === asked) ?? 'back-office';
};
