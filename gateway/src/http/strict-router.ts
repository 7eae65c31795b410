import { Router } from 'express';

/** Router that distinguishes case and a trailing slash, like every check that looks at paths. */
export const strictRouter = (): Router => Router({ caseSensitive: true, strict: true });
