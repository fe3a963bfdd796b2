// Creates one matter of the demo as its people would: they create it, add others to it, post status messages, add tasks
// and terms, and move it through its states. Each step is skipped if it was done already.
import { Readable } from 'node:stream'
import { uploadToSubject } from '../../../files/commands/upload-file.ts'
import { matterSubjects, mattersVisibleTo } from '../../../matters/access.ts'
import { acceptScope } from '../../../matters/commands/accept-scope.ts'
import { addMatterTag } from '../../../matters/commands/add-matter-tag.ts'
import { assignMatterUser } from '../../../matters/commands/assign-matter-user.ts'
import { updateMatter } from '../../../matters/commands/update-matter.ts'
import { createMatter } from '../../../matters/commands/create-matter.ts'
import { matterKind } from '../../../matters/matter-kind.ts'
import { postStatusMessage } from '../../../records/commands/post-status-message.ts'
import { proposeScope } from '../../../matters/commands/propose-scope.ts'
import { setMatterDelegates } from '../../../matters/commands/set-matter-delegates.ts'
import { setMatterTerms } from '../../../matters/commands/set-matter-terms.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { tasksVisibleTo } from '../../../tasks/access.ts'
import { createTask } from '../../../tasks/commands/create-task.ts'
import { actorFor } from '../actor.ts'
import type { DemoMatter } from '../plans/matters.ts'
import { termsOfEngagement } from '../documents/papers.ts'
import { pdfOf } from '../documents/pdf.ts'
import type { Made } from './seed-directory.ts'
import { findCategory } from './seed-matter-categories.ts'

interface Seeded {
  readonly organisationId: number
  readonly id: number
  readonly matter: DemoMatter
  /** The person with an email address, as an actor. */
  act(email: string): Promise<Actor>
  user(email: string): string
}

/** Creates the matter, or completes one whose creation was interrupted. */
export async function seedMatter(app: App, made: Made, matter: DemoMatter): Promise<void> {
  const organisationId = made.organisation(matter.organisation)
  const act = (email: string) => actorFor(app, made.user(email))
  const creator = await act(matter.by)
  const id =
    (await findMatter(app, creator, matter.externalId)) ??
    (await create(app, creator, { organisationId, made, matter }))
  const seeded: Seeded = { organisationId, id, matter, act, user: made.user }
  for (const member of matter.members ?? [])
    await assignMatterUser(app, creator, id, { userId: made.user(member), as: 'member' })
  if (matter.references) {
    const [reference, managerReference, purchaseOrderNumber] = matter.references.map((text) => text || null)
    await updateMatter(app, creator, id, () => ({
      reference: reference ?? null,
      managerReference: managerReference ?? null,
      purchaseOrderNumber: purchaseOrderNumber ?? null,
    }))
  }
  for (const tag of matter.tags ?? []) await addMatterTag(app, creator, id, tag)
  if (matter.delegate)
    await setMatterDelegates(app, creator, id, {
      userId: made.user(matter.delegate),
      forOwner: true,
      forManager: false,
    })
  await seedMessages(app, seeded)
  await seedTasks(app, creator, seeded)
  await seedTerms(app, creator, seeded)
  await seedStates(app, creator, seeded)
}

async function create(
  app: App,
  creator: Actor,
  { organisationId, made, matter }: { organisationId: number; made: Made; matter: DemoMatter },
): Promise<number> {
  const { name, externalId, manager, parent, restricted, urgent } = matter
  const categoryId = await findCategory(app, organisationId, matter.category)
  const parentId = parent === undefined ? null : await findMatter(app, creator, parent)
  return createMatter(app, creator, {
    categoryId: categoryId ?? 0,
    name,
    externalId,
    managerId: manager === undefined ? null : made.user(manager),
    parentId,
    restricted,
    urgent,
  })
}

async function findMatter(app: App, actor: Actor, externalId: string): Promise<number | undefined> {
  const row = await mattersVisibleTo(app.db, actor)
    .where('matters.organisation_id', '=', actor.organisationId)
    .where('matters.external_id', '=', externalId)
    .select('matters.id')
    .executeTakeFirst()
  return row?.id
}

async function seedMessages(app: App, { organisationId, id, matter, act }: Seeded): Promise<void> {
  for (const [by, message] of matter.messages ?? []) {
    const posted = await app.db
      .selectFrom('matter_status_messages')
      .where('organisation_id', '=', organisationId)
      .where('matter_id', '=', id)
      .where('message', '=', message)
      .select('id')
      .executeTakeFirst()
    if (!posted) await postStatusMessage(matterKind, app, await act(by), { recordId: id, text: message })
  }
}

async function seedTasks(app: App, creator: Actor, { id, matter }: Seeded): Promise<void> {
  for (const { name, type = 'Standard', due } of matter.tasks ?? []) {
    const made = await tasksVisibleTo(app.db, creator)
      .where('tasks.matter_id', '=', id)
      .where('tasks.name', '=', name)
      .select('tasks.id')
      .executeTakeFirst()
    if (made) continue
    const day = new Date(app.clock.now().getTime() + due * 86_400_000)
    await createTask(app, creator, id, { name, type, due: day.toISOString().slice(0, 10) })
  }
}

async function seedTerms(app: App, creator: Actor, { organisationId, id, matter }: Seeded): Promise<void> {
  const code = matter.terms
  if (code === undefined) return
  const fileName = `Terms of engagement ${code}.pdf`
  const subject = await matterSubjects.getToContribute(app.db, creator, id)
  const placement = { conflictResolution: 'Skip' } as const
  await uploadToSubject(app, creator, subject, {
    source: Readable.from([pdfOf(termsOfEngagement)]),
    fileName,
    contentType: 'application/pdf',
    known: placement,
    placement: async () => placement,
  })
  // not through access.ts: the demo looks for what it has created
  const file = await app.db
    .selectFrom('files')
    .where('organisation_id', '=', organisationId)
    .where('matter_id', '=', id)
    .where('name', '=', fileName)
    .select('id')
    .executeTakeFirstOrThrow()
  await setMatterTerms(app, creator, id, { fileId: file.id, code })
}

async function seedStates(
  app: App,
  creator: Actor,
  { organisationId, id, matter, act }: Seeded,
): Promise<void> {
  const proposed = await app.db
    .selectFrom('matter_scopes')
    .where('organisation_id', '=', organisationId)
    .where('matter_id', '=', id)
    .select('outcome')
    .executeTakeFirst()
  const { states = [], scope } = matter
  if (proposed) {
    if (proposed.outcome === null && scope?.[2]) await acceptScope(app, await act(scope[2]), id)
    return
  }
  for (const state of states) {
    await updateMatter(app, creator, id, ({ matter: current }) =>
      // already past this state, if this was interrupted
      states.indexOf(current.state) >= states.indexOf(state) ? {} : { state },
    )
  }
  if (!scope) return
  const [by, text, acceptedBy] = scope
  await proposeScope(app, await act(by), id, text)
  if (acceptedBy) await acceptScope(app, await act(acceptedBy), id)
}
