import { RestDetector } from './idle-memory';

const decisions = (shares: number[]) => {
  const detector = new RestDetector();
  return shares.map((share) => detector.isFirstRest(share));
};

describe('the rest of a process', () => {
  it('begins with the first quiet interval after the start', () =>
    expect(decisions([0.9, 0.1, 0.02, 0.02, 0.02])).toEqual([false, false, true, false, false]));

  it('begins again only after a busy time', () =>
    expect(decisions([0.02, 0.1, 0.02, 0.6, 0.1, 0.02])).toEqual([true, false, false, false, false, true]));
});
