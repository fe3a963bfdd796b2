// v2 of renewals: for how long a contract is renewed, and what is decided before it ends.
import { idOf } from '../../http/ids.ts'
import { etagOf, versionCheck } from '../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onDelete, onGet, onPost, onPut } from '../../http/routes.ts'
import { decideRenewal } from '../renewals/decide-renewal.ts'
import { getRenewal } from '../renewals/renewal.ts'
import { setRenewalTerm } from '../renewals/set-renewal-term.ts'
import { withdrawRenewalDecision } from '../renewals/withdraw-decision.ts'
import {
  decisionBody,
  decisionFromV2,
  renewalSchema,
  renewalToV2,
  termBody,
  termFromV2,
} from './renewal.wire.ts'

const config = { access: { right: 'use' } } as const

export const renewalRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/contracts/:contractId/renewal', {
    config: { ...config, etag: true },
    summary: 'Get the renewal of a contract',
    description:
      'For how long it is renewed, when that would end, until when notice must be given, and what is decided about the present expiry. The ETag is that of the term.',
    returns: renewalSchema,
    handler: async (request, reply) => {
      const renewal = await getRenewal(app, actorOf(request), idOf(request.params.contractId))
      return reply.header('etag', etagOf(renewal.version)).send(renewalToV2(renewal))
    },
  })

  onPut(server, '/v2/contracts/:contractId/renewal', {
    config: { ...config, ifMatch: true, etag: true, documentedBodies: termBody },
    summary: 'Set for how long a contract is renewed',
    description: 'Nothing is renewed by itself: somebody decides, and the expiry then moves by this term.',
    returns: renewalSchema,
    handler: async (request, reply) => {
      const [actor, contractId] = [actorOf(request), idOf(request.params.contractId)]
      const term = termFromV2(request.body)
      await setRenewalTerm(app, actor, contractId, { term, checkVersion: versionCheck(request) })
      const renewal = await getRenewal(app, actor, contractId)
      return reply.header('etag', etagOf(renewal.version)).send(renewalToV2(renewal))
    },
  })

  onDelete(server, '/v2/contracts/:contractId/renewal', {
    config: { ...config, ifMatch: true },
    summary: 'Remove the term of renewal of a contract',
    description: 'What was decided stays. Does nothing if there is none.',
    handler: (request) =>
      setRenewalTerm(app, actorOf(request), idOf(request.params.contractId), {
        term: null,
        checkVersion: versionCheck(request),
      }),
  })

  onPost(server, '/v2/contracts/:contractId/renewal/decisions', {
    config: { ...config, errors: ['conflict'], documentedBodies: decisionBody },
    operationId: 'decideRenewal',
    summary: 'Decide about the end of a contract',
    description:
      'Renew: it ends a term later, and notice and renewal dates move with it. Renegotiate: a new draft with its document, people and values. End: a letter that gives notice, among its files. The dates that were about this end are done. 409 if it is not executed, has another expiry than the one given, or is decided about.',
    returns: renewalSchema,
    handler: async (request) => {
      const [actor, contractId] = [actorOf(request), idOf(request.params.contractId)]
      await decideRenewal(app, actor, contractId, decisionFromV2(request.body))
      return renewalToV2(await getRenewal(app, actor, contractId))
    },
  })

  onDelete(server, '/v2/contracts/:contractId/renewal/decisions/:decisionId', {
    config: { ...config, errors: ['conflict'] },
    operationId: 'withdrawRenewalDecision',
    summary: 'Withdraw a decision about the end of a contract',
    description:
      'A renewed contract ends when it did before, and key dates are what they were; a draft and a letter stay. 409 once its expiry has changed otherwise.',
    handler: (request) =>
      withdrawRenewalDecision(
        app,
        actorOf(request),
        idOf(request.params.contractId),
        idOf(request.params.decisionId),
      ),
  })
}
