// Access to fields and their choices.
import { insertField, optionIdsOf } from '../../fixtures/fields.ts'
import type { AccessCase } from './case.ts'
import { mark, type World } from './world.ts'

const fields = '/field-apis/v1/fields'
const lookups = '/field-apis/v1/lookupFields'

/** A lookup of the organisation with two choices; the mark is in the label of the first. */
async function lookup({ app, organisationId }: World, { multiple = true } = {}) {
  const [title, label] = [mark(), mark()]
  const options = [{ label }, { label: `other ${label}` }]
  const id = await insertField(app, { organisationId, title, type: 'Lookup', multiple, options })
  const ids = await optionIdsOf(app, organisationId, id)
  return { id, title, label, choiceId: Number(ids[label]), otherId: Number(ids[`other ${label}`]) }
}

export const fieldCases: readonly AccessCase[] = [
  {
    route: `GET ${fields}`,
    make: async (world) => ({ query: 'take=1000', mark: (await lookup(world)).title }),
    colleague: 'may',
  },
  {
    route: `GET ${fields}/:fieldId`,
    make: async (world) => {
      const { id, title } = await lookup(world)
      return { params: { fieldId: id }, mark: title }
    },
    colleague: 'may',
  },
  {
    route: `GET ${lookups}/:id/choices`,
    make: async (world) => {
      const { id, label } = await lookup(world)
      return { params: { id }, mark: label }
    },
    colleague: 'may',
  },
  {
    route: `GET ${lookups}/:id/choices/single`,
    make: async (world) => {
      const { id, label } = await lookup(world, { multiple: false })
      return { params: { id }, mark: label }
    },
    colleague: 'may',
  },
  {
    route: `POST ${lookups}/:id/choices`,
    make: async (world) => ({ params: { id: (await lookup(world)).id }, body: { label: mark() } }),
    colleague: 403,
  },
  {
    route: `POST ${lookups}/:id/choice/single`,
    make: async (world) => ({
      params: { id: (await lookup(world, { multiple: false })).id },
      body: { label: mark() },
    }),
    colleague: 403,
  },
  {
    route: `DELETE ${lookups}/:id/choices/:choiceId`,
    make: async (world) => {
      const { id, choiceId } = await lookup(world)
      return { params: { id, choiceId } }
    },
    colleague: 403,
  },
  {
    route: `PATCH ${lookups}/:id/choices/:choiceId`,
    make: async (world) => {
      const { id, choiceId, otherId } = await lookup(world)
      return { params: { id, choiceId }, body: [{ op: 'move', from: '/Id', path: `/${otherId}` }] }
    },
    colleague: 403,
  },
]
