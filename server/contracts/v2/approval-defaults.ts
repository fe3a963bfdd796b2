// v2 of the deadline that an organisation gives to the steps that people add to a request for approval.
import Type from 'typebox'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet, onPut } from '../../http/routes.ts'
import { jsonBody } from '../../http/v2/bodies.ts'
import { propertiesOf } from '../../http/v2/merge-patch.ts'
import { personExample, personIn } from '../../http/v2/references.wire.ts'
import { badInput } from '../../platform/errors.ts'
import { peopleByIds } from '../../identity/users/people-on-records.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { readDefaultDeadline, setDefaultDeadline } from '../../records/approvals/default-deadline.ts'
import {
  deadlineBodySchema,
  deadlineIn,
  deadlineSchema,
  deadlineToV2,
} from '../../records/v2/approval-deadlines.wire.ts'

const defaultsSchema = Type.Object(
  { deadline: deadlineSchema },
  { examples: [{ deadline: { workingDays: 3, escalateTo: personExample } }] },
)

const body = jsonBody(Type.Object({ deadline: deadlineBodySchema }, { additionalProperties: false }), {
  deadline: { workingDays: 3, escalateTo: null },
})

async function show({ db }: App, { organisationId }: Actor) {
  const deadline = await readDefaultDeadline(db, organisationId)
  const people = await peopleByIds(db, deadline?.escalateTo ? [deadline.escalateTo] : [])
  return { deadline: deadlineToV2(deadline, (userId) => personIn(people, userId)) }
}

export const approvalDefaultRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/approvalDefaults', {
    config: { access: { right: 'read-libraries' } },
    summary: 'Get the defaults of approvals',
    description: 'The deadline of steps that people add to a request for approval, unless they set one.',
    returns: defaultsSchema,
    handler: (request) => show(app, actorOf(request)),
  })

  onPut(server, '/v2/approvalDefaults', {
    config: { access: { right: 'administer' }, documentedBodies: body },
    summary: 'Set the defaults of approvals',
    description:
      'For requests from then on. Steps of rules have the deadline of their rule. `"deadline": null` for none.',
    returns: defaultsSchema,
    handler: async (request) => {
      const deadline = deadlineIn(propertiesOf(request.body, ['deadline']))
      if (deadline === undefined) throw badInput('deadline', 'is missing: null for none.')
      await setDefaultDeadline(app, actorOf(request), deadline)
      return show(app, actorOf(request))
    },
  })
}
