import { defineSchedule, eachInBatches } from '@coulisse/job-runner';
import { eraseDue } from './erase-buyer.command';

const WAITING = `SELECT email AS text FROM buyer_erasure WHERE tenant_id = $1 AND email > $2 ORDER BY email LIMIT $3`;

/** At night: buyers who asked to be forgotten, as their quotes expire and their last mails are given up. */
export const eraseBuyersDaily = defineSchedule({
  name: 'sales.erase-buyers',
  label: { fr: 'Effacement des acheteurs dans les ventes', en: 'Erasure of buyers in sales' },
  cron: '40 4 * * *',
  zone: 'tenant',
  run: (task) => eachInBatches(task, WAITING, eraseDue),
});
