import { isEmpty } from '@coulisse/resource-client';

const BILL_DRAFTS = new Set(['DRAFT', 'FORECAST', 'PROFORMA', 'PROFORMA_SENDED']);

/** Whether a document has no definitive number yet. */
export const isDraft = (state: unknown): boolean => isEmpty(state) || BILL_DRAFTS.has(String(state));
