// v1 of drafts: create, update, delete.
import Type, { type Static } from 'typebox'
import { idOf, pathIds } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onPost } from '../../http/routes.ts'
import { nullable } from '../../http/v1/people.wire.ts'
import { badInput } from '../../platform/errors.ts'
import { updateDraft, deleteDraft } from '../commands/update-draft.ts'
import { createDraft } from '../commands/create-draft.ts'
import { type DraftMode, draftModes } from '../draft.ts'

const config = { access: { right: 'use' } } as const

const recipient = Type.Object({ userId: Type.String({ format: 'uuid' }) })
const draftProperties = {
  matterId: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
  mode: Type.Optional(Type.Unsafe<DraftMode>({ type: 'string', enum: [...draftModes] })),
  recipients: Type.Optional(
    Type.Unsafe<Static<typeof recipient>[] | null>({ type: ['array', 'null'], items: recipient }),
  ),
} as const

const address = nullable<string>('string', { maxLength: 320 })
const newDraft = Type.Object({
  ...draftProperties,
  sourceId: nullable<string>('string', { maxLength: 1_000 }),
  authorEmailAddress: address,
  expectedFromAddress: address,
})
const draftChanges = Type.Object(draftProperties)

const recipientIds = (recipients: readonly Static<typeof recipient>[] | null) =>
  (recipients ?? []).map(({ userId }) => userId.toLowerCase())

const textOrNull = (value: string | null | undefined) => value?.trim() || null

export const emailDraftRoutes: RouteModule = (server, app) => {
  onPost(server, '/account-apis/v1/emails/drafts', {
    config,
    summary: 'Create a mail draft',
    description: 'Says which records a mail belongs to before it is sent. Answers the bare id of the draft.',
    body: newDraft,
    returns: Type.Integer(),
    handler: async (request, reply) => {
      const { matterId, mode, recipients, ...mail } = request.body
      if (matterId === undefined) throw badInput('matterId', 'is missing: the matter the mail belongs to.')
      const id = await createDraft(app, actorOf(request), {
        matterId,
        // existing clients omit it
        mode: mode ?? 'Message',
        sourceId: textOrNull(mail.sourceId),
        expectedFrom: textOrNull(mail.expectedFromAddress) ?? textOrNull(mail.authorEmailAddress),
        recipientIds: recipientIds(recipients ?? null),
      })
      return reply.type('application/json').send(id)
    },
  })

  server.put(
    '/account-apis/v1/emails/drafts/:draftId',
    {
      config,
      schema: {
        summary: 'Change a mail draft',
        description: 'Absent properties are kept. 409 when its mail has been delivered.',
        params: pathIds('draftId'),
        body: draftChanges,
      },
    },
    async (request, reply) => {
      const { matterId, mode, recipients } = request.body
      await updateDraft(app, actorOf(request), idOf(request.params.draftId), {
        ...(matterId === undefined ? {} : { matterId }),
        ...(mode === undefined ? {} : { mode }),
        ...(recipients === undefined ? {} : { recipientIds: recipientIds(recipients) }),
      })
      return reply.code(200).send()
    },
  )

  server.delete(
    '/account-apis/v1/emails/drafts/:draftId',
    {
      config,
      schema: {
        summary: 'Delete a mail draft',
        description: '409 when its mail has been delivered.',
        params: pathIds('draftId'),
      },
    },
    async (request, reply) => {
      await deleteDraft(app, actorOf(request), idOf(request.params.draftId))
      return reply.code(200).send()
    },
  )
}
