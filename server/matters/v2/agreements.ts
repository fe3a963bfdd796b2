// v2 of what owner and manager agree on: the scope of a matter, its terms, and their delegates.
import { namesV2 } from '../../http/input-names.ts'
import Type from 'typebox'
import { idOf, personIdOf } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onDelete, onGet, onPost, onPut } from '../../http/routes.ts'
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

const scopeRoutes: RouteModule = (server, app) => {
  onPost(server, '/v2/matters/:matterId/scope', {
    config: {
      ...config,
      documentedBodies: jsonBody(Type.Object({ scope: Type.String({ minLength: 1, maxLength: 10_000 }) }), {
        scope: 'Advice and defence in the first instance, without appeal.',
      }),
    },
    operationId: 'proposeMatterScope',
    summary: 'Propose the scope of a matter',
    description:
      "The matter waits until the other side accepts: AwaitingOwnerAcceptance for the manager's proposal, AwaitingManagerAcceptance for anybody else's. One that was open is withdrawn.",
    creates: Type.Object({ id: Type.Integer() }, { examples: [{ id: 8 }] }),
    handler: async (request, reply) => {
      const matterId = idOf(request.params.matterId)
      const scope = textIn(propertiesOf(request.body, ['scope']), 'scope', { longest: 10_000 }) ?? ''
      const id = await proposeScope(app, actorOf(request), matterId, scope)
      reply.header('location', `/v2/matters/${matterId}`)
      return { id }
    },
  })

  onPost(server, '/v2/matters/:matterId/scope/accept', {
    config,
    summary: 'Accept the proposed scope',
    description: 'By those it was proposed to; the matter becomes Active. 409 when none is proposed.',
    handler: (request) => acceptScope(app, actorOf(request), idOf(request.params.matterId)),
  })
}

const code = Type.String({ minLength: 1, maxLength: 100 })
const termsSchema = Type.Object(
  { file: Type.Object(namedReference), code },
  { examples: [{ file: { id: 45, name: 'Terms 2027.pdf' }, code: 'ASH-2027' }] },
)
const termsNames = namesV2({ fileId: 'file' })

const termsRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/matters/:matterId/terms', {
    config,
    summary: 'Get the terms of a matter',
    description: '404 while it has none, or while their file is not visible to all members of the matter.',
    returns: termsSchema,
    handler: async (request) => {
      const terms = await findMatterTerms(app, actorOf(request), idOf(request.params.matterId))
      if (!terms) throw notFound()
      return { file: { id: terms.fileId, name: terms.fileName }, code: terms.code }
    },
  })

  onPut(server, '/v2/matters/:matterId/terms', {
    config: {
      ...config,
      documentedBodies: jsonBody(termsSchema, { file: { id: 45 }, code: 'ASH-2027' }),
      inputNames: termsNames,
    },
    summary: 'Set the terms of a matter',
    description: 'A file of the matter that is not private, and the code of the terms.',
    handler: async (request) => {
      const properties = propertiesOf(request.body, ['file', 'code'])
      const fileId = idIn(properties, 'file')
      if (typeof fileId !== 'number') throw badInput('file', 'is missing: a reference such as {"id": 5}.')
      const terms = { fileId, code: textIn(properties, 'code') ?? '' }
      const matterId = idOf(request.params.matterId)
      await setMatterTerms(app, actorOf(request), matterId, terms)
    },
  })

  onDelete(server, '/v2/matters/:matterId/terms', {
    config,
    summary: 'Remove the terms of a matter',
    description: 'Their file is kept.',
    handler: (request) => setMatterTerms(app, actorOf(request), idOf(request.params.matterId), null),
  })
}

const delegateRoute: RouteModule = (server, app) => {
  onPut(server, '/v2/matters/:matterId/delegates/:userId', {
    config: {
      ...config,
      documentedBodies: jsonBody(Type.Object({ forOwner: Type.Boolean(), forManager: Type.Boolean() }), {
        forOwner: true,
        forManager: false,
      }),
    },
    summary: 'Make a member of a matter a delegate of its owner or manager',
    description: 'Of one of them, both, or neither, which ends it. A delegate may change the matter.',
    handler: async (request) => {
      const userId = personIdOf(request.params.userId)
      const properties = propertiesOf(request.body, ['forOwner', 'forManager'])
      const delegation = {
        userId,
        forOwner: truthIn(properties, 'forOwner') ?? false,
        forManager: truthIn(properties, 'forManager') ?? false,
      }
      await setMatterDelegates(app, actorOf(request), idOf(request.params.matterId), delegation)
    },
  })
}

export const matterAgreementRoutes: RouteModule = (server, app) => {
  for (const routes of [scopeRoutes, termsRoutes, delegateRoute]) routes(server, app)
}
