/** Performances from today on, with their arrivals. */
export const RECEPTION_PERFORMANCES = '/b/api/prestiscene/reception/representations';

/** Below it: which columns of the reception list a person shows. */
export const RECEPTION_CONFIGURATION = '/b/api/prestiscene/reception';

/** The bytes of a document. */
export const documentContentPath = (id: string): string => `/b/api/core/documents/${id}/content`;

/** Templates of tickets and mails. */
export const TEMPLATES = '/b/api/configuration/templates';

/** Who waits for a performance, and who is choosing seats. */
export const waitingRoomPath = (performanceId: string): string =>
  `/b/api/configuration/representations/${performanceId}/waiting-room`;

/** The box office at a glance: today, the next days, the sales of the week. */
export const OVERVIEW = '/b/api/configuration/representations/statistics-data';

/** What was sold for a performance. */
export const figuresPath = (performanceId: string): string =>
  `/b/api/configuration/representations/${performanceId}/statistics-data`;

/** The plan of a performance with the state of every seat. */
export const performancePlanPath = (performanceId: string): string =>
  `/b/api/configuration/representations/${performanceId}/plan`;
