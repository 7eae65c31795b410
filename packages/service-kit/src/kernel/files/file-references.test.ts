import { children, defineResource, file, image, text } from '@coulisse/resource';
import type { ServiceContext } from '../../service/types';
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

/** A database whose sources answer what is given, in pieces of 500, and a documents service that notes what it is told. */
function world(found: (text: string) => string[], keep?: () => void) {
  const told: unknown[] = [];
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
          keep?.();
          told.push([fileIds.length, publicFileIds.length]);
        },
        endFileRound: async (round: object) => void told.push(round),
      },
    },
  };
  return { ctx: ctx as unknown as ServiceContext, told };
}

it('names every file once per place, what is shown last, and only then ends the round', async () => {
  const { ctx, told } = world((statement) => {
    if (statement.includes('"poster_id"')) return ids(1, 3);
    if (statement.includes('"manual_id"')) return ids(10, 1_200);
    return statement.includes('EXISTS') ? ids(5_000, 2) : [];
  });
  await runFileRounds(ctx, [thing]);
  expect(told).toEqual([[2, 0], [500, 0], [500, 0], [200, 0], [3, 3], { tenantId: 't', startedAt: 5 }]);
});

it('does not end a round in which something went wrong', async () => {
  const { ctx, told } = world(
    () => ids(1, 1),
    () => {
      throw new Error('away');
    },
  );
  await expect(runFileRounds(ctx, [thing])).rejects.toThrow('away');
  expect(told).toEqual([]);
});

it('refuses a definition whose files it would not see', () => {
  const hidden = defineResource('sample.hidden', {
    path: 'x',
    rights: 'sample.hidden',
    fields: { name: text(), lines: children({ proof: file() }) },
  });
  expect(() => fileSources([hidden])).toThrow('children cannot point at files');
});
