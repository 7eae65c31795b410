import { createHash } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { isSigned, makeTestCertificate } from '../../../test/support/wallet-certificate';
import { walletTicket as ticket } from '../../../test/support/wallet-ticket';
import { readWalletCertificate } from '../../resources/wallet-certificate.rules';
import { AppleWalletPasses } from './apple-wallet-passes';

const own = makeTestCertificate();
const { certificate, key, authority } = own;
const bundle = [authority, key, certificate].join('\n');

/** Files of an archive, by its central directory. */
function filesOf(archive: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const [method, size, nameLength] = [
      archive.readUInt16LE(at + 10),
      archive.readUInt32LE(at + 20),
      archive.readUInt16LE(at + 28),
    ];
    const further = archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const local = archive.readUInt32LE(at + 42);
    const from = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const data = archive.subarray(from, from + size);
    files.set(name, method === 0 ? data : inflateRawSync(data));
    at += 46 + nameLength + further;
  }
  return files;
}

const sha1 = (data: Buffer) => createHash('sha1').update(data).digest('hex');

test('a pass is an archive whose list of digests the theatre has signed', async () => {
  const read = readWalletCertificate(bundle);
  if (!read) throw new Error('the certificate was refused');
  const files = filesOf(await new AppleWalletPasses().make(ticket, read));
  const manifest = files.get('manifest.json')!;
  const digests = JSON.parse(manifest.toString()) as Record<string, string>;
  expect(Object.keys(digests).sort()).toEqual(['icon.png', 'icon@2x.png', 'icon@3x.png', 'pass.json']);
  for (const [name, digest] of Object.entries(digests)) expect(sha1(files.get(name)!)).toBe(digest);
  expect(isSigned(manifest, files.get('signature')!, authority)).toBe(true);
  // The check finds what was changed, and who did not sign.
  expect(isSigned(Buffer.concat([manifest, Buffer.from(' ')]), files.get('signature')!, authority)).toBe(
    false,
  );
  expect(isSigned(manifest, files.get('signature')!, makeTestCertificate().authority)).toBe(false);
  expect(files.get('icon.png')!.subarray(1, 4).toString()).toBe('PNG');

  expect(JSON.parse(files.get('pass.json')!.toString())).toMatchObject({
    formatVersion: 1,
    passTypeIdentifier: 'pass.test.theatre',
    teamIdentifier: 'TEAM123456',
    serialNumber: ticket.id,
    organizationName: ticket.theatre,
    barcodes: [{ format: 'PKBarcodeFormatQR', message: 'C1.abc', altText: ticket.number }],
    backgroundColor: 'rgb(71, 33, 107)',
    eventTicket: {
      primaryFields: [{ label: 'Spectacle', value: ticket.show }],
      secondaryFields: [{ value: '14 mai 2031' }, { value: '19:00 · 20:30' }],
      auxiliaryFields: [{ value: 'Rang A, place 3' }, { value: 'Or' }],
    },
  });
});

test('a certificate is read with its key and its authority, in any order and with text around them', () => {
  const read = readWalletCertificate(
    `Bag Attributes\r\n${certificate}\n\nKey Attributes\n${key}${authority}`,
  );
  expect(read).toMatchObject({ passType: 'pass.test.theatre', team: 'TEAM123456' });
  expect(read!.validUntil.getTime()).toBeGreaterThan(Date.now());
});

test.each([
  ['nothing', ''],
  ['other text', 'x'.repeat(20_000)],
  ['no key', certificate + authority],
  ['no authority', certificate + key],
  ['the key of somebody else', certificate + authority + makeTestCertificate().key],
  ['the authority of somebody else', certificate + key + makeTestCertificate().authority],
  ['an authority in place of the certificate', authority + key],
  ['half a block', bundle.slice(0, -40)],
])('%s is no certificate', (_name, text) => {
  expect(readWalletCertificate(text)).toBeNull();
});
