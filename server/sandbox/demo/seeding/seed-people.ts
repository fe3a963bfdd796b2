// Creates the rest of the demo's directory: pictures, logos, and somebody who has left.
import { setLogo } from '../../../identity/organisations/commands/set-logo.ts'
import type { App } from '../../../platform/app.ts'
import { systemActor } from '../../../platform/events/change.ts'
import { addUser } from '../../../identity/users/commands/add-user.ts'
import { updateUserStatus } from '../../../identity/oauth/commands/update-user-status.ts'
import { setPicture } from '../../../identity/users/commands/set-picture.ts'
import { pictured } from '../plans/directory.ts'
import { pngOf } from '../documents/png.ts'
import type { Made } from './seed-directory.ts'
import { leaver } from '../plans/staff.ts'

const demo = systemActor('demo')

/** Creates whatever is missing of it. */
export async function seedPicturesAndLeaver(app: App, made: Made): Promise<void> {
  for (const email of pictured.people) await setPicture(app, demo, made.user(email), pngOf(email))
  for (const name of pictured.organisations) {
    await setLogo(app, demo, made.organisation(name), pngOf(name))
  }
  const { organisation, ...person } = leaver
  const userId =
    (await findUser(app, leaver.email)) ??
    (await addUser(app, demo, { ...person, organisationId: made.organisation(organisation) }))
  await updateUserStatus(app, demo, { userId, status: 'Disabled' })
}

const findUser = async (app: App, email: string): Promise<string | undefined> =>
  (
    await app.db
      .selectFrom('users')
      .where('email_key', '=', email)
      .where('joined', '=', true)
      .select('id')
      .executeTakeFirst()
  )?.id
