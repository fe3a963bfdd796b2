// Access to tax codes through v2.
import { createTaxCode } from '../../../../server/invoices/taxes/change-tax-codes.ts'
import { actorFor } from '../../../fixtures/actors.ts'
import type { AccessCase } from '../case.ts'
import { mark, type World } from '../world.ts'
import { invoice, matter } from './invoices.ts'

const path = '/v2/taxCodes'

let codes = 0

/** A code of the organisation with a name that occurs nowhere else. */
async function code(world: World) {
  const actor = await actorFor(world.app, world.people.owner)
  const name = mark()
  const taxCodeId = await createTaxCode(world.app, actor, {
    code: `C${++codes}`,
    name,
    country: 'GB',
    kind: 'Standard',
    active: true,
    versions: [{ from: '2026-01-01', to: null, rate: '20', recoverable: '100', withholding: '0' }],
  })
  return { params: { taxCodeId }, mark: name }
}

/** A code that bills no tax, for a line of a posted invoice. */
async function correction(world: World) {
  const actor = await actorFor(world.app, world.people.owner)
  const taxCode = { code: `Z${++codes}` }
  await createTaxCode(world.app, actor, {
    ...taxCode,
    name: 'Zero',
    country: 'GB',
    kind: 'Zero',
    active: true,
    versions: [{ from: '2026-01-01', to: null, rate: '0', recoverable: '100', withholding: '0' }],
  })
  const lines = [{ number: 1, taxCode, reason: 'No tax is due' }]
  return { params: (await invoice(world)).params, body: { lines } }
}

/** Of tax codes: for people who work on invoices; administrators change them. */
export const taxCodeCases: readonly AccessCase[] = [
  {
    route: `GET ${path}`,
    make: async (world) => ({ query: '$orderby=Id desc', mark: (await code(world)).mark }),
    colleague: 403,
    viewer: 403,
  },
  { route: `GET ${path}/:taxCodeId`, make: code, colleague: 403, viewer: 403 },
  {
    route: 'GET /v2/matters/:matterId/taxCodes',
    make: async (world) => ({ params: { matterId: await matter(world) }, mark: (await code(world)).mark }),
    viewer: 403,
  },
  { route: 'POST /v2/invoices/:invoiceId/review/taxCodes', make: correction },
  {
    route: `POST ${path}`,
    make: () => ({
      body: {
        code: `N${++codes}`,
        name: 'VAT',
        country: 'GB',
        kind: 'Standard',
        rates: [{ from: '2026-01-01', rate: 20 }],
      },
    }),
    outsider: 'may',
    colleague: 403,
    viewer: 403,
  },
  {
    route: `PATCH ${path}/:taxCodeId`,
    make: async (world) => ({ params: (await code(world)).params, body: { active: false } }),
    colleague: 403,
    viewer: 403,
  },
  {
    route: `DELETE ${path}/:taxCodeId`,
    make: async (world) => ({ params: (await code(world)).params }),
    colleague: 403,
    viewer: 403,
  },
]
