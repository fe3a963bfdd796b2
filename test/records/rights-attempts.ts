// How each right on a record is tried over HTTP, in every version that has a call for it; for the test that goes through the table.
import type { Caller } from '../http.ts'
import type { RecordRight } from '../../server/records/rights/rights-table.ts'

type Answer = Awaited<ReturnType<Caller['get']>>

/** What an attempt needs to know of the record that it is made on. */
export interface Tried {
  readonly id: number
  /** Somebody of the organisation who is on nothing yet, and who is not. */
  readonly other: { readonly id: string }
  /** Somebody of the organisation who is on the record. */
  readonly member: { readonly id: string }
  /** A colleague of the person who tries, of the same organisation. */
  readonly colleague: { readonly id: string }
  readonly self: { readonly id: string }
  readonly teamId: number
  readonly otherTypeId: number
  /** Records that everybody sees, to belong to. */
  readonly matterId: number
  readonly contractId: number
  readonly fieldId: number
  /** On the record, added by somebody else. */
  readonly taskId: number
  readonly fileId: number
  readonly templateId: number
}

/** One call, and how it calls what it changes: the property that a refusal names. */
export interface Attempt {
  readonly names?: string
  /** What the record must be for it. */
  readonly values?: Readonly<Record<string, unknown>>
  readonly with?: 'task' | 'file' | 'privateFile' | 'lockedFile'
  readonly call: (caller: Caller, on: Tried) => Promise<Answer>
  /** Another answer than 403 to somebody who sees the record and has not got the right. */
  readonly refusedWith?: number
}

const v1 = '/matter-apis/v1/matters'
const v2 = '/v2/matters'
const c1 = '/contract-apis/v1/contracts'
const c2 = '/v2/contracts'

type Value = (on: Tried) => unknown

const patched =
  (path: string) =>
  (name: string, value: Value, values?: Attempt['values']): Attempt => ({
    names: name,
    ...(values ? { values } : {}),
    call: (caller, on) => caller.patch(`${path}/${on.id}`, { [name]: value(on) }),
  })

const [matterV1, matterV2, contractV1, contractV2] = [patched(v1), patched(v2), patched(c1), patched(c2)]

const person: Value = ({ other }) => ({ id: other.id })

const references = (name: string): Attempt => ({
  names: name,
  call: (caller, { id }) => caller.patch(`${v2}/${id}/references`, { [name]: 'A/1' }),
})

const onBoth = (path: string, target: string): Partial<Record<RecordRight, readonly Attempt[]>> => ({
  contribute: [
    { call: (caller, { id }) => caller.post(`${path}/${id}/statusMessages`, { message: 'Done' }) },
  ],
  leave: [{ call: (caller, { id, self }) => caller.delete(`${path}/${id}/members/${self.id}`) }],
  privateFiles: [
    {
      with: 'privateFile',
      refusedWith: 404,
      call: (caller, { fileId }) => caller.get(`/v2/files/${fileId}`),
    },
  ],
  changeFiles: [
    {
      with: 'file',
      call: (caller, { fileId }) => caller.patch(`/v2/files/${fileId}`, { name: 'Other.txt' }),
    },
  ],
  removeFiles: [{ with: 'file', call: (caller, { fileId }) => caller.delete(`/v2/files/${fileId}`) }],
  breakFileLocks: [
    {
      with: 'lockedFile',
      refusedWith: 423,
      call: (caller, { fileId }) => caller.delete(`/v2/files/${fileId}/lock`),
    },
  ],
  hold: [
    { call: (caller, { id }) => caller.put(`${path}/${id}/hold`, { reason: `A claim on the ${target}` }) },
  ],
  delete: [{ call: (caller, { id }) => caller.delete(`${path}/${id}`) }],
  members: [
    {
      names: 'userId',
      call: (caller, { id, other }) => caller.put(`${path}/${id}/members/${other.id}`, { roles: ['Member'] }),
    },
  ],
})

