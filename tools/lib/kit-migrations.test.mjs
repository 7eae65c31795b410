import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { root } from './databases.mjs';
import { applyKit, checksumOf, forService, kitMigrations } from './kit-migrations.mjs';

const migration = (name, sql) => ({ package: 'kit', name, sql });

/** A client that records its statements, and fails at those that match. */
function fakeClient({ applied = [], fails = /^$/ } = {}) {
  const texts = [];
  return {
    texts,
    query: async (text) => {
      texts.push(text);
      if (fails.test(text)) throw new Error('boom');
      return { rows: text.startsWith('SELECT') ? applied : [] };
    },
  };
}

describe('the migrations of packages', () => {
  it('of a service are those of the packages that it uses, dependencies first', async () => {
    const packages = (await kitMigrations(join(root, 'services/crm'))).map((found) => found.package);
    assert.deepEqual(
      [...new Set(packages)],
      ['service-kit', 'job-runner', 'resource-server', 'resource-exchange'],
    );
    assert.deepEqual(await kitMigrations(join(root, 'packages/money')), []);
    assert.deepEqual(await kitMigrations('/nowhere'), []);
  });

  it('name the roles of the service, quoted', () => {
    assert.equal(
      forService('GRANT SELECT ON kit.x TO :"app", :"platform"', 'crm'),
      'GRANT SELECT ON kit.x TO "crm_app", "crm_platform"',
    );
    assert.equal(forService('TO :"app"', 'a"b'), 'TO "a""b_app"');
    assert.equal(forService(`'{}'::jsonb`, 'crm'), `'{}'::jsonb`);
  });

  it('are applied once, each in a transaction', async () => {
    const [first, second] = [migration('0001_a.sql', 'SQL 1'), migration('0002_b.sql', 'SQL 2')];
    const client = fakeClient({
      applied: [{ package: 'kit', name: first.name, checksum: checksumOf(first.sql) }],
    });
    assert.deepEqual(await applyKit(client, [first, second], 'crm'), ['kit/0002_b.sql']);
    assert.deepEqual(client.texts.slice(2, 4), ['BEGIN', 'SQL 2']);
    assert.match(client.texts[4], /^INSERT INTO kit\.migration/);
    assert.equal(client.texts[5], 'COMMIT');
  });

  it('that changed are refused by name before another is applied', async () => {
    const client = fakeClient({ applied: [{ package: 'kit', name: '0002_b.sql', checksum: 'other' }] });
    const both = [migration('0001_a.sql', 'SQL 1'), migration('0002_b.sql', 'SQL 2')];
    await assert.rejects(applyKit(client, both, 'crm'), /packages\/kit\/migrations\/0002_b\.sql was changed/);
    assert.ok(!client.texts.includes('BEGIN'));
  });

  it('that fail are rolled back, and those behind them wait', async () => {
    const client = fakeClient({ fails: /SQL 1/ });
    const both = [migration('0001_a.sql', 'SQL 1'), migration('0002_b.sql', 'SQL 2')];
    await assert.rejects(applyKit(client, both, 'crm'), /kit\/0001_a\.sql: boom/);
    assert.equal(client.texts.at(-1), 'ROLLBACK');
  });
});
