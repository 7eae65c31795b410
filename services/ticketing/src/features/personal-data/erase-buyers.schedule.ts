import { defineSchedule, eachInBatches } from '@coulisse/job-runner';
import { eraseDue } from './erase-buyer.command';

const WAITING = `SELECT email AS text FROM buyer_erasure WHERE tenant_id = $1 AND email > $2 ORDER BY email LIMIT $3`;

/** At night: buyers who asked to be forgotten, as their performances are over and their vouchers have expired. */
export const eraseBuyersDaily = defineSchedule({
  name: 'ticketing.erase-buyers',
  label: { fr: 'Effacement des acheteurs', en: 'Erasure of buyers' },
  cron: '30 4 * * *',
  zone: 'tenant',
  run: (task) => eachInBatches(task, WAITING, eraseDue),
});
