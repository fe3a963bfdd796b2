// Access to the options of fields through v2.
import { insertField } from '../../../fixtures/fields.ts'
import type { AccessCase } from '../case.ts'
import { mark, type World } from '../world.ts'

const options = '/v2/fields/:fieldId/options'

/** A field of the organisation with an option whose label occurs nowhere else. */
async function field({ app, organisationId }: World) {
  const [title, value, label] = [mark().replaceAll('-', '_'), mark(), mark()]
  await insertField(app, {
    organisationId,
    title,
    apiName: title,
    type: 'Dropdown',
    options: [{ label, value }],
  })
  return { fieldId: title, value, label }
}

const one = async (world: World) => {
  const { label: shown, ...params } = await field(world)
  return { params, shown }
}

const administered = { outsider: 404, colleague: 403, viewer: 403 } as const
const words = { words: ['fieldId', 'value'] } as const

export const fieldOptionCases: readonly AccessCase[] = [
  {
    route: `GET ${options}`,
    make: async (world) => {
      const { fieldId, label } = await field(world)
      return { params: { fieldId }, mark: label }
    },
    colleague: 'may',
    words: ['fieldId'],
  },
  {
    route: `POST ${options}`,
    make: async (world) => ({ params: { fieldId: (await field(world)).fieldId }, body: { label: mark() } }),
    ...administered,
    words: ['fieldId'],
  },
  {
    route: `GET ${options}/:value`,
    make: async (world) => {
      const { params, shown } = await one(world)
      return { params, mark: shown }
    },
    colleague: 'may',
    ...words,
  },
  {
    route: `PATCH ${options}/:value`,
    make: async (world) => ({ params: (await one(world)).params, body: { label: mark() } }),
    ...administered,
    ...words,
  },
  {
    route: `DELETE ${options}/:value`,
    make: async (world) => ({ params: (await one(world)).params }),
    ...administered,
    ...words,
  },
]
