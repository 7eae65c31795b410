import type { CustomerFields } from '../../resources/reservation.resource';

const FIELDS = ['addressLine1', 'zipCode', 'city'] as const;

export interface AddressTerms {
  /** The theatre asks each buyer for it. */
  isAsked: boolean;
  /** Something of the order is sent by post. */
  isPosted: boolean;
}

/** What is missing of the buyer's address, where one is needed. */
export const addressErrors = (
  customer: Pick<CustomerFields, (typeof FIELDS)[number]>,
  { isAsked, isPosted }: AddressTerms,
) =>
  FIELDS.filter((field) => (isAsked || isPosted) && customer[field] === '').map((field) => ({
    pointer: `/customer/${field}`,
    code: 'validation.not-blank' as const,
    params: {},
  }));
