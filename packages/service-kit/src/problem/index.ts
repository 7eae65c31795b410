export { negotiateLanguage } from './language';
export { lastResort } from './last-resort';
export { problemBody, type ProblemBody } from './problem-body';
export { type FieldError, Problem } from './problem';
export { isTransient, toProblem } from './to-problem';
