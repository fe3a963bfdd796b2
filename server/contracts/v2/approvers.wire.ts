// The people who were asked to approve, as items of a list of v2.
import Type from 'typebox'
import { filtered, type Properties, sorted } from '../../http/v2/odata-properties.ts'
import {
  namedProperties,
  namedReference,
  namedToV2,
  nullable,
  nullableObject,
  personExample,
  textOf,
  userColumns,
  userProperties,
  userReference,
  userToV2,
} from '../../http/v2/references.wire.ts'
import type { ListedRow } from '../../platform/lists/list-rows.ts'
import type { ContractAmount } from '../approvals/amounts.ts'
import { approverDecisions } from '../approvals/approver-listing.ts'

const amountsSchema = Type.Array(
  Type.Object({
    name: Type.String({ description: 'The api name of the field.' }),
    title: Type.String(),
    value: Type.Number(),
    currency: Type.String(),
  }),
  { description: 'What the contract is about in money: its fields of the type Currency, five at most.' },
)

const amountsToV2 = (amounts: readonly ContractAmount[]) =>
  amounts.map(({ value, ...amount }) => ({ ...amount, value: Number(value) }))

export const approverSchema = Type.Object(
  {
    id: Type.Integer(),
    approval: Type.Object({ id: Type.Integer() }),
    contract: Type.Object(namedReference),
    step: Type.Object({ position: Type.Integer(), name: Type.String() }),
    approver: Type.Object(userReference),
    startedBy: Type.Object(userReference, { description: 'Who asked for the approval.' }),
    delegate: nullableObject(userReference, { description: 'Who decides for the approver today.' }),
    decision: Type.Unsafe<string>({
      type: 'string',
      enum: [...approverDecisions],
      description: 'Later: an earlier step waits. Ended: the approval ended without this decision.',
    }),
    comment: nullable<string>('string'),
    asked: nullable<string>('string', { format: 'date-time' }),
    decided: nullable<string>('string', { format: 'date-time' }),
    due: nullable<string>('string', { format: 'date' }),
    amounts: amountsSchema,
  },
  {
    examples: [
      {
        id: 31,
        approval: { id: 12 },
        contract: { id: 17, name: 'Harbour lease' },
        step: { position: 1, name: 'Finance' },
        approver: personExample,
        startedBy: personExample,
        delegate: null,
        decision: 'Waiting',
        comment: null,
        asked: '2026-11-02T09:00:00.000Z',
        decided: null,
        due: '2026-11-12',
        amounts: [{ name: 'contractValue', title: 'Contract value', value: 125_000, currency: 'GBP' }],
      },
    ],
  },
)

export const approverColumns = [
  'id',
  'approvalId',
  'contractId',
  'contractName',
  'stepPosition',
  'step',
  'decision',
  'comment',
  'askedAt',
  'decidedAt',
  'due',
  'amounts',
  ...userColumns('approver'),
  ...userColumns('startedBy'),
  ...userColumns('delegate'),
]

/** What the list can be filtered and sorted by. */
export const approverProperties: Properties = {
  Id: sorted('id'),
  'Approval/Id': sorted('approvalId'),
  ...namedProperties('Contract', 'contract'),
  'Step/Position': sorted('stepPosition'),
  'Step/Name': sorted('step'),
  ...userProperties('Approver', 'approver'),
  ...userProperties('StartedBy', 'startedBy'),
  ...userProperties('Delegate', 'delegate'),
  Decision: filtered('decision'),
  Comment: filtered('comment'),
  Asked: sorted('askedAt'),
  Decided: sorted('decidedAt'),
  Due: sorted('due'),
}

const momentOf = (row: ListedRow, name: string) => {
  const at = row[name]
  return at instanceof Date ? at.toISOString() : null
}
const textOrNull = (row: ListedRow, name: string) => (row[name] === null ? null : textOf(row, name))

/** One item of the list. */
export const approverToV2 = (row: ListedRow) => ({
  id: Number(row['id']),
  approval: { id: Number(row['approvalId']) },
  contract: namedToV2(row, 'contract') ?? { id: 0, name: '' },
  step: { position: Number(row['stepPosition']), name: textOf(row, 'step') },
  approver: userToV2(row, 'approver') ?? { id: '' },
  startedBy: userToV2(row, 'startedBy') ?? { id: '' },
  delegate: userToV2(row, 'delegate'),
  decision: textOf(row, 'decision'),
  comment: textOrNull(row, 'comment'),
  asked: momentOf(row, 'askedAt'),
  decided: momentOf(row, 'decidedAt'),
  due: textOrNull(row, 'due'),
  amounts: amountsToV2(row['amounts'] as readonly ContractAmount[]),
})
