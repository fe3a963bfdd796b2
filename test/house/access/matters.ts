// Access to matters.
import { internalTransaction } from '../../../server/platform/events/change.ts'
import { insertFieldOn } from '../../fixtures/fields.ts'
import { insertCategory, insertMatter, mattersPath as matters } from '../../fixtures/matters.ts'
import { form } from '../../documents/forms.ts'
import type { AccessCase } from './case.ts'
import { mark, type World } from './world.ts'

/** A matter of the owner; the viewer is a member. */
export async function matter({ app, organisationId, people }: World) {
  const [name, externalId] = [mark(), mark()]
  const matterId = await insertMatter(app, {
    owner: people.owner,
    categoryId: await insertCategory(app, organisationId),
    members: [people.viewer],
    values: { name, external_id: externalId },
  })
  return { matterId, name, externalId }
}

/** The same, after everybody has viewed it, whether they may or not. */
async function lookedAt(world: World) {
  const made = await matter(world)
  const { app, organisationId, people } = world
  await internalTransaction(app, (tx, now) =>
    tx
      .insertInto('recents')
      .values(
        Object.values(people).map(({ id }) => ({
          organisation_id: organisationId,
          user_id: id,
          kind: 'Matter',
          record_id: made.matterId,
          seen_at: now,
        })),
      )
      .execute(),
  )
  return made
}

/** A field that all matters of the organisation have, with a title that occurs nowhere else. */
async function fieldOfAll({ app, organisationId }: World) {
  const title = mark()
  const fieldId = await insertFieldOn(
    app,
    { organisationId, form: 'MatterCore' },
    { title, type: 'ShortText' },
  )
  return { title, fieldId }
}

export const matterCases: readonly AccessCase[] = [
  {
    route: 'GET /matter-apis/v1/mattercategories',
    make: async ({ app, organisationId }) => {
      const name = mark()
      await insertCategory(app, organisationId, { name })
      return { mark: name }
    },
    colleague: 'may',
  },
  {
    route: 'GET /matter-apis/v1/mattercategories/:categoryId/createSchema',
    make: async ({ app, organisationId }) => {
      const title = mark()
      const categoryId = await insertCategory(app, organisationId)
      await insertFieldOn(app, { organisationId, form: 'MatterCreate', categoryId }, { title, type: 'Date' })
      return { params: { categoryId }, mark: title }
    },
    colleague: 'may',
  },
  {
    route: `GET ${matters}/quickfind`,
    make: async (world) => {
      const { name, matterId } = await matter(world)
      return { query: `term=${name}`, mark: `"id":${matterId},` }
    },
  },
  { route: `GET ${matters}/recent`, make: async (world) => ({ mark: (await lookedAt(world)).name }) },
  {
    route: `GET ${matters}/:matterId/fields`,
    make: async (world) => {
      const { title } = await fieldOfAll(world)
      return { params: { matterId: (await matter(world)).matterId }, mark: title }
    },
    viewer: 'may',
  },
  {
    route: `PATCH ${matters}/:matterId/fields`,
    make: async (world) => {
      const { fieldId } = await fieldOfAll(world)
      return { params: { matterId: (await matter(world)).matterId }, body: { [`field_${fieldId}`]: mark() } }
    },
  },
  {
    route: `GET ${matters}`,
    make: async (world) => ({ query: 'context=Personal', mark: (await matter(world)).name }),
    outsider: 'shown nothing',
    colleague: 'shown nothing',
  },
  {
    route: `POST ${matters}`,
    make: async ({ app, organisationId }) => ({
      body: { categoryId: await insertCategory(app, organisationId), name: mark() },
    }),
    answers: 200,
    outsider: 400,
    colleague: 403,
    viewer: 403,
  },
  {
    route: `GET ${matters}/:matterId`,
    make: async (world) => {
      const { matterId, name } = await matter(world)
      return { params: { matterId }, mark: name }
    },
    viewer: 'may',
  },
  {
    route: `PATCH ${matters}/:matterId`,
    make: async (world) => ({
      params: { matterId: (await matter(world)).matterId },
      body: [{ op: 'replace', path: '/Name', value: mark() }],
    }),
  },
  {
    route: `GET ${matters}/externalid/:externalId`,
    make: async (world) => {
      const { matterId, externalId } = await matter(world)
      return { params: { externalId }, mark: `"id":${matterId}}` }
    },
  },
  {
    route: `GET ${matters}/:matterId/users`,
    make: async (world) => ({
      params: { matterId: (await matter(world)).matterId },
      mark: world.people.viewer.id,
    }),
  },
  {
    route: `POST ${matters}/:matterId/users`,
    make: async (world) => ({
      params: { matterId: (await matter(world)).matterId },
      body: { userId: world.people.colleague.id, target: 'Matter' },
    }),
  },
  {
    route: `POST ${matters}/:matterId/statusMessages`,
    make: async (world) => ({
      params: { matterId: (await matter(world)).matterId },
      body: { statusMessage: mark() },
    }),
    viewer: 'may',
  },
  {
    route: `POST ${matters}/:matterId/files`,
    make: async (world) => {
      const { payload, headers } = form({ file: { name: 'a.pdf', content: '%PDF-1.4' } })
      return { params: { matterId: (await matter(world)).matterId }, body: payload, headers }
    },
    viewer: 'may',
  },
]
