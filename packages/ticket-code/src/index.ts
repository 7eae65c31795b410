export { fromBase64Url, toBase64Url } from './bytes';
export { isFormerCode, LAST_KEY_NUMBER, readCode, signedBytesOf, writeCode, type TicketClaims } from './code';
export {
  normalizeCode,
  REFUSALS,
  verifyTicket,
  type DoorKnowledge,
  type KnownTicket,
  type Refusal,
  type Verdict,
  type VerifySignature,
} from './verify-ticket';
