import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { numbered } from '@coulisse/resource';
import type { Answer } from '@coulisse/test-kit/describe-resource';
import {
  errors,
  sampleKernel,
  type Body,
  type CreatedRecord,
  type SampleKernel,
} from '@coulisse/sample/sample-kernel';
import { bill } from '@coulisse/sample/resources';
import { countStatements } from '@coulisse/sample/statement-counter';
import { defineCommand } from '../src/commands';

jest.setTimeout(60_000);

let kernel: SampleKernel;
beforeAll(async () => {
  kernel = await sampleKernel();
});
afterAll(() => kernel.close());

/** A company of its own for each test: its series begin at one. */
const company = (on = kernel) => {
  const caller = { tenantId: randomUUID(), rights: ['*'] };
  const send = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    on.send(method, path, body, headers, caller);
  const draft = async (values: Body = {}) =>
    (await send('POST', 'bills', { title: 'x', items: [], ...values })).body as CreatedRecord;
  const post = async (values: Body = {}): Promise<Answer> =>
    send('POST', `bills/${(await draft(values)).id}/transitions/post`);
  const codes = async (...dates: (string | null)[]) => {
    const found: unknown[] = [];
    for (const issuedOn of dates) found.push(((await post({ issuedOn })).body as Body)['code']);
    return found;
  };
  const format = (series: string, startsOn: string, text: string) =>
    send('POST', 'number-formats', { series, startsOn, format: text });
  return { caller, send, draft, post, codes, format };
};
const outcome = (answer: Answer) => [answer.status, ...(answer.status < 400 ? [] : errors(answer))];
const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' }).format(new Date());
const [year = '', month = ''] = today.split('-');
const nextYear = String(Number(year) + 1);

describe('the order of dates', () => {
  test('follows the order of numbers, within the period of the date', async () => {
    const { codes, post } = company();
    expect(await codes('2024-03-01', '2024-03-01', '2024-07-14')).toEqual([
      ...['FA-2024-00001', 'FA-2024-00002', 'FA-2024-00003'],
    ]);
    const earlier = await post({ issuedOn: '2024-07-13' });
    expect(outcome(earlier)).toEqual([422, '/issuedOn document.issued-before-last']);
    expect((earlier.body as { errors: Body[] }).errors[0]!['detail']).toContain('14/07/2024');
    // The refused document took no number; a bill of the year before is in the order of its own year.
    expect(await codes('2024-07-14', '2025-01-02', '2024-12-31')).toEqual([
      ...['FA-2024-00004', 'FA-2025-00001', 'FA-2024-00005'],
    ]);
  });

  test('of a document without a date is that of the day on which it is posted', async () => {
    const { post } = company();
    const posted = await post();
    expect(posted.body).toMatchObject({ issuedOn: today, code: `FA-${year}-00001` });
    expect(outcome(await post({ issuedOn: `${nextYear}-01-01` }))).toEqual([
      ...[422, '/issuedOn document.issued-in-future'],
    ]);
  });

  test('is kept: the date of a numbered document does not change', async () => {
    const { send, post } = company();
    const { id } = (await post({ issuedOn: '2024-03-01' })).body as CreatedRecord;
    await send('POST', `bills/${id}/transitions/back_to_draft`);
    const patch = (body: Body) => send('PATCH', `bills/${id}`, body, { 'if-match': '*' });
    expect(outcome(await patch({ issuedOn: '2024-02-01' }))).toEqual([
      ...[409, '/issuedOn document.date-numbered'],
    ]);
    expect((await patch({ issuedOn: '2024-03-01', header: 'x' })).status).toBe(200);
    const again = await send('POST', `bills/${id}/transitions/post`);
    expect(again.body).toMatchObject({ code: 'FA-2024-00001', issuedOn: '2024-03-01' });
  });

  /** Codes and dates of documents of a few days that are posted at the same time, by code. */
  const postedTogether = async (on: SampleKernel) => {
    const { send, draft } = company(on);
    const drafts = await Promise.all(
      Array.from({ length: 24 }, (_, n) => draft({ issuedOn: `2024-03-0${((n * 5) % 6) + 1}` })),
    );
    const answers = await Promise.all(drafts.map(({ id }) => send('POST', `bills/${id}/transitions/post`)));
    const posted = answers
      .filter(({ status }) => status === 200)
      .map(({ body }) => body as { code: string; issuedOn: string })
      .sort((a, b) => a.code.localeCompare(b.code));
    expect(posted.map(({ code }) => code)).toEqual(
      posted.map((_, n) => `FA-2024-${String(n + 1).padStart(5, '0')}`),
    );
    return {
      statuses: new Set(answers.map(({ status }) => status)),
      dates: posted.map(({ issuedOn }) => issuedOn),
    };
  };

  test('holds for documents that are posted at the same time', async () => {
    const { statuses, dates } = await postedTogether(kernel);
    expect(statuses).toEqual(new Set([200, 422]));
    expect(dates).toEqual(dates.toSorted());
  });

  test('sabotaged: numbers that no date orders are not in the order of dates', async () => {
    const code = numbered({ series: 'bill', format: 'FA-2024-{NNNNN}', on: 'post' });
    const undated = await sampleKernel([{ ...bill, fields: { ...bill.fields, code } }]);
    try {
      const { statuses, dates } = await postedTogether(undated);
      expect(statuses).toEqual(new Set([200]));
      expect(dates).not.toEqual(dates.toSorted());
    } finally {
      await undated.close();
    }
  });
});

