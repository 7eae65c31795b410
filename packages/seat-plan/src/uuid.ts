const rotate = (value: number, bits: number): number => (value << bits) | (value >>> (32 - bits));

/** SHA-1 of a text: small, synchronous and the same in a browser and on a server, which Web Crypto is not. */
function sha1(bytes: Uint8Array): Uint8Array {
  const length = (((bytes.length + 8) >> 6) + 1) << 6;
  const data = new Uint8Array(length);
  data.set(bytes);
  data[bytes.length] = 0x80;
  const view = new DataView(data.buffer);
  view.setUint32(length - 4, bytes.length * 8);
  const state = new Uint32Array([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0]);
  const word = new Uint32Array(80);
  for (let block = 0; block < length; block += 64) {
    for (let i = 0; i < 80; i++) {
      word[i] =
        i < 16
          ? view.getUint32(block + i * 4)
          : rotate(word[i - 3]! ^ word[i - 8]! ^ word[i - 14]! ^ word[i - 16]!, 1);
    }
    let [a, b, c, d, e] = state as unknown as [number, number, number, number, number];
    for (let i = 0; i < 80; i++) {
      const mix =
        i < 20
          ? ((b & c) | (~b & d)) + 0x5a827999
          : i < 40
            ? (b ^ c ^ d) + 0x6ed9eba1
            : i < 60
              ? ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc
              : (b ^ c ^ d) + 0xca62c1d6;
      const next = (rotate(a, 5) + mix + e + word[i]!) >>> 0;
      [e, d, c, b, a] = [d, c, rotate(b, 30) >>> 0, a, next];
    }
    [a, b, c, d, e].forEach((value, i) => (state[i] = state[i]! + value));
  }
  const digest = new Uint8Array(20);
  state.forEach((value, i) => new DataView(digest.buffer).setUint32(i * 4, value));
  return digest;
}

/** A version 5 UUID with any text as namespace: the same block, row and seat always get the same id. */
export function stableId(...parts: string[]): string {
  const digest = sha1(new TextEncoder().encode(parts.join('\u001f'))).slice(0, 16);
  digest[6] = (digest[6]! & 0x0f) | 0x50;
  digest[8] = (digest[8]! & 0x3f) | 0x80;
  const hex = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
