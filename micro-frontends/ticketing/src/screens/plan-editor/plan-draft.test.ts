import { newBlock, nextRow, parseNumbers, parseSeats, preview } from './plan-draft';

describe('a plan being drawn', () => {
  const first = newBlock([], 'gold', 'Carré Or');

  it('letters the rows of a new block after those that are there', () => {
    expect(first.firstRow).toBe('A');
    expect(newBlock([first], 'gold', 'Balcon').firstRow).toBe('F');
    expect(nextRow([{ ...first, rows: 26 }])).toBe('AA');
    expect(nextRow([{ ...first, firstRow: 'AA', rows: 2 }])).toBe('AC');
  });

  it('puts it under the others, so that nothing overlaps', () => {
    const both = [first, newBlock([first], 'gold', 'Balcon')];
    const drawn = preview(both);
    expect(drawn.issues).toEqual([]);
    expect(drawn.shapes).toHaveLength(200);
  });

  it('names what cannot be drawn', () => {
    expect(preview([{ ...first, rows: 0 }])).toMatchObject({
      shapes: [],
      issues: [{ blockId: first.id, at: 'rows' }],
    });
    expect(preview([first, { ...first, id: 'other' }]).issues[0]?.code).toBe('seat-repeated');
  });

  it('draws no more than a hall may have, and says how many it would be', () => {
    const hall = Array.from({ length: 5 }, (_, at) => ({
      ...first,
      id: `b${at}`,
      rows: 60,
      seatsPerRow: 80,
    }));
    const drawn = preview(hall);
    expect(drawn.shapes).toHaveLength(19_200);
    expect(drawn).toMatchObject({ issues: [{ code: 'too-many-seats', at: '24000' }], more: 0 });
  });

  it('reads lists the way people type them', () => {
    expect(parseNumbers('8, 16;x 20')).toEqual([8, 16, 20]);
    expect(parseSeats('A1, a-12  B 3')).toEqual(['A-1', 'A-12', 'B-3']);
  });
});
