// v2 of accounts, for administrators: inviting people, their rights and roles, disabling and enabling them.
import Type from 'typebox'
import { personIdOf } from '../../../http/ids.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { onDelete, onGet, onPatch, onPost } from '../../../http/routes.ts'
import { onList } from '../../../http/v2/list-routes.ts'
import { itemsSchema } from '../../../http/v2/paging.ts'
import { endAccessOf } from '../../oauth/commands/end-access.ts'
import { listActing } from '../../oauth/acting-things.ts'
import { updateUserStatus } from '../../oauth/commands/update-user-status.ts'
import { firmInvitationRows, invitationRows } from '../../sessions/invitations.ts'
import {
  correctInvitation,
  inviteUser,
  resendInvitation,
  withdrawInvitation,
} from '../../sessions/invite-user.ts'
import { updateRights } from '../commands/update-rights.ts'
import { getRights } from '../rights.ts'
import { listSoleRecords } from '../sole-records.ts'
import {
  correctionBody,
  correctionFromV2,
  invitationColumns,
  invitationProperties,
  invitationSchema,
  invitationToV2,
  invitedBody,
  invitedFromV2,
  rightsBody,
  rightsFromV2,
  rightsSchema,
  rightsToV2,
} from './accounts.wire.ts'
import { addCustomRoleRoutes } from './custom-roles.ts'
import {
  firmInvitationColumns,
  firmInvitationProperties,
  firmInvitationSchema,
  firmInvitationToV2,
} from './firm-invitations.wire.ts'
import {
  actingSchema,
  actingToV2,
  disableBody,
  disablingFromV2,
  soleRecordSchema,
  soleRecordsToV2,
} from './succession.wire.ts'

const administer = { access: { right: 'administer' } } as const

const invitationRoutes: RouteModule = (server, app) => {
  onPost(server, '/v2/users', {
    config: { ...administer, documentedBodies: invitedBody },
    operationId: 'inviteUser',
    summary: 'Invite a person',
    description:
      'Adds them to your organisation and sends them a link with which they set a password within seven days; or they join by single sign-on. 400 for an address of a mail domain that belongs to another organisation. Several organisations may invite an address; it belongs to the one that the person joins first. Default permissions: those of the role. With `customRole` instead of a role, they get that role of your organisation.',
    creates: Type.Object(
      { id: Type.String({ format: 'uuid' }) },
      { examples: [{ id: '5d7c1b1e-0f53-4c0e-9f38-8f9d2c1b7a10' }] },
    ),
    handler: async (request, reply) => {
      const actor = actorOf(request)
      const id = await inviteUser(app, actor, invitedFromV2(request.body, actor.organisationId))
      reply.header('location', `/v2/users/${id}`)
      return { id }
    },
  })

  onList(server, app, '/v2/invitations', {
    config: administer,
    summary: 'List invitations',
    description: 'The people of your organisation who were invited and have not joined yet.',
    item: invitationSchema,
    properties: invitationProperties,
    columns: invitationColumns,
    rows: invitationRows,
    toV2: invitationToV2,
  })

  onList(server, app, '/v2/firmInvitations', {
    config: administer,
    summary: 'List the invitations of law firms',
    description:
      'The first person of each law firm that your organisation has added, and what became of their invitation. Until somebody of the firm has joined, you can send it again, correct its address and withdraw it; the firm is administered by its own people then.',
    item: firmInvitationSchema,
    properties: firmInvitationProperties,
    columns: firmInvitationColumns,
    rows: firmInvitationRows,
    toV2: firmInvitationToV2,
  })

  onPost(server, '/v2/users/:userId/invitation', {
    config: administer,
    operationId: 'resendInvitation',
    summary: 'Send an invitation again',
    description:
      'With a new link; earlier ones become invalid. Also possible after it expired or was withdrawn, and for the first person of a law firm that your organisation added, until somebody of the firm has joined.',
    handler: (request) => resendInvitation(app, actorOf(request), personIdOf(request.params.userId)),
  })

  onPatch(server, '/v2/users/:userId/invitation', {
    config: { ...administer, documentedBodies: correctionBody },
    operationId: 'correctInvitation',
    summary: 'Correct an invitation',
    description:
      'For an address or a name that was mistyped: the invitation goes to the corrected address with a new link, and earlier links become invalid. The person stays the same, with what they were given already. Also possible after it expired or was withdrawn, and for the first person of a law firm that your organisation added, until somebody of the firm has joined. Nothing is sent if nothing changes. 409 for somebody who has joined, and for an address that is taken.',
    handler: (request) => {
      const corrections = correctionFromV2(request.body)
      return correctInvitation(app, actorOf(request), personIdOf(request.params.userId), corrections)
    },
  })

  onDelete(server, '/v2/users/:userId/invitation', {
    config: administer,
    operationId: 'withdrawInvitation',
    summary: 'Withdraw an invitation',
    description: 'The link becomes invalid, and the person is disabled until they are invited again.',
    handler: (request) => withdrawInvitation(app, actorOf(request), personIdOf(request.params.userId)),
  })
}

const rightsRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/users/:userId/rights', {
    config: { access: { right: 'use' } },
    summary: 'Get the rights of a person',
    description: 'For the person, and for administrators of their organisation.',
    returns: rightsSchema,
    handler: async (request) => {
      const rights = await getRights(app, actorOf(request), personIdOf(request.params.userId))
      return rightsToV2(rights)
    },
  })

  onPatch(server, '/v2/users/:userId/rights', {
    config: { ...administer, act: 'rights', documentedBodies: rightsBody },
    summary: 'Update the rights of a person',
    description:
      'Lists are replaced as a whole. Permissions follow a new role unless they are given too. With `customRole` everything follows that role of your organisation, and single rights are 409 as long as they have it; null ends that and leaves their rights as they are. You cannot grant rights to yourself: 403. The last administrator cannot be removed: 409.',
    handler: async (request) => {
      const changes = rightsFromV2(request.body)
      await updateRights(app, actorOf(request), personIdOf(request.params.userId), changes)
    },
  })
}

const statusRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/users/:userId/soleRecords', {
    config: administer,
    summary: 'List the records that only one person can open',
    description:
      'Matters and contracts of your organisation that no other active person of it can open: what goes to a successor when the person is disabled. The first 1,000 of each kind, by their ids: the names are for those who may open them.',
    returns: itemsSchema(soleRecordSchema),
    handler: async (request) => {
      const userId = personIdOf(request.params.userId)
      return { items: soleRecordsToV2(await listSoleRecords(app, actorOf(request), userId)) }
    },
  })

  onGet(server, '/v2/users/:userId/actingThings', {
    config: administer,
    summary: 'List what acts for a person without them',
    description:
      'What somebody of your organisation has made or allowed that acts by itself or by a secret that they know, and what becomes of it when they are disabled: it ends, is kept and looked after by who disables them, or pauses. The first 1,000 of each kind.',
    returns: itemsSchema(actingSchema),
    handler: async (request) => {
      const userId = personIdOf(request.params.userId)
      return { items: (await listActing(app, actorOf(request), userId)).map(actingToV2) }
    },
  })

  onPost(server, '/v2/users/:userId/disable', {
    config: { ...administer, act: 'accounts', documentedBodies: disableBody },
    summary: 'Disable a person',
    description:
      'Their sessions, tokens and links end at once, and their webhooks are paused; what they own stays theirs. What else acts for them ends, or is looked after by you (`GET …/actingThings`); of what ends, `keep` names what goes on. The identity provider does not enable them again: a person does. Records that only they can open (`GET …/soleRecords`) go to the successor, who becomes a member of them and the owner of those that the person owns; 409 if there are some and no successor is named. 409 for the last administrator.',
    handler: async (request) => {
      const userId = personIdOf(request.params.userId)
      const settled = disablingFromV2(request.body)
      await updateUserStatus(app, actorOf(request), { userId, status: 'Disabled', ...settled })
    },
  })

  onPost(server, '/v2/users/:userId/enable', {
    config: { ...administer, act: 'accounts' },
    summary: 'Enable a person',
    description:
      'They have to sign in again, and consent to their integrations again. 409 for somebody who never joined.',
    handler: async (request) => {
      const userId = personIdOf(request.params.userId)
      await updateUserStatus(app, actorOf(request), { userId, status: 'Active' })
    },
  })
}

const accessRoutes: RouteModule = (server, app) => {
  onDelete(server, '/v2/users/:userId/sessions', {
    config: { ...administer, act: 'colleagueSessions' },
    operationId: 'endUserSessions',
    summary: 'Sign a person out everywhere',
    description:
      'Ends every session of somebody of your organisation at once, in every process, and browsers that stand for their second factor; they get a mail, and can sign in again. With `integrations`, all their consents, refresh tokens and access tokens end as well, and so do the addresses given to calendar programs. 403 for yourself: `POST /v2/my/sessions/end`.',
    querystring: Type.Object({
      integrations: Type.Optional(
        Type.Boolean({ default: false, description: 'Whether the access of integrations ends too.' }),
      ),
    }),
    handler: (request) => {
      const { integrations = false } = request.query
      return endAccessOf(app, actorOf(request), personIdOf(request.params.userId), { integrations })
    },
  })
}

export const accountRoutes: RouteModule = (server, app) => {
  for (const routes of [invitationRoutes, rightsRoutes, statusRoutes, accessRoutes, addCustomRoleRoutes])
    routes(server, app)
}
