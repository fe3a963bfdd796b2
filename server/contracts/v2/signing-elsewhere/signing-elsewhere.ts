// v2 of the signing services elsewhere that contracts can be sent with.
import { idOf } from '../../../http/ids.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { onDelete, onGet, onPatch, onPost } from '../../../http/routes.ts'
import {
  addService,
  changeService,
  removeService,
  rotateServiceSecret,
} from '../../signing/elsewhere/set-up.ts'
import { eventAddress } from '../../signing/elsewhere/receive-event.ts'
import { listServices } from '../../signing/elsewhere/list-set-up.ts'
import {
  addedSchema,
  changedServiceBody,
  changesFromV2,
  newServiceBody,
  overlapSchema,
  rotatedSchema,
  serviceFromV2,
  servicesSchema,
  serviceToV2,
} from './signing-elsewhere.wire.ts'

const administer = { access: { right: 'administer' } } as const
const verified = { ...administer, act: 'signingServices' } as const

export const signingServiceRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/signingServices', {
    config: administer,
    summary: 'List signing services',
    description:
      'Services elsewhere that contracts can be sent with for signature, by name. Those who send contracts find them in `services` of the signature requests.',
    returns: servicesSchema,
    handler: async (request) => {
      const actor = actorOf(request)
      const services = await listServices(app, actor)
      return { items: services.map((each) => serviceToV2(app, actor.organisationId, each)) }
    },
  })

  onPost(server, '/v2/signingServices', {
    config: { ...verified, documentedBodies: newServiceBody, errors: ['conflict'] },
    summary: 'Add a signing service',
    description:
      'Asks it for `/health` with the token first; if it does not answer, the answer is 400 with the reason, and nothing is added. The answer has the secret for its events, which is not shown again.',
    creates: addedSchema,
    handler: async (request) => {
      const actor = actorOf(request)
      const { id, secret } = await addService(app, actor, serviceFromV2(request.body))
      const { organisationId } = actor
      return { id, events: eventAddress(app.config, { organisationId, id }), signingSecret: secret }
    },
  })

  oneServiceRoutes(server, app)
}

const oneServiceRoutes: RouteModule = (server, app) => {
  onPatch(server, '/v2/signingServices/:serviceId', {
    config: { ...verified, documentedBodies: changedServiceBody },
    summary: 'Change a signing service',
    description:
      'What is not sent stays as it is. Another address needs the token again. With either, the service is asked for `/health` first, as when it is added.',
    handler: (request) =>
      changeService(app, actorOf(request), idOf(request.params.serviceId), changesFromV2(request.body)),
  })

  onPost(server, '/v2/signingServices/:serviceId/signingSecret', {
    config: verified,
    operationId: 'rotateSigningServiceSecret',
    summary: 'Rotate the secret of a signing service',
    description:
      'For overlapHours (default 24), events that are signed with the present secret count as well, so that the service can switch over in its own time. The one before the present one ends.',
    body: overlapSchema,
    creates: rotatedSchema,
    handler: async (request) => {
      const { overlapHours = 24 } = request.body
      const id = idOf(request.params.serviceId)
      const { secret, previousExpiresAt } = await rotateServiceSecret(app, actorOf(request), {
        id,
        overlapHours,
      })
      return { signingSecret: secret, previousSecretExpires: previousExpiresAt.toISOString() }
    },
  })

  onDelete(server, '/v2/signingServices/:serviceId', {
    config: { ...verified, errors: ['conflict'] },
    summary: 'Remove a signing service',
    description:
      'Nothing is sent with it any more, and its events are refused. What was signed with it stays. 409 while contracts are out for signature with it.',
    handler: (request) => removeService(app, actorOf(request), idOf(request.params.serviceId)),
  })
}
