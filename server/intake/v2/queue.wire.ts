// The queue of the legal department in the shapes of v2: what it can be filtered and sorted by, and what many requests
// can be given.
import Type from 'typebox'
import { choiceIn, given, idIn, propertiesOf, textIn, userIdIn } from '../../http/v2/merge-patch.ts'
import { filtered, type Properties, sorted, thing } from '../../http/v2/odata-properties.ts'
import { nullable, nullableObject, personExample } from '../../http/v2/references.wire.ts'
import { badInput, sentence } from '../../platform/errors.ts'
import type { Assignment, Decision } from '../commands/decide-request.ts'
import { longestText } from '../request.ts'

/** The properties that the queue can be filtered and sorted by. */
export const queueProperties: Properties = {
  Id: sorted('id'),
  Name: sorted('name'),
  Description: filtered('description'),
  Type: thing('typeId'),
  'Type/Id': { ...filtered('typeId'), labels: ['typeTitle'] },
  'Type/Title': sorted('typeTitle'),
  'Requester/Id': filtered('requesterId'),
  'Requester/Name': sorted('requesterName'),
  'With/Who': sorted('turn'),
  'With/Person': thing('personId'),
  'With/Person/Id': filtered('personId'),
  'With/Person/Name': sorted('personName'),
  'With/Team': sorted('teamName'),
  Team: thing('teamId'),
  'Team/Id': { ...filtered('teamId'), labels: ['teamName'] },
  Next: sorted('next'),
  Due: sorted('due'),
  DueUtc: sorted('dueAt'),
  Reason: filtered('reason'),
  'Created/DateUtc': sorted('createdAt'),
}

const decisions = ['Accepted', 'Declined'] as const

/** What many requests can be given. */
export const queueChangeSchema = Type.Object(
  {
    manager: nullableObject(
      { id: Type.String({ format: 'uuid' }) },
      { description: 'As POST /v2/matters/{matterId}/intake/assign.' },
    ),
    team: nullableObject({ id: Type.Integer() }, { description: 'The same.' }),
    decision: Type.Optional(
      Type.Unsafe<string>({
        type: 'string',
        enum: [...decisions],
        description: 'As POST /v2/matters/{matterId}/intake/accept and decline; alone, or with a reason.',
      }),
    ),
    reason: nullable<string>('string', {
      maxLength: longestText,
      description: 'Why it is Declined: the requesters read it.',
    }),
  },
  { additionalProperties: false },
)
export const queueChangeExample = { ids: [17, 18], change: { manager: { id: personExample.id } } }

/** What is done with each of many requests. */
export type QueueChange = { readonly assigned: Assignment } | { readonly decided: Decision }

/** The change of many requests; throws 400 for what does not go together. */
export function queueChangeFromV2(change: unknown): QueueChange {
  const properties = propertiesOf(change, ['manager', 'team', 'decision', 'reason'])
  const assigned = given({ managerId: userIdIn(properties, 'manager'), teamId: idIn(properties, 'team') })
  const decision = choiceIn(properties, 'decision', decisions)
  const reason = textIn(properties, 'reason', { longest: longestText })?.trim() ?? ''
  const isAssigned = Object.keys(assigned).length > 0
  if (decision === undefined) {
    if (reason !== '') throw badInput('reason', 'belongs to the decision Declined.')
    if (isAssigned) return { assigned }
    throw badInput('change', sentence('Say what to change: manager, team, or decision.'))
  }
  if (isAssigned)
    throw badInput('decision', sentence('Requests are assigned or decided: send one request for each.'))
  if (decision === 'Accepted' && reason !== '') throw badInput('reason', 'belongs to the decision Declined.')
  if (decision === 'Declined' && reason === '')
    throw badInput('reason', 'is missing: the requesters read why their requests were declined.')
  return { decided: decision === 'Accepted' ? { decision } : { decision, reason } }
}
