// k6, the generator of load, built from the Go module proxy. No stack needs it: benchmarks build it when they first run.
import { existsSync } from 'node:fs';
import { buildGoProgram, goProgram } from './go-program.mjs';

const PROGRAM = 'k6';
const MAIN = 'go.k6.io/k6/v2';

export const hasK6 = () => existsSync(goProgram(PROGRAM));

/** Path of the program, after it was built where it is missing. */
export async function prepareK6() {
  await buildGoProgram(PROGRAM, MAIN);
  return goProgram(PROGRAM);
}
