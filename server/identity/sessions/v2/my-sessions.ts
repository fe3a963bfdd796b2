// v2 of a user's own sessions and password: listing and ending sessions, and changing the password.
import { personIdOf } from '../../../http/ids.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { onDelete, onGet, onPost, onPut } from '../../../http/routes.ts'
import { clearSessionCookie } from '../../../http/session-cookie.ts'
import { changePassword } from '../../oauth/commands/change-password.ts'
import { signOutEverywhere } from '../../oauth/commands/end-access.ts'
import { endMySession, listMySessions, sessionOf } from '../my-sessions.ts'
import {
  changedPasswordV2,
  EndSessionsV2,
  MySessionsV2,
  PasswordChangeV2,
  sessionToV2,
} from './my-sessions.wire.ts'

const everyone = { access: { right: 'use' } } as const

export const mySessionRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/my/sessions', {
    config: everyone,
    summary: 'List where I am signed in',
    description:
      'The browsers in which the caller is signed in to the web app, most recently used first. Integrations with tokens are listed under `/v2/my/integrations`.',
    returns: MySessionsV2,
    handler: async (request) => ({ items: (await listMySessions(app, actorOf(request))).map(sessionToV2) }),
  })

  onDelete(server, '/v2/my/sessions/:sessionId', {
    config: everyone,
    summary: 'Sign me out of one browser',
    description: 'That session ends at once, in every process. 404 if it is not live.',
    handler: (request) => endMySession(app, actorOf(request), personIdOf(request.params.sessionId)),
  })

  onPost(server, '/v2/my/sessions/end', {
    config: { ...everyone, act: 'ownSessions' },
    summary: 'Sign me out everywhere',
    description:
      'Ends every session, except the calling one unless `keepCurrent` is false. With `integrations`, all consents, refresh tokens and access tokens of the caller end as well, including those of the calling integration, and so do the addresses given to calendar programs. Takes effect at once, in every process.',
    body: EndSessionsV2,
    handler: async (request, reply) => {
      const { keepCurrent = true, integrations = false } = request.body
      const actor = actorOf(request)
      await signOutEverywhere(app, actor, { keepCurrent, integrations })
      if (!keepCurrent && sessionOf(actor) !== undefined) clearSessionCookie(reply, app.config)
    },
  })

  onPut(server, '/v2/my/password', {
    config: everyone,
    operationId: 'changeMyPassword',
    summary: 'Change my password',
    description:
      'Ends every session of the caller, including the calling one, and with `endIntegrations` all consents and tokens. 400 if the current password is wrong or the new one is easy to guess, 409 for users who sign in only at an identity provider, 429 after ten wrong passwords in 15 minutes.',
    body: PasswordChangeV2,
    handler: async (request, reply) => {
      const actor = actorOf(request)
      await changePassword(app, actor, changedPasswordV2(request.body))
      if (sessionOf(actor) !== undefined) clearSessionCookie(reply, app.config)
    },
  })
}
