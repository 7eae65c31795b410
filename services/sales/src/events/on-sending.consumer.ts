import { consumer } from '@coulisse/service-kit';
import { sendDocument, storeSent, type SentMail } from '../features/sending/sending';

const TOPIC = 'sales.sending.v1';

/** Sends the mails of documents after the transaction that asked for them; a failure is retried and shown to operators. */
export const onSending = consumer<typeof TOPIC, { requested: SentMail | null }>(TOPIC, 'sales.on-sending', {
  requested: {
    prepare: ({ sendingId }, { tenantId }, ctx) => sendDocument(ctx, tenantId, sendingId),
    handle: async (_value, tx, _meta, _ctx, sent) => {
      if (sent) await storeSent(tx, sent);
    },
  },
});
