import type { RecordPartProps } from '@coulisse/mfe-kit';
import { PresenceNotice } from './presence-notice';

/** What is known before anybody changes the reservation: who else has it open. */
export const ReservationLead = ({ record: { id } }: RecordPartProps) => <PresenceNotice id={id} />;
