// v2 of what law firms state as unbilled.
import Type from 'typebox'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { onGet, onPut } from '../../../http/routes.ts'
import { jsonBody } from '../../../http/v2/bodies.ts'
import {
  decimalIn,
  idIn,
  inside,
  needed,
  neverNull,
  propertiesOf,
  textIn,
} from '../../../http/v2/merge-patch.ts'
import { nullable } from '../../../http/v2/references.wire.ts'
import { badInput } from '../../../platform/errors.ts'
import { monthFrom } from '../../accruals/accrual.ts'
import type { PhaseAmount } from '../../accruals/accrued-phases.ts'
import {
  listUnbilledWork,
  mostPhases,
  mostStatements,
  type Statement,
  stateUnbilledWork,
} from '../../accruals/unbilled-work.ts'
import { unbilledExample, unbilledSchema, unbilledToV2 } from './accruals.wire.ts'

const config = { access: { right: 'use' } } as const
const longest = 2_000

const body = jsonBody(
  Type.Object({
    entries: Type.Array(
      Type.Object({
        month: Type.String({ description: 'Such as 2026-03.' }),
        matter: Type.Object({ id: Type.Integer() }),
        amount: Type.Optional(
          nullable<number>('number', {
            minimum: 0,
            description:
              'Without tax; null takes it back. May be left out with phases, which it is the sum of.',
          }),
        ),
        phases: Type.Optional(
          Type.Array(
            Type.Object({
              phase: Type.Optional(nullable<string>('string')),
              amount: Type.Number({ minimum: 0 }),
            }),
            { maxItems: mostPhases, description: 'On a matter whose budget has phases; without, in all.' },
          ),
        ),
        currency: Type.Optional(Type.String()),
        note: nullable<string>('string', { maxLength: longest }),
      }),
      { maxItems: mostStatements },
    ),
  }),
  { entries: [{ month: '2026-03', matter: { id: 204 }, amount: 12_000 }] },
)

export const unbilledWorkRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/unbilledWork', {
    config,
    summary: 'List what your law firm is asked to state as unbilled',
    description: 'For people of law firms who work on invoices: the matters that they see, in open windows.',
    returns: Type.Object(
      { entries: Type.Array(unbilledSchema) },
      { title: 'UnbilledWork', examples: [{ entries: [unbilledExample] }] },
    ),
    handler: async (request) => ({
      entries: (await listUnbilledWork(app, actorOf(request))).map(unbilledToV2),
    }),
  })

  onPut(server, '/v2/unbilledWork', {
    config: { ...config, documentedBodies: body },
    operationId: 'setUnbilledWork',
    summary: 'State what is unbilled',
    description:
      'What your law firm has done by the end of the month and not billed, without tax; all of them or none. Also on matters for which it was not asked. 409 when the window is closed.',
    handler: async (request) => {
      const { entries } = propertiesOf(request.body, ['entries'])
      if (!Array.isArray(entries)) throw badInput('entries', 'must be a list of amounts by month and matter.')
      const statements = entries.map((each: unknown, index) =>
        inside(`entries[${index}]`, () => statementFromV2(each)),
      )
      await stateUnbilledWork(app, actorOf(request), statements)
    },
  })
}

function statementFromV2(given: unknown): Statement {
  const properties = propertiesOf(given, ['month', 'matter', 'amount', 'phases', 'currency', 'note'])
  const month = monthFrom(textIn(properties, 'month') ?? '')
  if (month === undefined) throw badInput('month', 'must be a month such as 2026-03.')
  const { phases = null } = properties
  if (phases !== null && !Array.isArray(phases))
    throw badInput('phases', 'must be a list of amounts by phase.')
  if (phases !== null && phases.length > mostPhases) throw badInput('phases', `can be ${mostPhases} at most.`)
  return {
    month,
    matterId: needed('matter', neverNull('matter', idIn(properties, 'matter'))),
    amount: decimalIn(properties, 'amount'),
    phases:
      phases && phases.map((each: unknown, index) => inside(`phases[${index}]`, () => phaseFromV2(each))),
    currency: textIn(properties, 'currency')?.toUpperCase(),
    note: textIn(properties, 'note', { longest }) ?? null,
  }
}

function phaseFromV2(given: unknown): PhaseAmount {
  const properties = propertiesOf(given, ['phase', 'amount'])
  return {
    phase: textIn(properties, 'phase')?.toUpperCase() ?? null,
    amount: needed('amount', neverNull('amount', decimalIn(properties, 'amount'))),
  }
}