describe('the format of a series', () => {
  test('is that of the tenant from a day on, and the declared one before', async () => {
    const { format, codes, send } = company();
    const yearly = await format('bill', '2025-01-01', '{YY}/F{NNN}');
    expect([yearly.status, yearly.body]).toMatchObject([201, { example: '25/F001' }]);
    expect((await format('bill', '2026-01-01', 'F{YYYY}{MM}-{NN}')).status).toBe(201);
    expect(await codes('2024-05-01', '2025-05-01', '2025-06-01', '2026-01-31', '2026-02-01')).toEqual([
      ...['FA-2024-00001', '25/F001', '25/F002', 'F202601-01', 'F202602-01'],
    ]);
    const other = company();
    expect(await other.codes('2025-05-01')).toEqual(['FA-2025-00001']);
    const listed = (await send('GET', 'number-formats')).body as { items: Body[] };
    expect(listed.items.map(({ format: text }) => text)).toEqual(['F{YYYY}{MM}-{NN}', '{YY}/F{NNN}']);
  });

  test.each([
    ['FÉ-{YYYY}-{NNN}', '2025-01-01', '/format numbering.characters'],
    ['F-{YYYY}-{DD}-{NNN}', '2025-01-01', '/format numbering.characters'],
    ["F'; DROP TABLE bill; --{NNN}", '2025-01-01', '/format numbering.characters'],
    ['F-{YYYY}', '2025-01-01', '/format numbering.counter'],
    ['{NN}-{NNN}', '2025-01-01', '/format numbering.counter'],
    [`${'F'.repeat(30)}{NNN}`, '2025-01-01', '/format numbering.too-long'],
    ['F{MM}-{NNN}', '2025-01-01', '/format numbering.period'],
    ['F-{YYYY}-{NNN}', '2025-02-01', '/startsOn numbering.period-start'],
    ['F-{NNN}', '2025-01-02', '/startsOn numbering.period-start'],
    ['F{YYYY}{MM}-{NNN}', '2025-02-02', '/startsOn numbering.period-start'],
    ['AV-{YYYY}-{NNNNN}', '2025-01-01', '/format numbering.same-format'],
  ])('%s from %s is refused by name', async (text, startsOn, expected) => {
    expect(outcome(await company().format('bill', startsOn, text))).toEqual([422, expected]);
  });

  test('of another series is refused', async () => {
    const { format } = company();
    expect((await format('bill', '2025-01-01', 'X{YYYY}-{NNN}')).status).toBe(201);
    expect(outcome(await format('credit', '2026-01-01', 'X{YYYY}-{NNN}'))).toEqual([
      ...[422, '/format numbering.same-format'],
    ]);
    expect((await format('bill', '2026-01-01', 'X{YYYY}-{NNN}')).status).toBe(201);
    expect((await format('bill', '2026-01-01', 'Y{YYYY}-{NNN}')).status).toBe(422);
  });

  test('of numbers that exist does not change, that of the next period does', async () => {
    const { format, codes, send } = company();
    const own = (await format('bill', `${year}-01-01`, 'F{YYYY}-{NNN}')).body as CreatedRecord;
    const change = (body: Body) => send('PATCH', `number-formats/${own.id}`, body, { 'if-match': '*' });
    expect((await change({ format: 'G{YYYY}-{NNN}' })).status).toBe(200);
    expect(await codes(null)).toEqual([`G${year}-001`]);
    const used = [422, '/startsOn numbering.already-used'];
    expect(outcome(await change({ format: 'H{YYYY}-{NNN}' }))).toEqual(used);
    expect(outcome(await change({ startsOn: `${nextYear}-01-01` }))).toEqual(used);
    expect(outcome(await send('DELETE', `number-formats/${own.id}`, undefined, { 'if-match': '*' }))).toEqual(
      used,
    );
    expect(outcome(await format('bill', `${year}-${month}-01`, 'H{YYYY}{MM}-{NNN}'))).toEqual(used);
    expect((await format('bill', `${nextYear}-01-01`, 'H{YYYY}-{NNN}')).status).toBe(201);
    expect(await codes(null)).toEqual([`G${year}-002`]);
  });

  test('without a year never restarts, and changes from a day to come on', async () => {
    const { format, codes } = company();
    expect((await format('bill', '2024-01-01', 'F{NNN}')).status).toBe(201);
    expect(await codes('2024-05-01', '2025-05-01')).toEqual(['F001', 'F002']);
    expect(outcome(await format('bill', `${year}-01-01`, 'G{NNN}'))).toEqual([
      ...[422, '/startsOn numbering.already-used'],
    ]);
    expect((await format('bill', `${nextYear}-01-01`, 'G{NNN}')).status).toBe(201);
  });

  test('waits for a number that is being taken, which the check alone would not see', async () => {
    let taken = () => undefined as void;
    let release = () => undefined as void;
    const hasNumber = new Promise<void>((resolve) => (taken = resolve));
    const mayEnd = new Promise<void>((resolve) => (release = resolve));
    const slowly = defineCommand(bill, 'post', async ({ proceed }) => {
      const posted = await proceed();
      taken();
      await mayEnd;
      return posted;
    });
    const slow = await sampleKernel([], { commands: [slowly] });
    try {
      const { post, format, caller } = company(slow);
      const posting = post();
      await hasNumber;
      const seen = await slow.database.asSuperuser(
        `SELECT 1 FROM kit.number_series WHERE tenant_id = '${caller.tenantId}'`,
      );
      expect(seen).toEqual([]);
      const setting = format('bill', `${year}-01-01`, 'X{YYYY}-{NNNNN}');
      const first = await Promise.race([setting.then(() => 'set'), delay(300).then(() => 'waits')]);
      expect(first).toBe('waits');
      release();
      expect((await posting).body).toMatchObject({ code: `FA-${year}-00001` });
      expect(outcome(await setting)).toEqual([422, '/startsOn numbering.already-used']);
    } finally {
      release();
      await slow.close();
    }
  });

  test('is read by the right of its resource, within the tenant', async () => {
    const { format, send, caller } = company();
    const own = (await format('bill', '2025-01-01', 'F{YYYY}-{NNN}')).body as CreatedRecord;
    const address = `number-formats/${own.id}`;
    const without = { ...caller, rights: ['sample.bill.post', 'sample.number-format.read'] };
    const patch = { format: 'G{YYYY}-{NNN}' };
    expect((await kernel.send('PATCH', address, patch, { 'if-match': '*' }, without)).status).toBe(403);
    expect((await kernel.send('GET', address, undefined, {}, company().caller)).status).toBe(404);
    expect((await send('GET', address)).status).toBe(200);
  });

  test('costs one message more when a number is taken', async () => {
    const { draft, send } = company();
    const { id } = await draft();
    const { statements, messages } = await countStatements(() =>
      send('POST', `bills/${id}/transitions/post`),
    );
    expect(statements.filter((text) => text.includes('number_format'))).toHaveLength(1);
    expect(messages).toBeLessThanOrEqual(5);
  });
});
