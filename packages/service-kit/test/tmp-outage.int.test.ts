import { execSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { eventually, startTestService } from '@coulisse/test-kit';
import { sampleService, sampleWithNotes } from './support/sample-service';
jest.setTimeout(180_000);
it('survives a broker outage', async () => {
  const database = await sampleWithNotes();
  const service = await startTestService(sampleService().service, { database });
  const tenant = randomUUID();
  const token = service.issuer.staffToken({ tenantId: tenant, rights: ['*'] });
  const post = (n: number) => service.request('POST', '/b/api/notes', { token, body: { text: `n${n} ${tenant.slice(0, 8)}` } });
  for (let n = 0; n < 20; n++) await post(n);
  const pid = execSync('cat /tmp/kit-kafka/kafka.pid').toString().trim();
  execSync(`kill -9 ${pid}`);
  for (let n = 20; n < 60; n++) { await post(n); await new Promise((r) => setTimeout(r, 250)); }
  const ready = await service.request('GET', '/health/ready');
  console.log('ready while down', ready.status, ready.text);
  await new Promise((r) => setTimeout(r, 10_000));
  console.log(execSync('KAFKA_LIBS=/work/main/.cache/kafka-4.3.1/libs bash /work/shared/recipes/start-kafka.sh /tmp/kit-kafka 29192').toString());
  const t = Date.now();
  await eventually(async () => {
    const rows = await database.asSuperuser(`SELECT text FROM note WHERE tenant_id = $1 AND text LIKE 'heard %'`, [tenant]);
    expect(rows).toHaveLength(60);
  }, { timeoutMs: 90_000, intervalMs: 200 });
  console.log('caught up after', Date.now() - t);
  const t2 = Date.now();
  await service.stop();
  console.log('stop', Date.now() - t2);
  await database.drop();
});
