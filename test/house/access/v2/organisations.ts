// Access through v2 to the settings of an organisation.
import { internalTransaction } from '../../../../server/platform/events/change.ts'
import { createFirm, createOrganisation } from '../../../factories.ts'
import type { AccessCase } from '../case.ts'
import { mark, type World } from '../world.ts'

/** A department or region of the organisation. */
function place({ app, organisationId }: World, table: 'departments' | 'regions') {
  const name = mark()
  return internalTransaction(app, async (tx, now) => {
    const { id } = await tx
      .insertInto(table)
      .values({ organisation_id: organisationId, name, created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, name }
  })
}

/** A law firm that the organisation is linked to. */
export async function lawFirm({ app, organisationId }: World) {
  const firm = await createFirm(app, organisationId, mark())
  return firm
}

/** An offer of a law firm to the owner. */
async function offer({ app, people }: World) {
  const firm = await createOrganisation(app, { name: mark(), type: 'ServiceProvider' })
  const id = await internalTransaction(app, async (tx, now) => {
    const row = await tx
      .insertInto('organisation_link_offers')
      .values({
        organisation_id: firm.id,
        email: people.owner.email,
        email_key: people.owner.email,
        created_at: now,
        expires_at: new Date(now.getTime() + 86_400_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  })
  return { params: { offerId: id }, mark: firm.name }
}

const pattern = (prefix: string) => ({
  recordType: 'Matter',
  prefix: prefix.replace(/[^A-Za-z]/g, '').slice(0, 20),
  separator: '-',
  year: 'None',
  restarts: false,
  digits: 4,
})

const picture = () => ({ body: `RIFF....WEBP${mark()}`, headers: { 'content-type': 'image/webp' } })

const ofPlaces = (path: string, table: 'departments' | 'regions', id: string): readonly AccessCase[] => [
  {
    route: `GET ${path}`,
    make: async (world) => ({ query: '$orderby=Id desc', mark: (await place(world, table)).name }),
    outsider: 'shown nothing',
    colleague: 'may',
  },
  {
    route: `GET ${path}/:${id}`,
    make: async (world) => {
      const made = await place(world, table)
      return { params: { [id]: made.id }, mark: made.name }
    },
    colleague: 'may',
  },
  {
    route: `PATCH ${path}/:${id}`,
    make: async (world) => ({ params: { [id]: (await place(world, table)).id }, body: { name: mark() } }),
    colleague: 403,
  },
  {
    route: `DELETE ${path}/:${id}`,
    make: async (world) => ({ params: { [id]: (await place(world, table)).id } }),
    colleague: 403,
  },
]

const ownCases: readonly AccessCase[] = [
  {
    route: 'GET /v2/organizations',
    make: ({ name }) => ({ mark: name }),
    colleague: 'may',
  },
  {
    route: 'POST /v2/organizations',
    make: () => ({
      body: {
        name: mark(),
        administrator: { email: `${mark()}@people.example`, firstName: 'Ana', lastName: 'Prior' },
      },
    }),
    outsider: 'may',
    colleague: 403,
  },
  {
    route: 'GET /v2/organizations/:organizationId',
    make: ({ organisationId, name }) => ({ params: { organizationId: organisationId }, mark: name }),
    colleague: 'may',
  },
  {
    route: 'PATCH /v2/organizations/:organizationId',
    // the name stays: other cases look for it
    make: ({ organisationId }) => ({
      params: { organizationId: organisationId },
      body: { currency: 'NZD', timeZone: 'Pacific/Auckland' },
    }),
    colleague: 403,
  },
  {
    route: 'GET /v2/organizations/:organizationId/logo',
    make: async (world) => {
      const params = { organizationId: world.organisationId }
      const { body, headers } = picture()
      const url = `/v2/organizations/${world.organisationId}/logo`
      await world.send('owner', 'token', { method: 'PUT', url, payload: body, headers })
      return { params, mark: body }
    },
    colleague: 'may',
  },
  {
    route: 'PUT /v2/organizations/:organizationId/logo',
    make: ({ organisationId }) => ({ params: { organizationId: organisationId }, ...picture() }),
    colleague: 403,
  },
  {
    route: 'DELETE /v2/organizations/:organizationId/logo',
    make: ({ organisationId }) => ({ params: { organizationId: organisationId } }),
    colleague: 403,
  },
]

const linkCases: readonly AccessCase[] = [
  {
    route: 'GET /v2/organizationLinks',
    make: async (world) => ({ query: '$top=200', mark: (await lawFirm(world)).name }),
    colleague: 'may',
  },
  {
    route: 'DELETE /v2/organizationLinks/:organizationId',
    make: async (world) => ({ params: { organizationId: (await lawFirm(world)).id } }),
    colleague: 403,
  },
  {
    route: 'GET /v2/organizationLinkOffers',
    make: async (world) => ({ mark: (await offer(world)).mark }),
    colleague: 403,
  },
  {
    route: 'POST /v2/organizationLinkOffers',
    make: () => ({ body: { email: `${mark()}@people.example` } }),
    outsider: 'may',
    colleague: 403,
  },
  {
    route: 'POST /v2/organizationLinkOffers/:offerId/accept',
    make: async (world) => ({ params: (await offer(world)).params }),
    colleague: 403,
  },
  {
    route: 'DELETE /v2/organizationLinkOffers/:offerId',
    make: async (world) => ({ params: (await offer(world)).params }),
    colleague: 403,
  },
]

const settingCases: readonly AccessCase[] = [
  {
    route: 'GET /v2/financialSettings',
    make: () => ({}),
    outsider: 'may',
  },
  {
    route: 'PATCH /v2/financialSettings',
    make: () => ({ body: { accountsPayableContacts: mark() } }),
    outsider: 'may',
    colleague: 403,
  },
  { route: 'GET /v2/workingCalendar', make: () => ({}), outsider: 'may' },
  {
    route: 'PATCH /v2/workingCalendar',
    make: () => ({ body: { holidays: [{ date: '2026-12-25', name: mark() }] } }),
    outsider: 'may',
    colleague: 403,
  },
  { route: 'GET /v2/statusNames', make: () => ({}), outsider: 'may' },
  {
    route: 'PATCH /v2/statusNames',
    make: () => ({
      body: { names: [{ recordType: 'Matter', type: null, status: 'OnHold', name: mark().slice(0, 40) }] },
    }),
    outsider: 'may',
    colleague: 403,
  },
  { route: 'GET /v2/numbering', make: () => ({}), outsider: 'may', colleague: 403 },
  {
    route: 'PATCH /v2/numbering',
    make: () => ({ body: { patterns: [pattern(mark())] } }),
    outsider: 'may',
    colleague: 403,
  },
  {
    route: 'POST /v2/numbering/preview',
    make: () => ({ body: { patterns: [pattern(mark())] } }),
    answers: 200,
    changesNothing: 'it only shows what numbers would look like',
    outsider: 'may',
    colleague: 403,
  },
  { route: 'GET /v2/features', make: () => ({}), outsider: 'may' },
  {
    route: 'GET /v2/features/:featureCode',
    make: () => ({ params: { featureCode: 'CONTRACTS' } }),
    outsider: 'may',
  },
  {
    route: 'PATCH /v2/features/:featureCode',
    make: () => ({ params: { featureCode: 'INBOUND_EMAIL' }, body: { enabled: true } }),
    outsider: 'may',
    words: ['featureCode'],
    colleague: 403,
  },
]

export const organisationCasesV2: readonly AccessCase[] = [
  ...ownCases,
  ...linkCases,
  ...ofPlaces('/v2/departments', 'departments', 'departmentId'),
  ...ofPlaces('/v2/regions', 'regions', 'regionId'),
  {
    route: 'POST /v2/departments',
    make: async (world) => ({
      body: { name: mark(), parent: { id: (await place(world, 'departments')).id } },
    }),
    outsider: 400,
    colleague: 403,
  },
  {
    route: 'POST /v2/regions',
    make: () => ({ body: { name: mark() } }),
    outsider: 'may',
    colleague: 403,
  },
  ...settingCases,
]
