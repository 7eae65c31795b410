import { RequestLimits } from './request-limits';
import { LIMITS } from './classes';
import { limitsShape } from './limits-config';

const office = '203.0.113.7';
/** What the gateway counts for one public call. */
function call(
  limits: RequestLimits,
  routeClass: 'hold' | 'pay' | 'browse',
  session: string | undefined,
): boolean {
  try {
    limits.byNetwork(routeClass, office);
    limits.byStranger(routeClass, office, session);
    if (session !== undefined) limits.byCaller(routeClass, session);
    return true;
  } catch {
    return false;
  }
}
const accepted = (results: boolean[]) => results.filter(Boolean).length;
const times = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

test('three hundred sessions behind one address hold, browse and pay in the same minute', () => {
  const limits = new RequestLimits(LIMITS, { now: () => 0 });
  const buyers = times(300, (at) => `buyer-${at}`);
  for (const buyer of buyers) limits.verify(buyer);
  for (const [routeClass, each] of [
    ['browse', 40],
    ['hold', 10],
    ['pay', 2],
  ] as const)
    for (const buyer of buyers)
      expect(accepted(times(each, () => call(limits, routeClass, buyer)))).toBe(each);
});

test('a client that throws its cookie away or invents cookies stays within the limit of strangers', () => {
  for (const cookie of [() => undefined, (at: number) => `made-up-${at}`]) {
    const limits = new RequestLimits(LIMITS, { now: () => 0 });
    const strangers = LIMITS.classes.hold.strangers?.points ?? 0;
    expect(accepted(times(1_200, (at) => call(limits, 'hold', cookie(at))))).toBe(strangers);
    // Its neighbours with sessions are not affected.
    limits.verify('buyer');
    expect(call(limits, 'hold', 'buyer')).toBe(true);
  }
});

test('sessions of one address together do not pass the ceiling of their network', () => {
  const small = limitsShape.parse('{"classes":{"hold":{"network":{"points":1000,"seconds":60}}}}');
  const limits = new RequestLimits(small, { now: () => 0 });
  const sessions = times(20, (at) => `session-${at}`);
  for (const session of sessions) limits.verify(session);
  const calls = sessions.flatMap((session) => times(60, () => call(limits, 'hold', session)));
  expect(accepted(calls)).toBe(1_000);
});

test('without a limit of strangers the same flood passes up to the ceiling', () => {
  const limits = new RequestLimits(
    limitsShape.parse('{"classes":{"hold":{"strangers":{"points":1000000,"seconds":60}}}}'),
    { now: () => 0 },
  );
  expect(accepted(times(1_200, () => call(limits, 'hold', undefined)))).toBe(1_200);
});
