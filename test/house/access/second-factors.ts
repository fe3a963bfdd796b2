// Access to second factors: one's own in the web app, and what administrators decide about them.
import { randomBytes, randomUUID } from 'node:crypto'
import { internalTransaction } from '../../../server/platform/events/change.ts'
import { beginSession } from '../../../server/identity/sessions/session.ts'
import { createUser } from '../../factories.ts'
import { password } from '../../peers/browser.ts'
import type { AccessCase } from './case.ts'
import type { World } from './world.ts'

const noRow = 'a second factor is no row of an organisation'

async function givePasskey({ app }: World, userId: string) {
  const id = randomUUID()
  await internalTransaction(app, (tx, now) =>
    tx
      .insertInto('passkeys')
      .values({
        id,
        user_id: userId,
        credential_id: randomBytes(32),
        public_key: randomBytes(77),
        uses: 0,
        name: 'Phone',
        created_at: now,
      })
      .execute(),
  )
  return { params: { passkeyId: id } }
}

async function passkeysForAll(world: World) {
  const users = await world.app.db.selectFrom('users').select('id').execute()
  for (const { id } of users) await givePasskey(world, id)
  return {}
}

const noPasskeys = async ({ app }: World) =>
  internalTransaction(app, async (tx) => void (await tx.deleteFrom('passkeys').execute()))

async function device({ app, people }: World) {
  const id = randomUUID()
  await internalTransaction(app, (tx, now) =>
    tx
      .insertInto('known_devices')
      .values({
        id,
        user_id: people.owner.id,
        hash: randomBytes(32),
        address: '203.0.113.9',
        created_at: now,
        seen_at: now,
        trusted_since: now,
      })
      .execute(),
  )
  return { params: { deviceId: id } }
}

const session = { way: 'session', outsider: 'may', viewer: 'may' } as const
const own = { way: 'session', answers: 204, viewer: 404 } as const

let days = 0

export const secondFactorCases: readonly AccessCase[] = [
  { ...session, route: 'GET /session/verification', make: () => ({}), answers: 200 },
  {
    ...session,
    route: 'POST /session/verification',
    make: async (world) => {
      await noPasskeys(world)
      return { body: { password } }
    },
    answers: 204,
    changesNothing: noRow,
  },
  { ...session, route: 'GET /session/second-factor', make: () => ({}), answers: 200 },
  {
    ...session,
    route: 'DELETE /session/authenticator-app',
    make: () => ({}),
    answers: 204,
    changesNothing: 'there is none to remove',
  },
  { ...session, route: 'POST /session/recovery-codes', make: passkeysForAll, answers: 200 },
  {
    ...own,
    route: 'PATCH /session/passkeys/:passkeyId',
    make: async (world) => ({
      ...(await givePasskey(world, world.people.owner.id)),
      body: { name: 'Laptop' },
    }),
    changesNothing: noRow,
  },
  {
    ...own,
    route: 'DELETE /session/passkeys/:passkeyId',
    make: (world) => givePasskey(world, world.people.owner.id),
  },
  { ...own, route: 'DELETE /session/devices/:deviceId', make: device, changesNothing: noRow },
  { route: 'GET /v2/signInPolicy', make: () => ({}), outsider: 'may', colleague: 403, viewer: 403 },
  {
    route: 'PATCH /v2/signInPolicy',
    make: () => ({ body: { rememberDays: ++days % 90 } }),
    outsider: 'may',
    colleague: 403,
  },
  {
    route: 'DELETE /v2/users/:userId/secondFactor',
    make: async (world) => {
      const { id } = await createUser(world.app, { organisationId: world.organisationId })
      await givePasskey(world, id)
      return { params: { userId: id } }
    },
    colleague: 403,
  },
  {
    route: 'DELETE /v2/users/:userId/sessions',
    make: async (world) => {
      const { id: userId } = await createUser(world.app, { organisationId: world.organisationId })
      const device = { userAgent: 'Firefox', address: '203.0.113.9' }
      await internalTransaction(world.app, (tx, now) =>
        beginSession(tx, { userId, method: 'password', device }, now),
      )
      return { params: { userId } }
    },
    colleague: 403,
  },
]
