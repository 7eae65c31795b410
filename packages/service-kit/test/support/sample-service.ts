import { randomBytes, randomUUID } from 'node:crypto';
import { paymentsV1 } from '@coulisse/contracts';
import { SAMPLE_FOLDER } from '@coulisse/sample/sample-database';
import { testDatabase, type TestDatabase } from '@coulisse/test-kit';
import { z } from 'zod';
import { consumer, defineService, Problem, route, rpc, sse, type Service, type Tx } from '../../src';

export const TOPIC = 'notifications.notification.v1';
const TENANT = `(SELECT nullif(current_setting('app.tenant', true), '')::uuid)`;

/** The sample database with an additional table `note`, with row-level security like every other. */
export async function sampleWithNotes(): Promise<TestDatabase> {
  const database = await testDatabase(SAMPLE_FOLDER);
  await database.asSuperuser(`
    CREATE TABLE note (id uuid PRIMARY KEY, tenant_id uuid NOT NULL, text text NOT NULL);
    ALTER TABLE note ENABLE ROW LEVEL SECURITY;
    ALTER TABLE note FORCE ROW LEVEL SECURITY;
    CREATE POLICY tenant ON note TO sample_app USING (tenant_id = ${TENANT}) WITH CHECK (tenant_id = ${TENANT});
    GRANT SELECT, INSERT, UPDATE, DELETE ON note TO sample_app`);
  return database;
}

export async function addNote(tx: Tx, text: string): Promise<{ id: string; text: string }> {
  const id = randomUUID();
  await tx.sql.query('INSERT INTO note (id, tenant_id, text) VALUES ($1, $2, $3)', [id, tx.tenantId, text]);
  return { id, text };
}

const publishSent = (tx: Tx, id: string, template: string) =>
  tx.publish(TOPIC, id, {
    $case: 'sent',
    value: { notificationId: id, kind: template, subjectId: id, subjectResource: '' },
  });

export interface SampleHooks {
  /** Called by the consumer, inside its transaction. */
  onSent?: (template: string, tx: Tx) => Promise<void> | void;
  onPrepare?: (template: string) => Promise<void> | void;
  onStartPayment?: (deadline: Date | null, signal: AbortSignal) => Promise<void>;
}

/** A service that uses every part of the kit: notes are created over HTTP, published as events, and consumed. */
export function sampleService(hooks: SampleHooks = {}): { service: Service; group: string } {
  const group = `sample.on-note-${randomBytes(4).toString('hex')}`;
  const text = z.strictObject({ text: z.string().min(1).max(50) });
  const service = defineService({
    name: 'payments',
    publishes: [TOPIC],
    clients: { payments: paymentsV1.PaymentServiceDefinition },
    routes: [
      route.post(
        '/b/api/notes',
        {
          summary: 'Adds a note',
          access: { right: 'sample.note.create' },
          body: text,
          status: 201,
          idempotent: true,
        },
        async ({ actor, body }, ctx) =>
          ctx.db.inTenant(actor, async (tx) => {
            const note = await addNote(tx, body.text);
            await publishSent(tx, note.id, body.text);
            const [code] = await tx.nextCode('note', 'N', 2026);
            await tx.history('sample.note', note.id, 'create', { text: [null, body.text] });
            return { ...note, code };
          }),
      ),
      route.get(
        '/b/api/notes',
        { summary: 'Lists', access: { right: 'sample.note.read' } },
        async ({ actor }, ctx) =>
          ctx.db.inTenant(actor, async (tx) => ({
            items: (await tx.sql.query('SELECT id, text FROM note')).rows,
          })),
      ),
      route.get(
        '/b/api/notes/{id}',
        { summary: 'One', access: { right: 'sample.note.read' }, params: z.object({ id: z.uuid() }) },
        async ({ actor, params }, ctx) =>
          ctx.db.inTenant(actor, async (tx) => {
            const { rows } = await tx.sql.query('SELECT id, text FROM note WHERE id = $1', [params.id]);
            if (!rows[0]) throw new Problem('http.404');
            return rows[0];
          }),
      ),
      route.get(
        '/app-api/theatres/{tenant}/me',
        {
          summary: 'Who visits',
          access: 'public',
          params: z.object({ tenant: z.uuid() }),
          tenant: async ({ params }) => params.tenant,
        },
        async ({ actor }) => ({ kind: actor.kind, tenantId: actor.tenantId, userId: actor.userId }),
      ),
      route.post(
        '/app-api/payments/raw',
        { summary: 'Bytes', access: 'public', rawBody: true },
        async ({ raw, url }) => ({ raw: raw?.toString(), url }),
      ),
      route.post('/app-api/pay', { summary: 'Calls', access: 'public' }, async (_request, ctx) =>
        ctx.clients.payments.startPayment(paymentsV1.StartPaymentRequest.fromPartial({ amountMinor: 100 }), {
          deadlineMs: 400,
        }),
      ),
      route.get('/app-api/fail', { summary: 'A bug', access: 'public' }, async () => {
        throw new Error('the secret of the house', { cause: new Error('postgres://user:pass@host') });
      }),
      route.get(
        '/app-api/events',
        { summary: 'A stream', access: 'public', stream: true },
        async (_request, _ctx, { res }) => sse(res).send('seats', { seats: [] }),
      ),
      route.get(
        '/b/api/note-events',
        { summary: 'A stream of the staff', access: { right: 'sample.note.read' }, stream: true },
        async (_request, _ctx, { res }) => sse(res).send('notes', {}),
      ),
    ],
    rpc: [
      rpc(
        paymentsV1.PaymentServiceService,
        { startPayment: ['ticketing', 'payments'], recordPayments: [] },
        {
          recordPayments: () => Promise.reject(new Error('nothing records payments here')),
          startPayment: async ({ amountMinor }, _ctx, { deadline, signal }) => {
            await hooks.onStartPayment?.(deadline, signal);
            if (amountMinor > 1_000)
              throw new Problem('payment.exceeds-remaining-due', { params: { max: 1_000 } });
            return { paymentId: 'p', provider: 'PAYBOX', formAction: '', formFields: [] };
          },
        },
      ),
    ],
    consumers: [
      consumer(TOPIC, group, {
        sent: {
          prepare: async ({ kind: template }) => {
            await hooks.onPrepare?.(template);
            return template.toUpperCase();
          },
          handle: async ({ kind: template }, tx, _meta, _ctx, loud: string) => {
            await addNote(tx, `heard ${loud}`);
            await hooks.onSent?.(template, tx);
          },
        },
      }),
    ],
  });
  return { service, group };
}
