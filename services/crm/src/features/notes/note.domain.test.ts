import { answered, reconciled } from './note.domain';

const bands = [
  { id: 'cold', name: 'Froid', min: '0', max: '30' },
  { id: 'warm', name: 'Tiède', min: '30', max: '70' },
  { id: 'hot', name: 'Chaud', min: '70', max: '100' },
  { id: 'lost', name: 'Perdu', min: null, max: null },
];
const empty = { prospectStatus: null, successPercentage: null };
const warm = { prospectStatus: 'warm', successPercentage: '50' };

describe('R-204: status and chances of a note', () => {
  it.each([
    ['neither changes', warm, {}, {}],
    ['chances lead to their band', empty, { successPercentage: '70' }, { prospectStatus: 'hot' }],
    ['a hundred is the last band', warm, { successPercentage: '100' }, { prospectStatus: 'hot' }],
    ['chances within the band keep it', warm, { successPercentage: '60' }, { prospectStatus: 'warm' }],
    ['a status leads to its least chances', empty, { prospectStatus: 'hot' }, { successPercentage: '70' }],
    ['a status that fits keeps the chances', warm, { prospectStatus: 'warm' }, {}],
    ['a status out of the scale keeps the chances', warm, { prospectStatus: 'lost' }, {}],
    ['an unknown status changes nothing', warm, { prospectStatus: 'archived' }, {}],
    ['both together', empty, { prospectStatus: 'hot', successPercentage: '80' }, {}],
    [
      'chances with a status out of the scale',
      empty,
      { prospectStatus: 'lost', successPercentage: '80' },
      {},
    ],
    ['chances with a status that is cleared', warm, { prospectStatus: null, successPercentage: '80' }, {}],
    ['both cleared', warm, { prospectStatus: null, successPercentage: null }, {}],
  ])('%s', (_what, before, changes, also) => expect(reconciled(before, changes, bands)).toEqual({ also }));

  it('refuses chances outside the band of the status set with them', () =>
    expect(reconciled(empty, { prospectStatus: 'cold', successPercentage: '80' }, bands)).toEqual({
      outside: bands[0],
    }));
});

it.each([
  [{ answer: 'Oui' }, { hasAnswer: true }],
  [{ answerDate: '2026-05-01' }, { hasAnswer: true }],
  [{ answer: '', answerDate: null }, {}],
])('%j is answered: %j', (note, expected) => expect(answered(note)).toEqual(expected));
