import type { Resources } from '@coulisse/resource-server';
import { systemActor, type Tx } from '@coulisse/service-kit';
import { LOCAL_TODAY } from '@coulisse/service-kit/local-date';
import { giftVoucher } from '../../resources';
import { isSendingDue } from './voucher-step.domain';

const LOCK = 'SELECT 1 FROM gift_voucher WHERE tenant_id = $1 AND id = $2 FOR UPDATE';
/** The PDF with an earlier last day is not the voucher's any more. */
const NOTE = `UPDATE gift_voucher_sale s SET document_id = $3 FROM gift_voucher v
  WHERE s.tenant_id = $1 AND s.voucher_id = $2 AND v.tenant_id = s.tenant_id AND v.id = s.voucher_id
    AND v.state = 'VALIDATED' AND to_char(v.validity_date, 'YYYY-MM-DD') = $4
  RETURNING v.is_sent AS "isSent", to_char(v.send_on, 'YYYY-MM-DD') AS "sendOn", to_char(${LOCAL_TODAY}, 'YYYY-MM-DD') AS today`;

interface NotedRow {
  isSent: boolean;
  sendOn: string | null;
  today: string;
}

/** Notes the PDF of a voucher, and sends it on its way when its day has come. */
export async function noteVoucherDocument(
  tx: Tx,
  resources: Resources,
  { voucherId, documentId, validityDate }: { voucherId: string; documentId: string; validityDate: string },
): Promise<void> {
  const results = await tx.sql.batch([
    { name: 'lock-voucher', text: LOCK, values: [tx.tenantId, voucherId] },
    {
      name: 'note-voucher-document',
      text: NOTE,
      values: [tx.tenantId, voucherId, documentId, validityDate],
    },
  ]);
  const [noted] = (results.at(-1)?.rows ?? []) as unknown as NotedRow[];
  if (!noted || !isSendingDue({ ...noted, state: 'VALIDATED', hasDocument: true }, noted.today)) return;
  const actor = systemActor(tx.tenantId, 'send a gift voucher');
  await resources.of(giftVoucher).transition(tx, actor, voucherId, 'send');
}
