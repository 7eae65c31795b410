// Run by the commit-msg hook with the file of the message: refuses what is no conventional commit.
import { readFileSync } from 'node:fs';
import { problemOf } from './lib/commit-message.mjs';

const problem = problemOf(readFileSync(process.argv[2] ?? '', 'utf8'));
if (problem) {
  console.error(problem);
  process.exitCode = 1;
}
