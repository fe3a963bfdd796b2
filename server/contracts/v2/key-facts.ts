// v2 of the key facts of a contract: the counterparty, start and expiry, value, notice period, in one place.
import Type from 'typebox'
import { idOf } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet, onPatch } from '../../http/routes.ts'
import { mergePatchBody } from '../../http/v2/bodies.ts'
import { dayIn, given, inside, propertiesOf, textIn } from '../../http/v2/merge-patch.ts'
import { nullable, nullableObject } from '../../http/v2/references.wire.ts'
import { badInput } from '../../platform/errors.ts'
import { nameProblem } from '../contract.ts'
import { changeKeyFacts, type KeyFactChanges } from '../key-facts/change-key-facts.ts'
import { getKeyFacts, type KeyFacts } from '../key-facts/key-facts.ts'
import { noticeUnits } from '../key-dates/notice-period.ts'
import { contractInputNames } from './contracts.wire.ts'
import { addDocumentDifferenceRoutes } from './document-differences.ts'
import { addDocumentFactRoutes } from './document-facts.ts'

const config = { access: { right: 'use' }, inputNames: contractInputNames } as const
const day = (description: string) => nullable<string>('string', { format: 'date', description })

const schema = Type.Object(
  {
    otherParty: nullableObject({ id: Type.Integer(), name: Type.String() }),
    effectiveDate: day('When it starts: its key date of the category Start.'),
    expiry: day('Its last day.'),
    value: nullableObject(
      { amount: Type.Number(), field: Type.Object({ id: Type.String(), name: Type.String() }) },
      { description: 'The value of the field that means Value.' },
    ),
    noticePeriod: nullableObject(
      {
        amount: Type.Integer(),
        unit: Type.Unsafe<(typeof noticeUnits)[number]>({ type: 'string', enum: [...noticeUnits] }),
        noticeDate: day('The last day for notice.'),
      },
      { description: 'PUT /v2/contracts/{contractId}/noticePeriod sets it.' },
    ),
    noPlaceFor: Type.Array(
      Type.Unsafe<KeyFacts['noPlaceFor'][number]>({ type: 'string', enum: ['otherParty', 'value'] }),
      { description: 'What no field on the forms of the contract can hold.' },
    ),
  },
  {
    title: 'KeyFacts',
    examples: [
      {
        otherParty: { id: 5, name: 'Lindqvist Shipping AB' },
        effectiveDate: '2026-06-01',
        expiry: '2028-05-31',
        value: { amount: 48000, field: { id: 'contractValue', name: 'Contract value' } },
        noticePeriod: { amount: 3, unit: 'Months', noticeDate: '2028-02-29' },
        noPlaceFor: [],
      },
    ],
  },
)

const toV2 = ({ otherParty, effectiveDate, expiry, value, notice, noPlaceFor }: KeyFacts) => ({
  otherParty,
  effectiveDate,
  expiry,
  value: value && {
    amount: Number(value.amount),
    field: { id: value.field.field.apiName, name: value.field.label },
  },
  noticePeriod: notice ? { amount: notice.amount, unit: notice.unit, noticeDate: notice.noticeDate } : null,
  noPlaceFor: [...noPlaceFor],
})

const changesBody = mergePatchBody(
  Type.Partial(
    Type.Object(
      {
        otherParty: nullableObject(
          { id: Type.Optional(Type.Integer()), name: Type.Optional(Type.String({ maxLength: 255 })) },
          { description: 'By id, or by name: a new name is put on the list of parties.' },
        ),
        effectiveDate: day('A day such as 2026-06-01.'),
        expiry: day('A day such as 2028-05-31: the contract lasts through it.'),
        value: nullable<number>('number'),
      },
      { additionalProperties: false },
    ),
  ),
  { otherParty: { name: 'Lindqvist Shipping AB' }, effectiveDate: '2026-06-01', expiry: '2028-05-31' },
)

const names = ['otherParty', 'effectiveDate', 'expiry', 'value']

function changesFromV2(body: unknown): KeyFactChanges {
  const properties = propertiesOf(body, names, ['noticePeriod', 'noPlaceFor'])
  const { value } = properties
  if (value !== undefined && value !== null && !(typeof value === 'number' && Number.isFinite(value)))
    throw badInput('value', 'must be a number, or null.')
  return given({
    otherParty: partyFrom(properties['otherParty']),
    effectiveDate: dayIn(properties, 'effectiveDate'),
    expiry: dayIn(properties, 'expiry'),
    value,
  })
}

function partyFrom(value: unknown): KeyFactChanges['otherParty'] {
  if (value === undefined || value === null) return value
  const { id, name } = inside('otherParty', () => propertiesOf(value, ['id', 'name']))
  if (typeof id === 'number' && Number.isInteger(id) && id > 0) return { id }
  const text = inside('otherParty', () => textIn({ name }, 'name')) ?? ''
  const problem = nameProblem(text)
  if (problem !== undefined) throw badInput('otherParty.name', problem)
  return { name: text }
}

export const keyFactRoutes: RouteModule = (server, app) => {
  addDocumentFactRoutes(server, app)
  addDocumentDifferenceRoutes(server, app)
  onGet(server, '/v2/contracts/:contractId/keyFacts', {
    config,
    summary: 'Get the key facts of a contract',
    description:
      'The counterparty, start and expiry, value and notice period, wherever each is kept: in a field that means it, as a key date, or as a property.',
    returns: schema,
    handler: async (request) =>
      toV2(await getKeyFacts(app, actorOf(request), idOf(request.params.contractId))),
  })

  onPatch(server, '/v2/contracts/:contractId/keyFacts', {
    config: { ...config, documentedBodies: changesBody },
    summary: 'Change key facts of a contract',
    description:
      'All or none, for those who may change the contract; what is left out stays, null clears. 409 for a fact that no field on the forms of the contract can hold. Raises contract.updated and the events of key dates.',
    handler: (request) =>
      changeKeyFacts(app, actorOf(request), idOf(request.params.contractId), changesFromV2(request.body)),
  })
}
