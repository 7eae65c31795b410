import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

export const ROOT = join(__dirname, '..', '..');

const PRODUCT =
  /^(?:gateway|services\/[^/]+|packages\/(?:service-kit|job-runner|resource-server|resource-exchange|template-server))\/src\/(?!.*\.test\.ts$)/;

/** Path of a source below the repository's folder. */
export const pathOf = (source: ts.SourceFile): string =>
  relative(ROOT, source.fileName).replaceAll('\\', '/');

/** The product's server code as the compiler sees it. */
export interface Sources {
  readonly checker: ts.TypeChecker;
  readonly files: readonly ts.SourceFile[];
}

/** Loads the product's sources; `added` are sources that exist in memory only, by path. */
export function loadSources(added: Readonly<Record<string, string>> = {}, only?: RegExp): Sources {
  const read = (path: string) => readFileSync(path, 'utf8');
  const config = ts.parseConfigFileTextToJson('tsconfig.json', read(join(ROOT, 'tsconfig.json')));
  const { options, fileNames } = ts.parseJsonConfigFileContent(config.config, ts.sys, ROOT);
  const texts = new Map(Object.entries(added).map(([path, text]) => [join(ROOT, path), text]));
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists, getSourceFile } = host;
  host.readFile = (name) => texts.get(name) ?? readFile(name);
  host.fileExists = (name) => texts.has(name) || fileExists(name);
  host.getSourceFile = (name, version, ...rest) => {
    const text = texts.get(name);
    return text === undefined
      ? getSourceFile(name, version, ...rest)
      : ts.createSourceFile(name, text, version, true);
  };
  const isRoot = (path: string) => (only ?? PRODUCT).test(relative(ROOT, path).replaceAll('\\', '/'));
  const rootNames = [...fileNames.filter(isRoot), ...texts.keys()];
  const program = ts.createProgram({ rootNames, options: { ...options, incremental: false }, host });
  const checker = program.getTypeChecker();
  return { checker, files: program.getSourceFiles().filter((file) => PRODUCT.test(pathOf(file))) };
}
