/** Idempotency keys by content: a second click, or a retry after a lost response, is the same request. */
const keys = new Map<string, string>();

/** `randomUUID` exists on secure origins only; a phone in a local network may use plain http. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

export function keyFor(content: string): string {
  const key = keys.get(content) ?? randomKey();
  keys.set(content, key);
  return key;
}
