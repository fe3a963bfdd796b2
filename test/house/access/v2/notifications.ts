// Access to notifications: the caller's own.
import { internalTransaction } from '../../../../server/platform/events/change.ts'
import type { AccessCase } from '../case.ts'
import { matter } from '../matters.ts'
import { mark, type World } from '../world.ts'

/** A notification of the owner, on a matter that others do not see. */
async function notification(world: World) {
  const { matterId } = await matter(world)
  const question = mark()
  const { id } = await internalTransaction(world.app, (tx, now) =>
    tx
      .insertInto('notifications')
      .values({
        organisation_id: world.organisationId,
        user_id: world.people.owner.id,
        kind: 'question',
        what: 'asked',
        // there is no such event: only that it is another one each time matters
        event_id: Math.floor(Math.random() * 1e12),
        at: now,
        subject_kind: 'matter',
        subject_id: matterId,
        resource_kind: 'matter',
        resource_id: matterId,
        facts: JSON.stringify({ question }),
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return { id, question }
}

export const notificationCases: readonly AccessCase[] = [
  { route: 'GET /v2/notificationDefaults', make: () => ({}), outsider: 'may', colleague: 403 },
  {
    route: 'PATCH /v2/notificationDefaults',
    // another way than the last time
    make: async (world) => {
      const url = '/v2/notificationDefaults'
      const answer = await world.send('owner', 'token', { method: 'GET', url })
      const { notify } = answer.json<{ notify: { status: string } }>()
      return { body: { notify: { status: notify.status === 'Digest' ? 'Mail' : 'Digest' } } }
    },
    outsider: 'may',
    colleague: 403,
  },
  {
    route: 'GET /v2/notifications',
    make: async (world) => ({ mark: (await notification(world)).question }),
  },
  {
    route: 'POST /v2/notifications/read',
    make: async (world) => ({ body: { ids: [(await notification(world)).id] } }),
    outsider: 'may',
    viewer: 'may',
  },
]
