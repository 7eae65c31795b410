import { consumer } from '@coulisse/service-kit';

const PROJECT = `INSERT INTO tenant_bank (tenant_id, version, bank, site_id, mode, has_key, notification_path)
VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (tenant_id) DO UPDATE SET version = excluded.version, bank = excluded.bank, site_id = excluded.site_id,
  mode = excluded.mode, has_key = excluded.has_key, notification_path = excluded.notification_path
WHERE tenant_bank.version < excluded.version`;

/** The bank of a theatre belongs to payments; the settings of the box office show what it tells of it (ADR 145). */
export const onBank = consumer('payments.bank.v1', 'ticketing.on-bank', {
  async changed({ version, bank, shop }, tx) {
    const { siteId, mode, hasKey, notificationPath } = shop ?? {};
    await tx.sql.query(PROJECT, [
      tx.tenantId,
      version,
      bank,
      siteId || null,
      mode ?? null,
      hasKey ?? false,
      notificationPath ?? null,
    ]);
  },
});
