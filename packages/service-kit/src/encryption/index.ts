export { encodeAad, KEY_BYTES, decryptBytes, encryptBytes } from './encrypted-bytes';
