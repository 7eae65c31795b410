import { joinOpenApi } from './openapi';

const ref = (name: string) => ({ schema: { $ref: `#/components/schemas/${name}` } });
const problem = { type: 'object' };

describe('joinOpenApi', () => {
  const joined = joinOpenApi('t', '/b/api', [
    {
      service: 'crm',
      body: {
        paths: { '/b/api/crm/tiers': { get: ref('Line') }, '/app-api/x': {}, '/b/apix': {} },
        components: { schemas: { Line: { type: 'string' }, Problem: problem } },
      },
    },
    {
      service: 'sales',
      body: {
        paths: { '/b/api/sale': { get: [ref('Line'), ref('Problem')] } },
        components: { schemas: { Line: { type: 'number', items: ref('Line') }, Problem: problem } },
      },
    },
    { service: 'mute', body: {} },
  ]);

  it('includes only the paths under its prefix, sorted', () => {
    expect(Object.keys(joined['paths'] as object)).toEqual(['/b/api/crm/tiers', '/b/api/sale']);
  });

  it('omits the components and tags of other paths', () => {
    const front = joinOpenApi('t', '/app-api', [
      {
        service: 'crm',
        body: {
          tags: [
            { name: 'crm.tiers', description: 'Third parties' },
            { name: 'public', description: 'Everybody' },
          ],
          paths: {
            '/b/api/crm/tiers': { get: { tags: ['crm.tiers'], ...ref('Tiers') } },
            '/app-api/x': { get: { tags: ['public'], ...ref('Page') } },
          },
          components: {
            schemas: { Tiers: problem, Page: { items: ref('Line') }, Line: ref('Line'), Lost: problem },
            securitySchemes: { bearer: { type: 'http' } },
          },
        },
      },
    ]);
    expect(front['tags']).toEqual([{ name: 'public', description: 'Everybody' }]);
    expect(front['components']).toEqual({
      schemas: { Page: { items: ref('Line') }, Line: ref('Line') },
      securitySchemes: { bearer: { type: 'http' } },
    });
  });

  it('merges identical components and renames different ones, with their references', () => {
    expect(joined['components']).toEqual({
      schemas: {
        Line: { type: 'string' },
        Problem: problem,
        'sales.Line': { type: 'number', items: ref('sales.Line') },
      },
    });
    expect(joined['paths']).toMatchObject({
      '/b/api/crm/tiers': { get: ref('Line') },
      '/b/api/sale': { get: [ref('sales.Line'), ref('Problem')] },
    });
  });
});
