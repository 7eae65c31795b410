import sharp from 'sharp';
import { logoOf, MOST_BYTES, MOST_LOGO_BYTES, POSTER_WIDTHS, posterOf, VIEW_WIDTHS } from './poster';

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#5b2d86' } });

/** Random pixels: nothing compresses worse. */
const noise = (width: number, height: number) =>
  sharp(
    Buffer.from(
      Array.from({ length: width * height * 3 }, (_, at) => (Math.imul(at + 1, 2_654_435_761) >>> 13) & 255),
    ),
    { raw: { width, height, channels: 3 } },
  );

test.each(POSTER_WIDTHS)(
  'has exactly %d pixels of width, and is cropped to its ratio instead of refused (R-065)',
  async (width) => {
    for (const picture of [plain(900, 300), plain(300, 900)]) {
      const poster = await posterOf(await picture.png().toBuffer(), width);
      expect(await sharp(poster).metadata()).toMatchObject({
        format: 'webp',
        width,
        height: Math.round((width * 4) / 3),
      });
    }
  },
);

test.each(VIEW_WIDTHS)(
  'a view from a seat is %d pixels wide and as high as a cinema screen',
  async (width) => {
    const view = await posterOf(await plain(400, 900).png().toBuffer(), width, 'view');
    expect(await sharp(view).metadata()).toMatchObject({
      format: 'webp',
      width,
      height: Math.round((width * 9) / 16),
    });
  },
);

test('weighs at most 60 kB at the width of a phone, even for a picture that compresses badly', async () => {
  const poster = await posterOf(await noise(640, 860).png().toBuffer(), 320);
  expect(poster.length).toBeLessThanOrEqual(MOST_BYTES);
});

test('transparent places are white: the pages have a dark side', async () => {
  const clear = await sharp({ create: { width: 30, height: 40, channels: 4, background: '#00000000' } })
    .png()
    .toBuffer();
  const { dominant } = await sharp(await posterOf(clear, 160)).stats();
  expect(dominant.r).toBeGreaterThan(240);
});

test('bytes that are no picture give no poster', async () => {
  await expect(posterOf(Buffer.from('<svg onload="alert(1)"/>'), 160)).rejects.toMatchObject({
    code: 'http.404',
  });
});

describe('a logo on paper', () => {
  it.each([
    [1_920, 400, 480, 100],
    [300, 900, 47, 140],
    [120, 60, 120, 60],
  ])('keeps its ratio and is never enlarged: %d × %d', async (width, height, drawnWidth, drawnHeight) => {
    const logo = await logoOf(await plain(width, height).png().toBuffer());
    expect(await sharp(logo).metadata()).toMatchObject({
      ...{ format: 'webp', width: drawnWidth, height: drawnHeight },
    });
  });

  it('keeps what is transparent', async () => {
    const clear = sharp({
      create: { width: 40, height: 20, channels: 4, background: { r: 91, g: 45, b: 134, alpha: 0 } },
    });
    expect((await sharp(await logoOf(await clear.png().toBuffer())).stats()).isOpaque).toBe(false);
  });

  it('is small however many details it has', async () => {
    const logo = await logoOf(await noise(480, 140).png().toBuffer());
    expect(logo.length).toBeLessThanOrEqual(MOST_LOGO_BYTES);
  });

  it('that cannot be decoded is none', async () => {
    await expect(logoOf(Buffer.from('no picture'))).rejects.toMatchObject({ code: 'http.404' });
  });
});
