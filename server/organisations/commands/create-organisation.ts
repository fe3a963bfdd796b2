// Adds an organisation to the installation.
import type { App } from '../../platform/app.ts'
import { change, type SystemActor } from '../../platform/change.ts'
import { badInput } from '../../platform/errors.ts'
import type { OrganisationType } from '../organisation.ts'

export interface NewOrganisation {
  readonly name: string
  readonly type: OrganisationType
  /** Local time of key dates and of a contract's expiry, as `Pacific/Auckland`. */
  readonly timeZone?: string
  /** Three letters, as `NZD`. */
  readonly currency?: string
}

/** Makes the organisation and answers its id. Its people are added with addUser. */
export function createOrganisation(
  app: App,
  actor: SystemActor,
  { name, type, timeZone = 'UTC', currency = 'USD' }: NewOrganisation,
): Promise<number> {
  if (name.trim() === '') throw badInput('name', 'An organisation needs a name.')
  if (!isTimeZone(timeZone)) {
    throw badInput('timeZone', `"${timeZone}" is no time zone. They are written as Pacific/Auckland.`)
  }
  if (!/^[A-Z]{3}$/.test(currency)) {
    throw badInput('currency', `"${currency}" is no currency. They are written as three capitals: NZD.`)
  }
  return change(app, actor, async (tx, now) => {
    const { id } = await tx
      .insertInto('organisations')
      .values({ name: name.trim(), type, time_zone: timeZone, currency, created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    return {
      result: id,
      events: [
        {
          name: 'organisation.created',
          organisationId: id,
          resource: { kind: 'organisation', id },
          subject: null,
          facts: { name: name.trim(), type },
        },
      ],
    }
  })
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
