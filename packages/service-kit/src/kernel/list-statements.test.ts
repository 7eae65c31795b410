import { defineResource, int, money, text } from '@coulisse/resource';
import { parseListQuery } from './list-query';
import { listStatements } from './list-statements';
import { Statements } from './statements';

const spec = {
  path: 'shop/articles',
  rights: 'shop.article',
  fields: { name: text().required(), price: money(), stock: int(), cost: money() },
  list: ['name', 'price', 'stock'],
} as const;

const summedOf = (sums?: readonly ('price' | 'stock')[]) => {
  const statements = new Statements(defineResource('shop.article', sums ? { ...spec, sums } : spec));
  return listStatements(statements, parseListQuery(statements, {}), null).summed.map(({ field }) => field);
};

it('sums the amounts and whole numbers of the list, or what the resource names', () => {
  expect(summedOf()).toEqual(['price', 'stock']);
  expect(summedOf(['stock'])).toEqual(['stock']);
  expect(summedOf([])).toEqual([]);
});
