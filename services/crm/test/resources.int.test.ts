import { randomUUID } from 'node:crypto';
import { describeResource } from '@coulisse/test-kit/describe-resource';
import * as resources from '../src/resources';
import { office } from './support/office';

jest.setTimeout(60_000);

const { tiers, society, particular, supplier, contact, note, loyaltyLabel, prospectStatus } = resources;

/** The shared resource suite, for each resource of crm. */
describe('resources of crm', () => {
  const crm = office();
  const email = () => `${randomUUID()}@crm.test`;
  const company = () => ({ name: `Société ${randomUUID()}`, email: email() });
  const made = async (path: string, body: object, { tenantId }: { tenantId: string }) =>
    (await crm.make(path, body, tenantId)).id;

  describeResource(tiers, crm.harness({ input: () => ({ kind: 'society', ...company() }) }));
  describeResource(society, crm.harness({ input: company }));
  describeResource(supplier, crm.harness({ input: company }));
  describeResource(
    particular,
    crm.harness({
      input: () => ({ firstName: 'Sofia', lastName: 'Almeida', email: email() }),
      // The e-mail of an individual is unique; a copy would repeat it.
      expected: { duplicate: 422 },
    }),
  );
  describeResource(
    contact,
    crm.harness({
      input: async (caller) => ({
        society: await made('societies', company(), caller),
        particular: await made('particulars', { lastName: `Pons ${randomUUID()}`, email: email() }, caller),
        function: 'Programmatrice',
      }),
      // A person is a contact of a company once.
      expected: { duplicate: 409 },
    }),
  );
  describeResource(
    note,
    crm.harness({
      input: async (caller) => ({ title: 'Appel', tiers: await made('societies', company(), caller) }),
    }),
  );
  // Bands of one scale must not overlap, so these are outside it.
  const outOfScale = () => ({ name: `s-${randomUUID()}`, color: '#2f7f8f' });
  describeResource(loyaltyLabel, crm.harness({ input: outOfScale }));
  describeResource(prospectStatus, crm.harness({ input: outOfScale }));
  describeResource(resources.channel, crm.harness());
  describeResource(resources.civility, crm.harness());
  describeResource(resources.contactType, crm.harness());
  describeResource(resources.legalStatus, crm.harness());
  describeResource(resources.noteType, crm.harness());
  describeResource(resources.tiersGroup, crm.harness());
  describeResource(resources.tiersStatus, crm.harness());
});
