// Access to the directory: organisations, people, teams, and the settings of an organisation.
import { internalTransaction } from '../../../server/platform/events/change.ts'
import { createTeam } from '../../factories.ts'
import type { AccessCase } from './case.ts'
import { mark, type World } from './world.ts'

const account = '/account-apis/v1'

/** A department or region of the organisation; returns its name. */
function place({ app, organisationId }: World, table: 'departments' | 'regions'): Promise<string> {
  const name = mark()
  return internalTransaction(app, async (tx, now) => {
    await tx
      .insertInto(table)
      .values({ organisation_id: organisationId, name, created_at: now, updated_at: now })
      .execute()
    return name
  })
}

export const accountCases: readonly AccessCase[] = [
  {
    route: `GET ${account}/features/:featureCode`,
    make: () => ({ params: { featureCode: 'CONTRACTS' } }),
    outsider: 'may',
  },
  {
    route: `GET ${account}/organisations`,
    make: ({ name }) => ({ mark: name }),
    colleague: 'may',
  },
  {
    route: `GET ${account}/organisations/:organisationId/departments`,
    make: async (world) => ({
      params: { organisationId: world.organisationId },
      mark: await place(world, 'departments'),
    }),
    colleague: 'may',
  },
  {
    route: `GET ${account}/organisations/:organisationId/regions`,
    make: async (world) => ({
      params: { organisationId: world.organisationId },
      mark: await place(world, 'regions'),
    }),
    colleague: 'may',
  },
  {
    route: `GET ${account}/organisations/clients`,
    make: ({ name }) => ({ mark: name }),
    colleague: 'may',
  },
  {
    route: `GET ${account}/organisations/financialsettings`,
    make: ({ organisationId }) => ({ mark: `"id":${organisationId},` }),
    colleague: 'may',
  },
  {
    route: `GET ${account}/teams`,
    make: async ({ app, organisationId }) => {
      const name = mark()
      await createTeam(app, { organisationId, name })
      return { mark: name }
    },
    colleague: 'may',
  },
  {
    route: `GET ${account}/users`,
    make: ({ people }) => ({ query: `filter.search=${people.viewer.email}`, mark: people.viewer.id }),
    colleague: 'may',
  },
  {
    route: `GET ${account}/users/:id/profile`,
    make: ({ people }) => ({ params: { id: people.viewer.id }, mark: people.viewer.email }),
    colleague: 'may',
  },
]
