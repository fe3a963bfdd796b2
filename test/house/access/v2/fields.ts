// Access to fields through v2.
import { insertField } from '../../../fixtures/fields.ts'
import type { AccessCase } from '../case.ts'
import { mark } from '../world.ts'

export const fieldCasesV2: readonly AccessCase[] = [
  {
    route: 'GET /v2/fields',
    make: async ({ app, organisationId }) => {
      const title = mark()
      await insertField(app, { organisationId, title, type: 'ShortText' })
      return { query: `$filter=${encodeURIComponent(`Name eq '${title}'`)}`, mark: title }
    },
    colleague: 'may',
  },
]
