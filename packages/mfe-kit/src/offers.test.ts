import { createOffers } from './offers';

it('shows what is offered now, the latest comer first, and tells when it changes', () => {
  const offers = createOffers<string>();
  const heard = jest.fn();
  const stop = offers.subscribe(heard);
  offers.put('list', 'export');
  offers.put('panel', 'validate');
  expect(offers.read()).toEqual(['validate', 'export']);
  offers.put('list', 'import');
  expect(offers.read()).toEqual(['validate', 'import']);
  offers.drop('panel');
  offers.drop('panel');
  expect(offers.read()).toEqual(['import']);
  expect(heard).toHaveBeenCalledTimes(4);
  stop();
  offers.drop('list');
  expect(heard).toHaveBeenCalledTimes(4);
});

it('gives the same array as long as nothing changes', () => {
  const offers = createOffers<string>();
  offers.put('a', 'x');
  expect(offers.read()).toBe(offers.read());
});
