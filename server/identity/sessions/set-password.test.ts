import { expect, test } from 'vitest'
import { createOrganisation, createUser } from '../../../test/factories.ts'
import { useTestApp } from '../../../test/test-app.ts'
import type { App } from '../../platform/app.ts'
import { internalTransaction, systemActor } from '../../platform/events/change.ts'
import { setUserPassword } from './set-password.ts'
import { verifyPassword } from './passwords.ts'
import { beginSession } from './session.ts'

const tested = useTestApp()
const operator = systemActor('operator')

async function signedIn(app: App) {
  const { id: organisationId } = await createOrganisation(app)
  const user = await createUser(app, { organisationId })
  await internalTransaction(app, (tx, now) =>
    beginSession(
      tx,
      { userId: user.id, method: 'password', device: { userAgent: null, address: '127.0.0.1' } },
      now,
    ),
  )
  return user
}

const userRow = (app: App, id: string) =>
  app.db.selectFrom('users').where('id', '=', id).selectAll().executeTakeFirstOrThrow()

test('a new password ends the sessions of the user and of nobody else', async () => {
  const { app } = tested
  const [one, other] = [await signedIn(app), await signedIn(app)]
  await setUserPassword(app, operator, { userId: one.id, password: 'a brand new password' })
  expect(await verifyPassword((await userRow(app, one.id)).password_hash, 'a brand new password')).toBe(true)
  const sessions = await app.db
    .selectFrom('sessions')
    .where('user_id', 'in', [one.id, other.id])
    .select('user_id')
    .execute()
  expect(sessions).toEqual([{ user_id: other.id }])
})

test('a password that is too weak changes nothing', async () => {
  const { app } = tested
  const user = await signedIn(app)
  const before = await userRow(app, user.id)
  await expect(setUserPassword(app, operator, { userId: user.id, password: 'short' })).rejects.toThrow(
    'Use at least 12 characters.',
  )
  expect(await userRow(app, user.id)).toEqual(before)
})
