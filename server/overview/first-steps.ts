// What a new organisation does first, and how far it has come: read off what there is, never ticked by hand. A step can
// be skipped, and taken up again.
import { defineMail, firstNamePlaceholder, linkPlaceholder } from '../platform/mail/mail-kind.ts'
import { sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { conflict } from '../platform/errors.ts'
import { change } from '../platform/events/change.ts'
import { backupConcerns, readBackupState } from '../platform/installation/backup-state.ts'
import type { Concern } from '../platform/installation/concern.ts'
import { mailConcerns } from '../platform/installation/mail-state.ts'
import { lateConcerns, type QueuedJobs, readQueue } from '../platform/installation/queue-state.ts'
import type { Reader } from '../platform/postgres/database.ts'

/** The mail that says that mail arrives. */
export const testMail = defineMail({
  name: 'testMail',
  label: 'Test',
  when: 'An administrator tries on First steps whether mail arrives.',
  subject: 'Mail from Chancery arrives',
  body: `Hello {{firstName}},

This is the test that you asked for. Invitations, notifications and reminders arrive in the same way.

{{link}}`,
  placeholders: {
    firstName: firstNamePlaceholder,
    link: linkPlaceholder('the address of Chancery', 'https://legal.example/'),
  },
})

export const firstSteps = ['Organization', 'People', 'Types', 'Intake', 'LawFirm', 'Mail', 'Backup'] as const
export type FirstStep = (typeof firstSteps)[number]

export interface StepState {
  readonly step: FirstStep
  readonly done: boolean
  readonly skipped: boolean
  /** Why it is not done, where that is more than one thing: `a logo`. */
  readonly missing: readonly string[]
  /** What is wrong with it now, although it may be done: one sentence each. */
  readonly attention: readonly string[]
}

/** Every step in its order. */
export async function readFirstSteps(
  app: Pick<App, 'db' | 'clock' | 'config'>,
  actor: Pick<Actor, 'organisationId'>,
): Promise<readonly StepState[]> {
  const [found, concerns] = await Promise.all([readDone(app.db, actor), readConcerns(app)])
  return firstSteps.map((step) => ({
    step,
    done: found?.[step] ?? false,
    skipped: found?.skipped.includes(step) ?? false,
    missing: step === 'Organization' && found ? missingOf(found) : [],
    // what is still to be done says so anyway
    attention: found?.[step]
      ? concerns.filter(({ area }) => area === step).map(({ problem }) => problem)
      : [],
  }))
}

/** What an organisation has not set yet. */
const missingOf = ({
  hasLogo,
  hasFinances,
}: {
  readonly hasLogo: boolean
  readonly hasFinances: boolean
}) => [
  ...(hasLogo ? [] : ['a logo']),
  ...(hasFinances ? [] : ['the currency and the end of the financial year']),
]

/** What is wrong with mail and backups of the installation; steps are called like the areas. */
async function readConcerns(app: Pick<App, 'db' | 'clock' | 'config'>): Promise<readonly Concern[]> {
  const [queue, backups] = await Promise.all([
    readQueue(app.db, app.clock.databaseTime()),
    readBackupState(app.db),
  ])
  return [...mailConcerns(queue, app), ...lateMail(queue, app), ...backupConcerns(backups, app)]
}

/** Mail that waits because all background work does. */
const lateMail = (queue: readonly QueuedJobs[], app: Pick<App, 'clock'>): readonly Concern[] =>
  lateConcerns(queue, app).map((concern) => ({ ...concern, area: 'Mail' }))

interface DoneRow extends Readonly<Record<Exclude<FirstStep, 'Organization'>, boolean>> {
  readonly hasLogo: boolean
  readonly hasFinances: boolean
  readonly skipped: readonly string[]
}

async function readDone(db: Reader, { organisationId }: Pick<Actor, 'organisationId'>) {
  const { rows } = await sql<DoneRow>`select
      exists (select 1 from pictures p where p.organisation_id = ${organisationId} and p.user_id is null)
        as "hasLogo",
      exists (select 1 from financial_settings f where f.organisation_id = ${organisationId}) as "hasFinances",
      (select count(*) from (select 1 from users u
        where u.organisation_id = ${organisationId} and u.status <> 'Disabled' limit 2) as found) > 1 as "People",
      exists (select 1 from matter_categories c
        where c.organisation_id = ${organisationId} and c.deleted_at is null)
        or exists (select 1 from contract_templates t
          where t.organisation_id = ${organisationId} and t.deleted_at is null) as "Types",
      exists (select 1 from request_types r
        where r.organisation_id = ${organisationId} and r.deleted_at is null) as "Intake",
      exists (select 1 from organisation_links l where l.customer_id = ${organisationId}) as "LawFirm",
      exists (select 1 from first_steps s where s.organisation_id = ${organisationId} and s.step = 'Mail'
        and s.state = 'Tested') as "Mail",
      exists (select 1 from backup_results b where b.succeeded_at is not null) as "Backup",
      array(select s.step from first_steps s where s.organisation_id = ${organisationId}
        and s.state = 'Skipped') as skipped`.execute(db)
  const [row] = rows
  return row && { ...row, Organization: row.hasLogo && row.hasFinances }
}

/** Leaves a step out of what is still to be done, or takes it up again. For administrators, as the route demands. */
export function skipFirstStep(
  app: App,
  actor: Actor,
  { step, skipped }: { readonly step: FirstStep; readonly skipped: boolean },
): Promise<void> {
  const { organisationId, userId } = actor
  return change(app, actor, async (tx, now) => {
    const row = { organisation_id: organisationId, step, state: 'Skipped', user_id: userId, updated_at: now }
    await (skipped
      ? tx
          .insertInto('first_steps')
          .values(row)
          .onConflict((existing) => existing.columns(['organisation_id', 'step', 'state']).doNothing())
          .execute()
      : tx
          .deleteFrom('first_steps')
          .where('organisation_id', '=', organisationId)
          .where('step', '=', step)
          .where('state', '=', 'Skipped')
          .execute())
    return { result: undefined, events: [] }
  })
}

const pause = 60_000

/**
 * Sends a mail to the actor, so that they see whether mail arrives. Throws conflict within a minute of the last one of
 * their organisation. For administrators, as the route demands.
 */
export function sendTestMail(app: App, actor: Actor): Promise<{ readonly to: string }> {
  const { organisationId, userId } = actor
  return change(app, actor, async (tx, now) => {
    const { email, first_name: firstName } = await tx
      .selectFrom('users')
      .where('id', '=', userId)
      .select(['email', 'first_name'])
      .executeTakeFirstOrThrow()
    // of two at the same time, the second waits here and then finds the first
    const { rows } = await sql<{ step: string }>`insert into first_steps
        (organisation_id, step, state, user_id, updated_at)
      values (${organisationId}, 'Mail', 'Tested', ${userId}, ${now})
      on conflict (organisation_id, step, state) do update
        set user_id = excluded.user_id, updated_at = excluded.updated_at
        where first_steps.updated_at < ${new Date(now.getTime() - pause)}
      returning step`.execute(tx)
    if (rows.length === 0)
      throw conflict('A test was sent less than a minute ago: look for it, also among unwanted mail.')
    const values = { firstName, link: `${app.config.webUrl}/` }
    await app.mail.write(tx, testMail, { organisationId, to: email, values }, now)
    return { result: { to: email }, events: [] }
  })
}
