// Creates what people of the demo asked for in the last months: on the days on which they did, with what was decided.
import { acceptRequest, assignRequest, declineRequest } from '../../../intake/commands/decide-request.ts'
import { makeRequest } from '../../../intake/commands/make-request.ts'
import { listRequestTypes } from '../../../intake/request-types.ts'
import { updateMatter } from '../../../matters/commands/update-matter.ts'
import type { App } from '../../../platform/app.ts'
import { addDays } from '../../../platform/time/local-time.ts'
import { actorFor } from '../actor.ts'
import { earlier } from '../earlier.ts'
import { pastRequests } from '../plans/past-requests.ts'
import type { Made } from './seed-directory.ts'

/** Creates whatever is missing of it; the request types must exist. */
export async function seedPastRequests(app: App, made: Made): Promise<void> {
  const today = app.clock.now().toISOString().slice(0, 10)
  const then = (days: number, time: string) => earlier(app, new Date(`${addDays(today, -days)}T${time}Z`))
  for (const request of pastRequests) {
    const requester = await actorFor(app, made.user(request.by))
    const manager = await actorFor(app, made.user(request.manager))
    const { organisationId } = requester
    const known = await findRequest(app, organisationId, request.name)
    const id = known?.id ?? (await make(then(request.made, '00:20:00'), requester, request))
    if (known?.decision) continue
    if (request.givenBy !== undefined) {
      const giver = await actorFor(app, made.user(request.givenBy))
      await assignRequest(then(request.decided, '00:50:00'), giver, id, { managerId: manager.userId })
    }
    const decided = then(request.decided, '02:30:00')
    if (request.reason !== undefined) await declineRequest(decided, manager, id, request.reason)
    else await acceptRequest(decided, manager, id)
  }
  await completeDone(app, made, then)
}

type Actor = Awaited<ReturnType<typeof actorFor>>

async function make(
  app: App,
  actor: Actor,
  { type: title, name }: { readonly type: string; readonly name: string },
): Promise<number> {
  const type = (await listRequestTypes(app, actor)).find((each) => each.title === title)
  return makeRequest(app, actor, { typeId: type?.id ?? 0, name })
}

/** The work on those that are done. */
async function completeDone(app: App, made: Made, then: (days: number, time: string) => App): Promise<void> {
  for (const { name, manager: email, done } of pastRequests) {
    if (done === undefined) continue
    const manager = await actorFor(app, made.user(email))
    const request = await findRequest(app, manager.organisationId, name)
    if (!request) continue
    await updateMatter(then(done, '03:20:00'), manager, request.id, ({ matter }) =>
      matter.state === 'Active' ? { state: 'Complete' } : {},
    )
  }
}

const findRequest = (app: App, organisationId: number, name: string) =>
  // not through access.ts: the demo looks for what it has created
  app.db
    .selectFrom('requests as r')
    .innerJoin('matters as m', (join) =>
      join.onRef('m.organisation_id', '=', 'r.organisation_id').onRef('m.id', '=', 'r.matter_id'),
    )
    .where('r.organisation_id', '=', organisationId)
    .where('m.name', '=', name)
    .select(['m.id', 'r.decision'])
    .executeTakeFirst()
