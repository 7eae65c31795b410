import pg from 'pg';
import { checkDriver, missingInternals } from './check-driver';

it('accepts the pinned driver', () => {
  expect(missingInternals(pg)).toEqual([]);
  expect(checkDriver).not.toThrow();
});

it.each(['submit', 'hasBeenParsed', 'handleRowDescription'])('names a missing Query.%s', (method) => {
  class Other extends pg.Query {}
  Object.defineProperty(Other.prototype, method, { value: undefined });
  expect(missingInternals({ Query: Other, Connection: pg.Connection })).toEqual([`Query.${method}`]);
});

it('names a table of prepared statements that moved', () => {
  class Other extends pg.Connection {
    constructor(config: pg.ConnectionConfig) {
      super(config);
      Object.assign(this, { parsedStatements: undefined });
    }
  }
  expect(missingInternals({ Query: pg.Query, Connection: Other })).toEqual(['Connection.parsedStatements']);
});

it('names a row shape that moved', () => {
  class Other extends pg.Query {
    handleRowDescription(): void {}
  }
  expect(missingInternals({ Query: Other, Connection: pg.Connection })).toEqual([
    'Query._result._parsers',
    'Query._result._prebuiltEmptyResultObject',
    'Query._accumulateRows',
  ]);
});
