// v2 of erasing people, for administrators.
import Type from 'typebox'
import { personIdOf } from '../../../http/ids.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { onGet, onPost } from '../../../http/routes.ts'
import { jsonBody } from '../../../http/v2/bodies.ts'
import { needed, neverNull, propertiesOf, textIn } from '../../../http/v2/merge-patch.ts'
import { nullableObject } from '../../../http/v2/references.wire.ts'
import { type ErasureCertificate, erasePerson, getErasure } from '../erasure/erase-person.ts'

const longestReason = 1_000
const administer = { access: { right: 'administer' } } as const
const rows = (description: string) => Type.Record(Type.String(), Type.Integer(), { description })

const certificateSchema = Type.Object(
  {
    user: Type.Object({ id: Type.String({ format: 'uuid' }) }),
    erased: Type.Object({
      dateUtc: Type.String({ format: 'date-time' }),
      user: nullableObject(
        { id: Type.String({ format: 'uuid' }) },
        { description: 'Who did it; null for the operator.' },
      ),
    }),
    reason: Type.String(),
    removed: rows('How many rows about the person were removed, by table.'),
    kept: rows('How many rows stay with their records and refer to a former member, by table.'),
  },
  {
    examples: [
      {
        user: { id: '5d7c1b1e-0f53-4c0e-9f38-8f9d2c1b7a10' },
        erased: {
          dateUtc: '2026-03-02T09:00:00.000Z',
          user: { id: '0b7c2f0a-51d1-4f0e-8b0a-2f6f3c3f9c11' },
        },
        reason: 'Left the company in January; asked for it in writing.',
        removed: { sessions: 1, notifications: 214, user_preferences: 1 },
        kept: { matters: 12, events: 830 },
      },
    ],
  },
)

const certificateToV2 = ({ userId, erasedAt, erasedBy, ...certificate }: ErasureCertificate) => ({
  user: { id: userId },
  erased: { dateUtc: erasedAt.toISOString(), user: erasedBy === null ? null : { id: erasedBy } },
  ...certificate,
})

const reasonBody = jsonBody(
  Type.Object(
    { reason: Type.String({ minLength: 1, maxLength: longestReason }) },
    { additionalProperties: false },
  ),
  { reason: 'Left the company in January; asked for it in writing.' },
)

function reasonFromV2(body: unknown): string {
  const reason = textIn(propertiesOf(body ?? {}, ['reason']), 'reason', { longest: longestReason })
  return needed('reason', neverNull('reason', reason))
}

export const erasureRoutes: RouteModule = (server, app) => {
  onPost(server, '/v2/users/:userId/erase', {
    config: { ...administer, act: 'erasure', documentedBodies: reasonBody },
    summary: 'Erase a person',
    description:
      'For good. Their name, address, profile, picture, preferences, notifications, favourites, own views and everything with which they signed in are removed; their profile is "Former member" from then on. What they did stays with the records, without their name. Returns the certificate, which the history keeps with the reason. 409 unless they are disabled, because others must take over their work first.',
    returns: certificateSchema,
    handler: async (request) => {
      const userId = personIdOf(request.params.userId)
      const reason = reasonFromV2(request.body)
      return certificateToV2(await erasePerson(app, actorOf(request), { userId, reason }))
    },
  })

  onGet(server, '/v2/users/:userId/erasure', {
    config: administer,
    summary: 'Get the certificate of an erased person',
    description: '404 for somebody who was not erased.',
    returns: certificateSchema,
    handler: async (request) =>
      certificateToV2(await getErasure(app.db, actorOf(request), personIdOf(request.params.userId))),
  })
}
