/** What a payment is for, as its record names it: a reservation, or a gift voucher. */
export interface PaymentSubject {
  readonly reservation: string | null;
  readonly giftVoucher: string | null;
}

/** The same, as events and calls name it: of the one that it is not, there is no id. */
export interface SubjectIds {
  reservationId: string;
  giftVoucherId?: string | undefined;
}

export const subjectIds = ({ reservation, giftVoucher }: PaymentSubject): SubjectIds => ({
  reservationId: reservation ?? '',
  ...(giftVoucher && { giftVoucherId: giftVoucher }),
});

export const subjectOf = ({ reservationId, giftVoucherId }: SubjectIds): PaymentSubject => ({
  reservation: reservationId || null,
  giftVoucher: giftVoucherId ?? null,
});

/** The resource that a payment is for, and the id of its record. */
export const recordOf = ({ reservationId, giftVoucherId }: SubjectIds): { resource: string; id: string } =>
  giftVoucherId
    ? { resource: 'ticketing.gift-voucher', id: giftVoucherId }
    : { resource: 'ticketing.reservation', id: reservationId };
