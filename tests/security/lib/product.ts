import { stackUrl } from '../../support/stack';
import { describeProduct, type Description } from './openapi';
import {
  caller,
  ensureCrew,
  ensureTenant,
  inTurn,
  refreshingToken,
  type Call,
  type TestTenant,
} from './theatre';

/** A tenant of the running product, with its staff. */
export interface Staffed extends TestTenant {
  origin: string;
  token: () => Promise<string>;
  /** The tokens of several administrators, in turn. */
  crewToken: () => Promise<string>;
  deskToken: () => Promise<string>;
  call: Call;
  rights: string[];
  deskRights: string[];
}

export async function staffed(slug: string, crew = 0): Promise<Staffed> {
  const origin = stackUrl();
  const theatre = await ensureTenant(origin, slug);
  const token = refreshingToken(theatre.administrator);
  const deskToken = refreshingToken(theatre.desk);
  const call = caller(origin, token);
  const others = await ensureCrew(call, slug, crew);
  const crewToken = inTurn([token, ...others.map(refreshingToken)]);
  const rightsOf = async (as: Call) =>
    ((await as('GET', '/b/api/core/me')) as unknown as { rights: string[] }).rights;
  const rights = await rightsOf(call);
  const deskRights = await rightsOf(caller(origin, deskToken));
  return { ...theatre, origin, token, crewToken, deskToken, call, rights, deskRights };
}

let described: Promise<Description> | undefined;
export const productDescription = (): Promise<Description> => (described ??= describeProduct(stackUrl()));