export const matterAttempts: Partial<Record<RecordRight, readonly Attempt[]>> = {
  ...onBoth(v2, 'matter'),
  name: [matterV1('Name', () => 'Theirs'), matterV2('name', () => 'Theirs')],
  categoryId: [
    matterV1('CategoryId', ({ otherTypeId }) => otherTypeId),
    matterV2('type', ({ otherTypeId }) => ({ id: otherTypeId })),
  ],
  ownerId: [matterV1('OwnerId', ({ other }) => other.id), matterV2('owner', person)],
  managerId: [
    matterV1('ManagerId', ({ other }) => other.id),
    matterV2('manager', ({ other }) => ({ user: { id: other.id } })),
    {
      names: 'target',
      call: (caller, { id, other }) =>
        caller.post(`${v1}/${id}/users`, { userId: other.id, target: 'MatterManager' }),
    },
  ],
  teamId: [matterV1('TeamId', () => null), matterV2('teamAssigned', () => null)],
  restricted: [matterV1('Restricted', () => true), matterV2('restricted', () => true)],
  urgent: [matterV1('Urgent', () => true)],
  externalId: [matterV1('ExternalId', ({ id }) => `X-${id}`), matterV2('externalId', ({ id }) => `X-${id}`)],
  parentId: [
    matterV1('ParentId', ({ matterId }) => matterId),
    {
      names: 'id',
      call: (caller, { id, matterId }) => caller.put(`${v2}/${id}/parent`, { id: matterId }),
    },
  ],
  reference: [references('reference')],
  managerReference: [references('managerReference')],
  purchaseOrderNumber: [references('purchaseOrderNumber')],
  fields: [
    {
      names: 'field',
      call: (caller, { id, fieldId }) => caller.patch(`${v1}/${id}/fields`, { [`field_${fieldId}`]: 'High' }),
    },
    {
      names: 'fields.court',
      call: (caller, { id }) => caller.patch(`${v2}/${id}`, { fields: { court: 'High' } }),
    },
  ],
  tags: [
    { names: 'tags', call: (caller, { id }) => caller.post(`${v2}/${id}/tags`, { description: 'Board' }) },
  ],
  terms: [{ names: 'terms', call: (caller, { id }) => caller.delete(`${v2}/${id}/terms`) }],
  delegates: [
    {
      names: 'delegates',
      call: (caller, { id, member }) => caller.put(`${v2}/${id}/delegates/${member.id}`, { forOwner: true }),
    },
  ],
  members: [
    ...(onBoth(v2, 'matter').members ?? []),
    {
      names: 'userId',
      call: (caller, { id, other }) =>
        caller.post(`${v1}/${id}/users`, { userId: other.id, target: 'Matter' }),
    },
  ],
  ownColleagues: [
    {
      names: 'userId',
      call: (caller, { id, colleague }) =>
        caller.put(`${v2}/${id}/members/${colleague.id}`, { roles: ['Member'] }),
    },
    {
      names: 'userId',
      call: (caller, { id, colleague }) =>
        caller.post(`${v1}/${id}/users`, { userId: colleague.id, target: 'Matter' }),
    },
  ],
  state: [matterV1('Status', () => 'OnHold'), matterV2('status', () => 'OnHold')],
  completion: [matterV1('Status', () => 'Complete'), matterV2('status', () => 'Complete')],
  proposeScope: [{ call: (caller, { id }) => caller.post(`${v2}/${id}/scope`, { scope: 'Advice' }) }],
  answerScope: [matterV2('status', () => 'Scoping', { status: 'AwaitingManagerAcceptance' })],
  acceptAsManager: [
    {
      values: { status: 'AwaitingManagerAcceptance' },
      call: (caller, { id }) => caller.post(`${v2}/${id}/scope/accept`),
    },
  ],
  acceptAsOwner: [
    {
      values: { status: 'AwaitingOwnerAcceptance' },
      call: (caller, { id }) => caller.post(`${v2}/${id}/scope/accept`),
    },
  ],
  changeTasks: [
    { with: 'task', call: (caller, { taskId }) => caller.patch(`/v2/tasks/${taskId}`, { name: 'Other' }) },
  ],
  addTaskTemplates: [
    {
      call: (caller, { id, templateId }) =>
        caller.post(`${v1}/${id}/taskTemplates`, { templateId, id: templateId, taskTemplateId: templateId }),
    },
  ],
}

export const contractAttempts: Partial<Record<RecordRight, readonly Attempt[]>> = {
  ...onBoth(c2, 'contract'),
  name: [contractV1('Name', () => 'Theirs'), contractV2('name', () => 'Theirs')],
  ownerId: [contractV1('OwnerId', ({ other }) => other.id), contractV2('owner', person)],
  teamId: [contractV1('TeamId', () => null), contractV2('teamAssigned', () => null)],
  restricted: [contractV1('Restricted', () => true), contractV2('restricted', () => true)],
  externalId: [
    contractV1('ExternalId', ({ id }) => `X-${id}`),
    contractV2('externalId', ({ id }) => `X-${id}`),
  ],
  expiry: [
    contractV1('Expiry', () => '2031-01-01T00:00:00'),
    contractV2('expiry', () => '2031-01-01T00:00:00'),
  ],
  matterId: [
    {
      names: 'id',
      call: (caller, { id, matterId }) => caller.put(`${c2}/${id}/matter`, { id: matterId }),
    },
  ],
  parentId: [
    {
      names: 'id',
      call: (caller, { id, contractId }) => caller.put(`${c2}/${id}/parent`, { id: contractId }),
    },
  ],
  fields: [
    {
      names: 'fields.court',
      call: (caller, { id }) => caller.patch(`${c2}/${id}`, { fields: { court: 'High' } }),
    },
  ],
  members: [
    ...(onBoth(c2, 'contract').members ?? []),
    {
      names: 'userId',
      call: (caller, { id, other }) =>
        caller.post(`${c1}/${id}/users`, { userId: other.id, target: 'Contract' }),
    },
  ],
  stage: [contractV1('Status', () => 'Negotiating'), contractV2('status', () => 'Negotiating')],
  keyDates: [
    {
      names: 'keyDates',
      call: (caller, { id }) => caller.post(`${c2}/${id}/keyDates`, { name: 'Review', date: '2031-01-01' }),
    },
  ],
  noticePeriod: [
    {
      names: 'noticePeriod',
      call: (caller, { id }) => caller.put(`${c2}/${id}/noticePeriod`, { amount: 3, unit: 'Months' }),
    },
  ],
}
