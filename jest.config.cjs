/** Unit tests stand beside the code and need nothing; integration tests need the infrastructure that `npm test` starts. */
const transform = {
  '^.+\\.m?[tj]sx?$': [
    '@swc/jest',
    {
      module: { type: 'commonjs' },
      jsc: {
        target: 'es2022',
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic' } },
      },
    },
  ],
};
const esmOnly = [
  'hucre',
  'inversify',
  '@inversifyjs',
  'jose',
  '@keycloak',
  '@noble',
  'qr',
  'uuid',
  'keycloak-js',
  'url-join',
  'camelize-ts',
  'url-template',
  'https-proxy-agent',
  'http-proxy-agent',
  'agent-base',
  'proxy-agent-negotiate',
  '@microsoft',
  '@std-uritemplate',
  'htmlparser2',
  'domhandler',
  'domutils',
  'domelementtype',
  'dom-serializer',
  'entities',
];
const shared = {
  rootDir: __dirname,
  transform,
  transformIgnorePatterns: [`/node_modules/(?!(${esmOnly.join('|')})/)`],
  moduleNameMapper: { '\\.css$': '<rootDir>/packages/test-kit/src/empty-style.cjs' },
  moduleFileExtensions: ['ts', 'tsx', 'js', 'jsx', 'mjs', 'cjs', 'json'],
  modulePathIgnorePatterns: ['/dist/', '<rootDir>/.cache/', '<rootDir>/.data/'],
};
module.exports = {
  maxWorkers: 2,
  // No test measures time: a busy machine may be several times slower than a calm one. Jest reads it here alone.
  testTimeout: 30_000,
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: [
        '<rootDir>/{packages,services,micro-frontends}/*/src/**/*.test.{ts,tsx}',
        '<rootDir>/gateway/src/**/*.test.ts',
      ],
    },
    {
      ...shared,
      displayName: 'integration',
      testMatch: ['<rootDir>/**/*.int.test.ts'],
    },
    { ...shared, displayName: 'pact', testMatch: ['<rootDir>/**/*.pact.test.ts'] },
    { ...shared, displayName: 'conformance', testMatch: ['<rootDir>/tests/conformance/**/*.test.ts'] },
    {
      ...shared,
      displayName: 'e2e',
      testMatch: ['<rootDir>/tests/e2e/**/*.e2e.test.ts', '<rootDir>/tests/faults/**/*.fault.test.ts'],
    },
    {
      ...shared,
      displayName: 'security',
      testMatch: ['<rootDir>/tests/security/**/*.attack.test.ts'],
    },
  ],
};
