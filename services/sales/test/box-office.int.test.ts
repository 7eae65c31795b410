import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { topics, type Topic, type TopicEvent } from '@coulisse/contracts';
import { systemActor } from '@coulisse/service-kit';
import { eventually, sabotaged, withoutRowLocks, withoutVersions } from '@coulisse/test-kit';
import { createDefaults } from '../src/features/defaults/create-defaults.command';
import { lookUpMoney } from '../src/features/box-office/look-up-money.schedule';
import { settle } from '../src/features/bills/settlement.store';
import { settleAtBoxOffice, shareBoxOffice } from '../src/features/box-office/settle-box-office.command';
import { lockBoxOffice } from '../src/features/box-office/box-office.store';
import type { BoxOfficeMoney } from '../src/features/box-office/box-office-money';
import { startSalesWithPeers, type SalesWithPeers } from './support/sales-with-peers';

jest.setTimeout(60_000);

interface Answered {
  id: string;
  state: string;
  code: string;
  amountBoxOffice: string;
  amountPaid: string;
  amountCredited: string;
  amountLeft: string;
  uses: { kind: string; amount: string; bill: { id: string } }[];
}
interface Settlements {
  items: {
    source: string;
    amountMinor: number;
    method: string | null;
    record: { id: string; code: string | null };
  }[];
  unallocatedMinor: number;
}

let sales: SalesWithPeers;
beforeAll(async () => {
  sales = await startSalesWithPeers();
});
afterAll(() => sales?.stop());

/** A company with one customer, and a reservation of this customer. */
async function office() {
  const [tenantId, tiers, reservation] = [randomUUID(), randomUUID(), randomUUID()];
  const { running, peers } = sales;
  const actor = systemActor(tenantId, 'test');
  await running.ctx.db.inTenant(actor, (tx) =>
    createDefaults(tx, running.ctx, { name: 'Théâtre Lumière', city: 'Lyon', address: '1 place Bellecour' }),
  );
  const token = running.issuer.staffToken({
    ...{ userId: randomUUID(), subject: randomUUID(), tenantId, rights: ['*'] },
  });
  const call = async <B = Answered>(method: string, path: string, body?: object) => {
    const answer = await running.request<B>(method, `/b/api/sale/${path}`, { token, body });
    return { status: answer.status, body: answer.body };
  };
  const move = async (path: string, name: string, input?: object) => {
    const { status, body } = await call('POST', `${path}/transitions/${name}`, input ? { input } : {});
    if (status !== 200) throw new Error(`${name}: ${JSON.stringify(body)}`);
    return body;
  };
  const draft = async (amount: string, of: string | null = reservation) => {
    const items = [{ label: 'Dîner spectacle', quantity: '1', unitPrice: amount, vatRate: '5.5' }];
    const values = { title: 'R-1 · Le Grand Soir', tiers, reservation: of, priceEntry: 'TTC', items };
    return (await call('POST', 'bills', values)).body.id;
  };
  const tell = <T extends Topic>(topic: T, key: string, event: TopicEvent<T>) => {
    const codec = topics[topic] as unknown as { encode(message: object): { finish(): Uint8Array } };
    return sales.bus.publish([
      {
        ...{ topic, key },
        value: Buffer.from(codec.encode({ event }).finish()),
        headers: {
          ...{ ce_id: randomUUID(), ce_type: event.$case },
          ...{ ce_time: new Date().toISOString(), ce_tenantid: tenantId },
        },
      },
    ]);
  };
  const part = (
    amountMinor: number,
    { returnedMinor = 0, method = 'CARD', sourceId = randomUUID(), paidAt = '2026-11-26T19:00:00Z' } = {},
  ) => ({
    ...{ sourceId, method, amountMinor, returnedMinor },
    paidAt: new Date(paidAt),
  });
  return {
    ...{ tenantId, reservation, actor, call, move, draft, part },
    read: async (id: string) => (await call('GET', `bills/${id}`)).body,
    post: (id: string) => move(`bills/${id}`, 'post'),
    issued: async (amount: string) => {
      const id = await draft(amount);
      return move(`bills/${id}`, 'post');
    },
    settlements: async (id: string) => (await call<Settlements>('GET', `bills/${id}/settlements`)).body,
    /** What ticketing answers from now on. */
    pays: (...parts: ReturnType<typeof part>[]) => void peers.money.set(reservation, parts),
    /** The event of ticketing that says so. */
    tellOfMoney: () =>
      tell('ticketing.reservation.v1', reservation, {
        $case: 'moneyChanged',
        value: { reservationId: reservation },
      }),
    /** A payment that payments-service allocates to bills. */
    allocate: (paymentId: string, version: number, bills: Readonly<Record<string, number>>) =>
      tell('payments.allocation.v1', paymentId, {
        $case: 'changed',
        value: {
          ...{ paymentId, version, tiersId: tiers },
          allocations: Object.entries(bills).map(([billId, amountMinor]) => ({ billId, amountMinor })),
        },
      }),
    /** What payments is tellOfMoney of a bill. */
    announced: (billId: string) =>
      sales.bus
        .published('sales.bill.v1')
        .filter(({ key }) => key === billId)
        .map(({ value }) => topics['sales.bill.v1'].decode(value).event!)
        .flatMap((event) => (event.$case === 'settledAtBoxOffice' ? [event.value.amountMinor] : [])),
  };
}

