import { fileKind } from './file-field';

export const imageField = fileKind(true);
