import { ConfigError, loadConfig } from '@coulisse/service-kit';
import { documentsShape, storageSettings } from './config';

const s3 = {
  S3_ENDPOINT: 'https://s3.example/',
  S3_BUCKET: 'theatre-files',
  S3_ACCESS_KEY_ID: 'someone',
  S3_SECRET_ACCESS_KEY: 'secret',
};
const settingsOf = (env: Record<string, string>) => storageSettings(loadConfig(documentsShape, env));
const reasons = (env: Record<string, string>): readonly string[] => {
  try {
    settingsOf(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.reasons.map((reason) => reason.split(':')[0] ?? '');
    throw error;
  }
  return [];
};

it('uses a folder', () => {
  expect(settingsOf({ STORAGE_DIR: '/srv/files' })).toEqual({ folder: '/srv/files' });
});

it('uses an S3 when one is configured, even with a folder', () => {
  expect(settingsOf({ ...s3, STORAGE_DIR: '/srv/files' })).toEqual({
    s3: {
      endpoint: 'https://s3.example',
      bucket: 'theatre-files',
      region: 'us-east-1',
      accessKeyId: 'someone',
      secretAccessKey: 'secret',
      pathStyle: true,
      timeoutMs: 10_000,
    },
  });
  expect(
    settingsOf({ ...s3, S3_REGION: 'eu-west-3', S3_PATH_STYLE: 'false', S3_TIMEOUT_MS: '5000' }),
  ).toMatchObject({ s3: { region: 'eu-west-3', pathStyle: false, timeoutMs: 5_000 } });
});

it.each(Object.keys(s3))('lists the missing variables when only %s is set', (presentKey) => {
  const env = { STORAGE_DIR: '/srv/files', [presentKey]: s3[presentKey as keyof typeof s3] };
  expect(reasons(env)).toEqual(Object.keys(s3).filter((key) => key !== presentKey));
});

it('requires a storage', () => {
  expect(reasons({})).toEqual(['STORAGE_DIR']);
});

it('lists invalid values', () => {
  const wrong = {
    S3_ENDPOINT: 's3.example',
    S3_BUCKET: 'No_Bucket',
    S3_PATH_STYLE: 'perhaps',
    S3_TIMEOUT_MS: 'soon',
  };
  expect(reasons({ ...s3, ...wrong })).toEqual(Object.keys(wrong));
});