describe('a bill of a reservation', () => {
  test('that is paid is settled at once', async () => {
    const { draft, post, part, pays, settlements, announced, reservation } = await office();
    pays(part(15_000), part(2_800, { method: 'VOUCHER', paidAt: '2026-11-26T19:05:00Z' }));
    const id = await draft('178.00');
    expect(await post(id)).toMatchObject({ state: 'PAID', amountBoxOffice: '178.00', amountLeft: '0.00' });
    expect(await settlements(id)).toMatchObject({
      items: [
        {
          ...{ source: 'BOX_OFFICE', amountMinor: 15_000, method: 'CARD' },
          record: { id: reservation, code: `R-${reservation.slice(-6)}` },
        },
        { source: 'BOX_OFFICE', amountMinor: 2_800, method: 'VOUCHER' },
      ],
      unallocatedMinor: 0,
    });
    await eventually(() => expect(announced(id)).toEqual([17_800]));
  });

  test('that is partly paid has the rest open; what comes later settles it, and comes twice or late without effect', async () => {
    const { issued, read, part, pays, tellOfMoney } = await office();
    const deposit = part(5_000);
    pays(deposit);
    const { id, state, amountLeft } = await issued('178.00');
    expect([state, amountLeft]).toEqual(['PARTIALLY_PAID', '128.00']);
    pays(deposit, part(12_800, { method: 'CASH' }));
    for (const _ of [1, 2]) await tellOfMoney();
    await eventually(async () => expect((await read(id)).state).toBe('PAID'));
    expect(await read(id)).toMatchObject({ amountBoxOffice: '178.00', amountLeft: '0.00' });
  });

  test('an answer that is older than the stored one changes nothing', async () => {
    const { issued, read, actor, reservation, part, pays } = await office();
    const card = part(17_800);
    pays(card);
    const { id } = await issued('178.00');
    const late: BoxOfficeMoney = { reservationId: reservation, reading: 0, code: 'R-OLD', parts: [] };
    const { ctx } = sales.running;
    await ctx.db.inTenant(actor, (tx) => settleAtBoxOffice(tx, ctx, late));
    expect((await read(id)).state).toBe('PAID');
  });

  test('is not issued while ticketing does not answer', async () => {
    const { draft, call, read } = await office();
    const id = await draft('178.00');
    sales.peers.isTicketingAway = true;
    try {
      expect((await call('POST', `bills/${id}/transitions/post`, {})).status).toBe(503);
    } finally {
      sales.peers.isTicketingAway = false;
    }
    expect((await read(id)).state).toBe('DRAFT');
  });

  test('shares the money with the others: a deposit is counted once, what is over is on none', async () => {
    const { issued, read, settlements, part, pays, tellOfMoney } = await office();
    const deposit = part(5_000);
    pays(deposit);
    const first = await issued('50.00');
    expect(first.state).toBe('PAID');
    const second = await issued('128.00');
    expect([second.state, second.amountLeft]).toEqual(['POSTED', '128.00']);
    pays(deposit, part(13_000));
    await tellOfMoney();
    await eventually(async () => expect((await read(second.id)).state).toBe('PAID'));
    expect((await settlements(second.id)).unallocatedMinor).toBe(200);
    expect((await read(first.id)).amountBoxOffice).toBe('50.00');
  });

  test('of another reservation or of none is left alone', async () => {
    const { draft, post, part, pays } = await office();
    pays(part(17_800));
    expect((await post(await draft('178.00', null))).state).toBe('POSTED');
    expect((await post(await draft('178.00', randomUUID()))).state).toBe('POSTED');
  });
});

describe('money that is given back', () => {
  const paid = async () => {
    const desk = await office();
    const card = desk.part(17_800);
    desk.pays(card);
    const { id } = await desk.issued('178.00');
    const back = (returnedMinor: number) => {
      desk.pays({ ...card, amountMinor: 17_800 - returnedMinor, returnedMinor });
      return desk.tellOfMoney();
    };
    const credit = async () => {
      const { body } = await desk.call('POST', 'avoirs', { bill: id, reason: 'Annulation' });
      return desk.move(`avoirs/${body.id}`, 'post');
    };
    return { ...desk, id, back, credit };
  };

  test('opens the bill again', async () => {
    const { id, back, read } = await paid();
    await back(7_800);
    await eventually(async () => expect((await read(id)).state).toBe('PARTIALLY_PAID'));
    expect(await read(id)).toMatchObject({ amountBoxOffice: '100.00', amountLeft: '78.00' });
    await back(17_800);
    await eventually(async () => expect((await read(id)).state).toBe('POSTED'));
  });

  test('settles the credit note that was issued before', async () => {
    const { id, back, credit, read, call } = await paid();
    const { id: avoirId, state } = await credit();
    // The bill is paid and the customer has a credit until the money goes back.
    expect([state, (await read(id)).state]).toEqual(['POSTED', 'PAID']);
    await back(17_800);
    await eventually(async () => expect((await call('GET', `avoirs/${avoirId}`)).body.state).toBe('SETTLED'));
    expect(await read(id)).toMatchObject({
      ...{ state: 'PAID', amountBoxOffice: '0.00', amountCredited: '178.00', amountLeft: '0.00' },
    });
  });

  test('is followed by the credit note that is issued after it', async () => {
    const { id, back, credit, read } = await paid();
    await back(17_800);
    await eventually(async () => expect((await read(id)).state).toBe('POSTED'));
    expect(await credit()).toMatchObject({
      state: 'SETTLED',
      uses: [{ kind: 'DEDUCTED', amount: '178.00', bill: { id } }],
    });
    expect(await read(id)).toMatchObject({ state: 'PAID', amountCredited: '178.00' });
  });
});

