import { Router } from 'express';

/** A path is what it is: another case or a slash more is another path, as it is for every check that looks at paths. */
export const strictRouter = (): Router => Router({ caseSensitive: true, strict: true });
