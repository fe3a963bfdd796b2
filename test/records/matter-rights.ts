// How each right on a matter is tried, in every version that has a call for it.
import type { RecordRight } from '../../server/records/rights/rights-table.ts'
import { invoiceAttempts } from './invoice-rights.ts'
import { type Attempt, attemptsOnBoth, patched, person } from './rights-attempts.ts'

const v1 = '/matter-apis/v1/matters'
const v2 = '/v2/matters'
const [matterV1, matterV2] = [patched(v1), patched(v2)]

const references = (name: string): Attempt => ({
  names: name,
  call: (caller, { id }) => caller.patch(`${v2}/${id}/references`, { [name]: 'A/1' }),
})

const both = attemptsOnBoth(v2, 'matter')

/** Every right on a matter. */
export const matterAttempts: Partial<Record<RecordRight, readonly Attempt[]>> = {
  ...both,
  ...invoiceAttempts,
  draftMail: [
    {
      unseenWith: 400,
      call: (caller, { id }) =>
        caller.post('/account-apis/v1/emails/drafts', { matterId: id, mode: 'Message', recipients: [] }),
    },
  ],
  assignRequest: [
    {
      values: { in_intake: true, manager_id: null },
      call: (caller, { id, other }) =>
        caller.post(`${v2}/${id}/intake/assign`, { manager: { id: other.id } }),
    },
  ],
  answerRequest: ['accept', 'decline'].map((answer) => ({
    with: 'request' as const,
    call: (caller, { id }) =>
      caller.post(`${v2}/${id}/intake/${answer}`, answer === 'accept' ? {} : { reason: 'Not us' }),
  })),
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
    ...(both.members ?? []),
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
