import { LOCAL_TODAY } from '@coulisse/service-kit/local-date';

/**
 * Local day from which tickets for performance `p` of show `s` exist, when they are not made upon reservation: so many days
 * before. Null: from the sale on.
 */
export const TICKETS_ON = `CASE WHEN NOT s.generation_tickets_upon_reservation AND s.ticket_generation_xdays_before IS NOT NULL
  THEN p.date - s.ticket_generation_xdays_before END`;

/** The same as text while that day is still to come; null once there may be tickets. */
export const TICKETS_LATER = `CASE WHEN ${TICKETS_ON} > ${LOCAL_TODAY} THEN to_char(${TICKETS_ON}, 'YYYY-MM-DD') END`;
