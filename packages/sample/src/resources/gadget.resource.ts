import * as r from '@coulisse/resource';

/** Every field kind at least once. */
export const gadget = r.defineResource('sample.gadget', {
  path: 'sample/gadgets',
  rights: 'sample.gadget',
  fields: {
    name: r.text({ max: 80 }).required().searchable(),
    notes: r.longText().searchable(),
    quantity: r.int({ min: 0, max: 1000 }),
    weight: r.decimal({ min: 0 }),
    price: r.money({ min: 0 }).required(),
    discount: r.percent(),
    fragile: r.bool(),
    boughtOn: r.date(),
    opensAt: r.time(),
    checkedAt: r.datetime(),
    kind: r.enumeration(['TOY', 'TOOL']).required(),
    shelf: r.ref('sample.shelf'),
    otherShelves: r.refs('sample.shelf'),
    owner: r.ref('elsewhere.person'),
    parts: r.children(
      {
        label: r.text({ max: 40 }).required(),
        price: r.money().required(),
        size: r.enumeration(['S', 'L']),
        serial: r.text({ max: 30 }).encrypted(),
      },
      { entity: 'sample.part' },
    ),
    email: r.email(),
    telephone: r.phone(),
    website: r.url(),
    color: r.color().help(),
    madeIn: r.country(),
    times: r.list(r.time()),
    extra: r.json<{ a: number }>(),
    reference: r.text({ max: 20 }).readonly(),
    partsCount: r.int(),
    code: r.numbered({ series: 'gadget', prefix: 'G', on: 'create' }),
    story: r.richText(),
    buildTime: r.duration({ max: 6000 }),
    language: r.language(),
    currency: r.currency(),
    iban: r.iban(),
    bic: r.bic(),
    siren: r.siren(),
    siret: r.siret(),
    vatNumber: r.vatNumber(),
    makerNir: r.nir().secret().encrypted(),
    margin: r.money().secret(),
    lockCode: r.text({ max: 20 }).encrypted(),
    manual: r.file({ accept: ['application/pdf'] }),
    photo: r.image(),
    checks: r.related('sample.check', { by: 'gadget' }),
  },
  derive: { partsCount: (gadget) => gadget.parts.length },
  rules: [
    (gadget) =>
      gadget.kind === 'TOY' && gadget.weight === '13' && r.blocked('validation.choice', {}, '/weight'),
  ],
  list: ['name', 'kind', 'price', 'quantity', 'shelf', 'owner', 'boughtOn', 'createdAt'],
  sort: 'name',
  attachable: true,
});

/** A variant: only the gadgets of kind `TOY`. */
export const toy = r.variantOf(gadget, 'sample.toy', {
  path: 'sample/toys',
  fixed: { kind: 'TOY' },
  fields: ['name', 'price', 'color', 'shelf', 'margin', 'parts'],
  list: ['name', 'price', 'shelf'],
});
