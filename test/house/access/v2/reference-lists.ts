// Access to the lists that people choose from through v2.
import { insertField } from '../../../fixtures/fields.ts'
import { internalTransaction } from '../../../../server/platform/events/change.ts'
import type { AccessCase } from '../case.ts'
import { mark, type World } from '../world.ts'

const entries = '/v2/referenceLists/:list/entries'

/** A field of the organisation with two options whose labels occur nowhere else. */
async function options({ app, organisationId }: World) {
  const [one, other] = [mark(), mark()]
  const id = await insertField(app, {
    organisationId,
    title: mark().replaceAll('-', '_'),
    type: 'Dropdown',
    options: [one, other].map((label) => ({ label, value: label })),
  })
  const rows = await app.db
    .selectFrom('field_options')
    .where('organisation_id', '=', organisationId)
    .where('field_id', '=', id)
    .orderBy('position')
    .select('id')
    .execute()
  const optionIds = rows.map((row) => row.id)
  const [first = 0, second = 0] = optionIds
  return { list: `field-${id}`, first, second, mark: one }
}

/** A tag that no matter has. */
const tag = ({ app, organisationId, people }: World) =>
  internalTransaction(app, async (tx, now) => {
    const { id } = await tx
      .insertInto('tags')
      .values({
        organisation_id: organisationId,
        description: mark(),
        created_by: people.owner.id,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { params: { tagId: id } }
  })

const administered = { outsider: 404, colleague: 403, viewer: 403 } as const
const words = ['list']

export const referenceListCases: readonly AccessCase[] = [
  {
    route: 'GET /v2/referenceLists',
    make: async (world) => ({ mark: (await options(world)).list }),
    outsider: 'shown nothing',
    colleague: 403,
    viewer: 403,
  },
  {
    route: `GET ${entries}`,
    make: async (world) => {
      const { list, mark: label } = await options(world)
      return { params: { list }, mark: label }
    },
    ...administered,
    words,
  },
  {
    route: `GET ${entries}/:entryId/uses`,
    make: async (world) => {
      const { list, first } = await options(world)
      return { params: { list, entryId: first } }
    },
    ...administered,
    words,
  },
  {
    route: 'GET /v2/referenceLists/:list/duplicates',
    make: async (world) => ({ params: { list: (await options(world)).list } }),
    ...administered,
    words,
  },
  {
    route: `PUT ${entries}/:entryId/place`,
    make: async (world) => {
      const { list, second } = await options(world)
      return { params: { list, entryId: second }, body: { after: null } }
    },
    ...administered,
    words,
  },
  {
    route: `POST ${entries}/:entryId/replace`,
    make: async (world) => {
      const { list, first, second } = await options(world)
      return { params: { list, entryId: first }, body: { into: { id: second } } }
    },
    ...administered,
    words,
  },
  {
    route: 'POST /v2/tags',
    make: () => ({ body: { description: mark() } }),
    outsider: 'may',
    colleague: 403,
  },
  {
    route: 'PATCH /v2/tags/:tagId',
    make: async (world) => ({ ...(await tag(world)), body: { description: mark() } }),
    colleague: 403,
  },
  { route: 'DELETE /v2/tags/:tagId', make: tag, colleague: 403 },
]
