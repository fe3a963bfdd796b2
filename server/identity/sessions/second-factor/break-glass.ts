// The break-glass account of an organisation: an administrator who gets in when nobody else can. Passwords and networks
// are no obstacle to it, a second factor always is one, and each of its sign-ins is announced to all administrators.
import Type from 'typebox'
import { addJob } from '../../../platform/add-job.ts'
import { change, systemActor } from '../../../platform/events/change.ts'
import { conflict, notFound } from '../../../platform/errors.ts'
import { defineJob } from '../../../platform/jobs.ts'
import type { Tx } from '../../../platform/postgres/database.ts'
import { personEvent } from '../../users/events.ts'
import { fullName } from '../../users/user.ts'
import type { Device } from '../devices.ts'
import { alertBreakGlass } from './alerts.ts'
import { factorsOf, hasFactor, isBreakGlass } from './second-factor.ts'

/** The person signs in: if theirs is the break-glass account, all administrators hear of it. */
export async function announceBreakGlass(tx: Tx, userId: string, device: Device, at: Date): Promise<void> {
  const user = await tx
    .selectFrom('users')
    .where('users.id', '=', userId)
    .where(isBreakGlass)
    .select('users.organisation_id')
    .executeTakeFirst()
  if (!user) return
  const { userAgent, address } = device
  await addJob(tx, announceBreakGlassSignIn.name, {
    userId,
    organisationId: user.organisation_id,
    userAgent,
    address,
    at: at.toISOString(),
  })
}

/** Mails every administrator, and notes the sign-in in the history. */
export const announceBreakGlassSignIn = defineJob({
  name: 'announce-break-glass-sign-in',
  payload: Type.Object({
    userId: Type.String(),
    organisationId: Type.Integer(),
    userAgent: Type.Union([Type.String(), Type.Null()]),
    address: Type.String(),
    at: Type.String(),
  }),
  run: (app, { userId, organisationId, userAgent, address, at }) =>
    change(app, systemActor('sign-in'), async (tx) => {
      const administrators = await tx
        .selectFrom('users')
        .where('organisation_id', '=', organisationId)
        .where((eb) =>
          eb.or([
            eb('id', '=', userId),
            eb.and([eb('role', '=', 'Administrator'), eb('status', '=', 'Active')]),
          ]),
        )
        .select(['id', 'first_name', 'last_name'])
        .execute()
      const person = administrators.find(({ id }) => id === userId)
      const name = person ? fullName(person) : 'Somebody'
      for (const { id } of administrators) {
        await alertBreakGlass(app, tx, id, { name, device: { userAgent, address }, at: new Date(at) })
      }
      const event = personEvent('user.break-glass.signed-in', { organisationId, userId }, { address, at })
      return { result: undefined, events: [event] }
    }),
})

/**
 * Throws conflict unless the person can be the break-glass account: an active administrator with a password or a
 * passkey, and a second factor. Throws not_found for people of other organisations.
 */
export async function checkBreakGlass(tx: Tx, organisationId: number, userId: string): Promise<void> {
  const user = await tx
    .selectFrom('users')
    .where('id', '=', userId)
    .where('organisation_id', '=', organisationId)
    .select(['role', 'status', 'password_hash'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!user) throw notFound()
  if (user.role !== 'Administrator' || user.status !== 'Active') {
    throw conflict('The break-glass account must be that of an active administrator.')
  }
  const factors = await factorsOf(tx, userId)
  if (!hasFactor(factors)) {
    throw conflict(
      'The break-glass account needs a second factor. Sign in with it, and set one up on the page “Your account” first.',
    )
  }
  if (user.password_hash === null && factors.passkeys === 0) {
    throw conflict('The break-glass account needs a password or a passkey.')
  }
}
