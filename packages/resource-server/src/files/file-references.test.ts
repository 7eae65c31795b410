import { children, defineResource, file, image, text } from '@coulisse/resource';
import type { ServiceContext } from '@coulisse/service-kit/service';
import { fileSources, runFileRounds } from './file-references';

const thing = defineResource('sample.thing', {
  path: 'x',
  rights: 'sample.thing',
  attachable: true,
  fields: { name: text(), poster: image({ public: true }), manual: file() },
});
const ids = (from: number, count: number) =>
  Array.from(
    { length: count },
    (_, index) => `0190a000-0000-7000-8000-${String(from + index).padStart(12, '0')}`,
  );

/** A database whose sources return the given ids in batches of 500, and a documents service that records its calls. */
function fakeContext(found: (text: string) => string[], onKeepFiles?: () => void) {
  const calls: unknown[] = [];
  const ctx = {
    log: { warn: () => undefined },
    db: {
      inTenant: async (_actor: unknown, work: (tx: unknown) => unknown) =>
        work({
          sql: {
            query: async (statement: string, [, after]: string[]) => ({
              rows: found(statement)
                .filter((id) => id > after!)
                .slice(0, 500)
                .map((id) => ({ id })),
            }),
          },
        }),
    },
    clients: {
      files: {
        beginFileRounds: async () => ({ rounds: [{ tenantId: 't', startedAt: 5 }] }),
        keepFiles: async ({ fileIds, publicFileIds }: { fileIds: string[]; publicFileIds: string[] }) => {
          onKeepFiles?.();
          calls.push([fileIds.length, publicFileIds.length]);
        },
        endFileRound: async (round: object) => void calls.push(round),
      },
    },
  };
  return { ctx: ctx as unknown as ServiceContext, calls };
}

it('reports the files of each source, public ones last, and only then ends the round', async () => {
  const { ctx, calls } = fakeContext((statement) => {
    if (statement.includes('"poster_id"')) return ids(1, 3);
    if (statement.includes('"manual_id"')) return ids(10, 1_200);
    return statement.includes('EXISTS') ? ids(5_000, 2) : [];
  });
  await runFileRounds(ctx, [thing]);
  expect(calls).toEqual([[2, 0], [500, 0], [500, 0], [200, 0], [3, 3], { tenantId: 't', startedAt: 5 }]);
});

it('does not end a round in which a call failed', async () => {
  const { ctx, calls } = fakeContext(
    () => ids(1, 1),
    () => {
      throw new Error('away');
    },
  );
  await expect(runFileRounds(ctx, [thing])).rejects.toThrow('away');
  expect(calls).toEqual([]);
});

it('refuses a definition with files in children, which it would not find', () => {
  const hidden = defineResource('sample.hidden', {
    path: 'x',
    rights: 'sample.hidden',
    fields: { name: text(), lines: children({ proof: file() }) },
  });
  expect(() => fileSources([hidden])).toThrow('children cannot point at files');
});
