// v2 of what owner and manager agree on: the scope of a matter, its terms, and their delegates.
import { namesV2 } from '../../http/input-names.ts'
import Type from 'typebox'
import { idOf, pathIds, personIdOf } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { jsonBody } from '../../http/v2/bodies.ts'
import { idIn, propertiesOf, textIn, truthIn } from '../../http/v2/merge-patch.ts'
import { namedReference } from '../../http/v2/references.wire.ts'
import { badInput, notFound } from '../../platform/errors.ts'
import { acceptScope } from '../commands/accept-scope.ts'
import { proposeScope } from '../commands/propose-scope.ts'
import { setMatterDelegates } from '../commands/set-matter-delegates.ts'
import { setMatterTerms } from '../commands/set-matter-terms.ts'
import { findMatterTerms } from '../matter-details.ts'

const config = { access: { right: 'use' } } as const
const params = pathIds('matterId')
const done = { 204: Type.Null() }

const scopeRoutes: RouteModule = (server, app) => {
  server.post(
    '/v2/matters/:matterId/scope',
    {
      config: {
        ...config,
        documentedBodies: jsonBody(Type.Object({ scope: Type.String({ minLength: 1, maxLength: 10_000 }) }), {
          scope: 'Advice and defence in the first instance, without appeal.',
        }),
      },
      schema: {
        operationId: 'proposeMatterScope',
        summary: 'Propose the scope of a matter',
        description:
          "The matter waits until the other side accepts: AwaitingOwnerAcceptance for the manager's proposal, AwaitingManagerAcceptance for anybody else's. One that was open is withdrawn.",
        params,
        response: { 201: Type.Object({ id: Type.Integer() }, { examples: [{ id: 8 }] }) },
      },
    },
    async (request, reply) => {
      const matterId = idOf(request.params.matterId)
      const scope = textIn(propertiesOf(request.body, ['scope']), 'scope', { longest: 10_000 }) ?? ''
      const id = await proposeScope(app, actorOf(request), matterId, scope)
      return reply.code(201).header('location', `/v2/matters/${matterId}`).send({ id })
    },
  )

  server.post(
    '/v2/matters/:matterId/scope/accept',
    {
      config,
      schema: {
        summary: 'Accept the proposed scope',
        description: 'By those it was proposed to; the matter becomes Active. 409 when none is proposed.',
        params,
        response: done,
      },
    },
    async (request, reply) => {
      await acceptScope(app, actorOf(request), idOf(request.params.matterId))
      return reply.code(204).send(null)
    },
  )
}

const code = Type.String({ minLength: 1, maxLength: 100 })
const termsSchema = Type.Object(
  { file: Type.Object(namedReference), code },
  { examples: [{ file: { id: 45, name: 'Terms 2027.pdf' }, code: 'ASH-2027' }] },
)
const termsNames = namesV2({ fileId: 'file' })

const termsRoutes: RouteModule = (server, app) => {
  server.get(
    '/v2/matters/:matterId/terms',
    {
      config,
      schema: {
        summary: 'Get the terms of a matter',
        description:
          '404 while it has none, or while their file is not visible to all members of the matter.',
        params,
        response: { 200: termsSchema },
      },
    },
    async (request) => {
      const terms = await findMatterTerms(app, actorOf(request), idOf(request.params.matterId))
      if (!terms) throw notFound()
      return { file: { id: terms.fileId, name: terms.fileName }, code: terms.code }
    },
  )

  server.put(
    '/v2/matters/:matterId/terms',
    {
      config: {
        ...config,
        documentedBodies: jsonBody(termsSchema, { file: { id: 45 }, code: 'ASH-2027' }),
        inputNames: termsNames,
      },
      schema: {
        summary: 'Set the terms of a matter',
        description: 'A file of the matter that is not private, and the code of the terms.',
        params,
        response: done,
      },
    },
    async (request, reply) => {
      const properties = propertiesOf(request.body, ['file', 'code'])
      const fileId = idIn(properties, 'file')
      if (typeof fileId !== 'number') throw badInput('file', 'is missing: a reference such as {"id": 5}.')
      const terms = { fileId, code: textIn(properties, 'code') ?? '' }
      const matterId = idOf(request.params.matterId)
      await setMatterTerms(app, actorOf(request), matterId, terms)
      return reply.code(204).send(null)
    },
  )

  server.delete(
    '/v2/matters/:matterId/terms',
    {
      config,
      schema: {
        summary: 'Remove the terms of a matter',
        description: 'Their file is kept.',
        params,
        response: done,
      },
    },
    async (request, reply) => {
      await setMatterTerms(app, actorOf(request), idOf(request.params.matterId), null)
      return reply.code(204).send(null)
    },
  )
}

const delegateRoute: RouteModule = (server, app) => {
  server.put(
    '/v2/matters/:matterId/delegates/:userId',
    {
      config: {
        ...config,
        documentedBodies: jsonBody(Type.Object({ forOwner: Type.Boolean(), forManager: Type.Boolean() }), {
          forOwner: true,
          forManager: false,
        }),
      },
      schema: {
        summary: 'Make a member of a matter a delegate of its owner or manager',
        description: 'Of one of them, both, or neither, which ends it. A delegate may change the matter.',
        params: pathIds('matterId', 'userId'),
        response: done,
      },
    },
    async (request, reply) => {
      const userId = personIdOf(request.params.userId)
      const properties = propertiesOf(request.body, ['forOwner', 'forManager'])
      const delegation = {
        userId,
        forOwner: truthIn(properties, 'forOwner') ?? false,
        forManager: truthIn(properties, 'forManager') ?? false,
      }
      await setMatterDelegates(app, actorOf(request), idOf(request.params.matterId), delegation)
      return reply.code(204).send(null)
    },
  )
}

export const matterAgreementRoutes: RouteModule = (server, app) => {
  for (const routes of [scopeRoutes, termsRoutes, delegateRoute]) routes(server, app)
}