describe('money from both sides', () => {
  const both = async () => {
    const desk = await office();
    const { id } = await desk.issued('178.00');
    return { ...desk, id, paymentId: randomUUID() };
  };
  const COUNTED_ONCE = { state: 'PAID', amountPaid: '178.00', amountBoxOffice: '0.00', amountLeft: '0.00' };

  test.each(['box office first', 'payment first'])('is counted once: %s', async (order) => {
    const { id, paymentId, part, pays, tellOfMoney, allocate, read, settlements, announced } = await both();
    pays(part(17_800));
    const steps = [tellOfMoney, () => allocate(paymentId, 1, { [id]: 17_800 })];
    if (order === 'payment first') steps.reverse();
    await steps[0]!();
    await eventually(async () => expect((await read(id)).state).toBe('PAID'));
    await steps[1]!();
    await eventually(async () => expect(await read(id)).toMatchObject(COUNTED_ONCE));
    await eventually(async () => expect((await settlements(id)).unallocatedMinor).toBe(17_800));
    if (order === 'box office first') await eventually(() => expect(announced(id)).toEqual([17_800, 0]));
    // What payments takes back, the money of the box office settles.
    await allocate(paymentId, 2, { [id]: 0 });
    await eventually(async () => expect((await read(id)).amountBoxOffice).toBe('178.00'));
  });

  /**
   * Both at once, each as its consumer does it. Without row locks the order has to be given: an insertion that finds the row
   * of the reservation waits for who has changed it, and so does who changes the bill.
   */
  const race = async (
    { id, actor, reservation, paymentId, part }: Awaited<ReturnType<typeof both>>,
    boxOfficeArrived?: () => Promise<void>,
  ) => {
    const { ctx } = sales.running;
    const money = { reservationId: reservation, reading: 1_000_000, code: 'R-1', parts: [part(17_800)] };
    const paymentHasTurn = new EventEmitter();
    const begun = boxOfficeArrived && once(paymentHasTurn, 'turn');
    await Promise.allSettled([
      ctx.db.inTenant(actor, async (tx) => {
        await begun;
        await settleAtBoxOffice(tx, ctx, money);
      }),
      ctx.db.inTenant(actor, async (tx) => {
        await lockBoxOffice(tx, [reservation]);
        paymentHasTurn.emit('turn');
        await boxOfficeArrived?.();
        await settle(tx, ctx, {
          ...{ billId: id, source: 'PAYMENT', sourceId: paymentId, version: 1, amountMinor: 17_800 },
        });
        await shareBoxOffice(tx, ctx, reservation);
      }),
    ]);
  };

  test('at the same moment is counted once', async () => {
    const desk = await both();
    await race(desk);
    expect(await desk.read(desk.id)).toMatchObject(COUNTED_ONCE);
  });

  test('at the same moment would be counted twice without the turn of the reservation', async () => {
    const desk = await both();
    await sabotaged(
      { defects: [withoutRowLocks, withoutVersions], meet: 2, after: /FROM box_office_money WHERE/ },
      (arrived) => race(desk, () => arrived(1)),
    );
    expect(await desk.read(desk.id)).toMatchObject({ amountPaid: '178.00', amountBoxOffice: '178.00' });
  });
});

test('bills that were issued before sales asked for their money are looked up', async () => {
  const { tenantId, actor, draft, post, read, reservation, part, pays } = await office();
  const id = await draft('178.00');
  await post(id);
  // As the migration leaves them.
  await sales.database.asSuperuser(
    'UPDATE box_office_reservation SET reading = 0 WHERE tenant_id = $1 AND reservation_id = $2',
    [tenantId, reservation],
  );
  pays(part(17_800));
  const { ctx } = sales.running;
  const { signal } = new AbortController();
  await lookUpMoney({ tenantId, signal, inTenant: (work) => ctx.db.inTenant(actor, work) }, ctx);
  expect(await read(id)).toMatchObject({ state: 'PAID', amountBoxOffice: '178.00' });
});
