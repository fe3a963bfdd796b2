// v2 of intake: what the legal department does with requests, and the requester's answers.
import Type from 'typebox'
import { idOf } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onPost } from '../../http/routes.ts'
import { jsonBody } from '../../http/v2/bodies.ts'
import { personExample } from '../../http/v2/references.wire.ts'
import { answerQuestion, askRequester } from '../commands/ask-requester.ts'
import { acceptRequest, assignRequest, declineRequest } from '../commands/decide-request.ts'
import { longestText } from '../request.ts'
import {
  answerFromV2,
  answerSchema,
  assignmentFromV2,
  assignmentSchema,
  intakeInputNames,
  textFromV2,
} from './requests.wire.ts'

const config = { access: { right: 'use' }, inputNames: intakeInputNames } as const
const textBody = (name: string, example: string) =>
  jsonBody(
    Type.Object(
      { [name]: Type.String({ minLength: 1, maxLength: longestText }) },
      { additionalProperties: false },
    ),
    { [name]: example },
  )

const decisionRoutes: RouteModule = (server, app) => {
  onPost(server, '/v2/matters/:matterId/intake/assign', {
    config: {
      ...config,
      documentedBodies: jsonBody(assignmentSchema, { manager: { id: personExample.id } }),
    },
    summary: 'Assign a request',
    description:
      'Gives the matter a manager, a team or both, for people who work in legal and those who manage intake. With a manager it leaves intake, and the requester is notified.',
    handler: async (request) => {
      const assignment = assignmentFromV2(request.body)
      await assignRequest(app, actorOf(request), idOf(request.params.matterId), assignment)
    },
  })

  onPost(server, '/v2/matters/:matterId/intake/accept', {
    config,
    summary: 'Accept a request',
    description:
      'Takes it on: without a manager you become it, and a draft becomes Active. For its manager, people who work in legal and those who manage intake. The requester is notified.',
    handler: (request) => acceptRequest(app, actorOf(request), idOf(request.params.matterId)),
  })

  onPost(server, '/v2/matters/:matterId/intake/decline', {
    config: {
      ...config,
      documentedBodies: textBody('reason', 'Your team signs such agreements without us.'),
    },
    summary: 'Decline a request',
    description:
      'With a reason, which the requester is notified of. The matter becomes Complete; without a manager you become it.',
    handler: async (request) => {
      const reason = textFromV2(request.body, 'reason')
      await declineRequest(app, actorOf(request), idOf(request.params.matterId), reason)
    },
  })
}

const questionRoutes: RouteModule = (server, app) => {
  onPost(server, '/v2/matters/:matterId/intake/ask', {
    config: { ...config, documentedBodies: textBody('question', 'Who signs for the other side?') },
    operationId: 'askRequester',
    summary: 'Ask the requester',
    description:
      'A question about the request: the requester is notified, and the request waits for the answer.',
    creates: Type.Object({ id: Type.Integer() }, { examples: [{ id: 4 }] }),
    handler: async (request, reply) => {
      const question = textFromV2(request.body, 'question')
      const matterId = idOf(request.params.matterId)
      const id = await askRequester(app, actorOf(request), matterId, question)
      // a question is read with its request
      reply.header('location', `/v2/requests/${matterId}`)
      return { id }
    },
  })

  onPost(server, '/v2/matters/:matterId/intake/answer', {
    config: { ...config, documentedBodies: jsonBody(answerSchema, { answer: 'Their managing director.' }) },
    operationId: 'answerRequestQuestion',
    summary: 'Answer a question about a request',
    description:
      'For who made it, and the owner of the matter. The question may be left out while only one waits. Who asked is notified.',
    handler: async (request) => {
      const answer = answerFromV2(request.body)
      await answerQuestion(app, actorOf(request), idOf(request.params.matterId), answer)
    },
  })
}

export const intakeRoutes: RouteModule = (server, app) => {
  for (const routes of [decisionRoutes, questionRoutes]) routes(server, app)
}
