// Creates the demo organisations, through the same commands as everything else. Each step first checks whether it was
// done already, so that an interrupted seeding continues where it stopped.
import { createContractTemplate } from '../../contracts/commands/create-contract-template.ts'
import { createOrganisation } from '../../identity/organisations/commands/create-organisation.ts'
import type { App } from '../../platform/app.ts'
import { systemActor } from '../../platform/events/change.ts'
import { addUser } from '../../identity/users/commands/add-user.ts'
import { addInstallationAdministrator } from '../../identity/users/installation-administrators.ts'
import { createTeam } from '../../identity/users/commands/create-team.ts'
import { inviteUser } from '../../identity/sessions/invite-user.ts'
import { hashPassword } from '../../identity/sessions/passwords.ts'
import { defaultPermissions } from '../../identity/users/user.ts'
import { actorFor } from './actor.ts'
import { earlier } from './earlier.ts'
import { localDay } from '../../identity/organisations/local-day.ts'
import { lifeOf } from './plans/contract-lives.ts'
import { subContracts } from './plans/sub-contracts.ts'
import {
  contracts,
  demoPassword,
  harbour,
  organisations,
  people,
  teams,
  templates,
} from './plans/core-records.ts'
import { seedDemoClient } from './demo-client.ts'
import { generatedContracts, generatedMatters } from './plans/generated-records.ts'
import { findTemplate as findContractTemplate, lastMoveOf, seedContract } from './seeding/seed-contract.ts'
import { findDemoOrganisations } from './find-demo-organisations.ts'
import { findNamed } from './find-demo-records.ts'
import { matters } from './plans/matters.ts'
import { seedAccruals } from './seeding/seed-accruals.ts'
import { seedAgreements } from './seeding/seed-agreements.ts'
import { seedClauses } from './seeding/seed-clauses.ts'
import { seedDirectory } from './seeding/seed-directory.ts'
import { seedEmails } from './seeding/seed-emails.ts'
import { seedFieldValues } from './seeding/seed-field-values.ts'
import { seedFields } from './seeding/seed-fields.ts'
import { seedFinance } from './seeding/seed-finance.ts'
import { seedFiles } from './seeding/seed-files.ts'
import { seedIntake, seedRequestTypes } from './seeding/seed-intake.ts'
import { seedInvoices } from './seeding/seed-invoices.ts'
import { seedKeyDates } from './seeding/seed-key-dates.ts'
import { seedMatterCategories } from './seeding/seed-matter-categories.ts'
import { seedMatter } from './seeding/seed-matter.ts'
import { seedMoney } from './seeding/seed-money.ts'
import { seedPastRequests } from './seeding/seed-past-requests.ts'
import { seedPicturesAndLeaver } from './seeding/seed-people.ts'
import { seedRates } from './seeding/seed-rates.ts'
import { seedTasks } from './seeding/seed-tasks.ts'
import { seedWizard } from './seeding/seed-wizard.ts'
import { staff } from './plans/staff.ts'
import { wizardTemplate } from './plans/wizard.ts'

const demo = systemActor('demo')
// nobody has to be named on the command line to see all of a sandbox
const installationAdministrator = 'admin@harbour.example'

/** Creates whatever is missing of the demo. */
export async function seedDemo(app: App): Promise<void> {
  const ids = new Map(await findDemoOrganisations(app.db))
  for (const organisation of organisations) {
    if (!ids.has(organisation.name))
      ids.set(organisation.name, await createOrganisation(app, demo, organisation))
  }
  const idOf = idsFrom(ids)
  const users = await seedPeople(app, idOf)
  const made = { organisation: idOf, user: idsFrom(users) }
  await addInstallationAdministrator(app, demo, made.user(installationAdministrator))
  await seedDirectory(app, made)
  await seedPicturesAndLeaver(app, made)
  await seedTeams(app, idOf, idsFrom(users))
  await seedTemplates(app, idOf)
  await seedMatterCategories(app, {
    ...made,
    team: (organisationId, name) => findNamed(app, 'teams', organisationId, name),
  })
  for (const matter of [...matters, ...generatedMatters]) await seedMatter(app, made, matter)
  await seedContracts(app, made)
  const organisationId = idOf(harbour)
  const templateId = await findContractTemplate(app, organisationId, wizardTemplate)
  await seedClauses(app, made.user(installationAdministrator), made.user)
  await seedWizard(app, { organisationId, templateId }, made.user)
  for (const seed of [
    seedRequestTypes,
    seedPastRequests,
    seedFiles,
    seedTasks,
    seedRates,
    seedFinance,
    seedAccruals,
    seedInvoices,
    seedMoney,
    seedAgreements,
    seedEmails,
    seedFields,
    seedFieldValues,
  ])
    await seed(app, made)
  await seedIntake(app, made)
  await seedDemoClient(app, idOf(harbour))
}

interface Made {
  readonly organisation: (name: string) => number
  readonly user: (email: string) => string
}

async function seedContracts(app: App, { organisation, user }: Made): Promise<void> {
  const all = [...contracts, ...generatedContracts, ...subContracts]
  const now = app.clock.now()
  for (const [index, contract] of all.entries()) {
    const organisationId = organisation(contract.organisation)
    const life = lifeOf(contract, index, now.toISOString().slice(0, 10))
    const id = await seedContract(app, { organisationId, contract, life, user })
    const isOver = contract.stages.some((stage) => stage === 'Expired' || stage === 'Void')
    if (isOver || index % 2 !== 0) continue
    const today = await localDay(app.db, organisationId, now)
    const then = earlier(app, lastMoveOf(life))
    await seedKeyDates(then, await actorFor(app, user(contract.by)), id, { index, today })
  }
}

// An unknown name is a mistake in the demo's data.
function idsFrom<Id>(ids: ReadonlyMap<string, Id>): (name: string) => Id {
  return (name) => {
    const id = ids.get(name)
    if (id === undefined)
      throw new Error(`The content of the demo speaks of "${name}" and nothing is called so.`)
    return id
  }
}

async function seedPeople(app: App, organisation: (name: string) => number): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  // one hash for all: a sandbox starts sooner, and everyone knows the password anyway
  let passwordHash: string | undefined
  for (const { organisation: name, permissions = [], ...person } of [...people, ...staff]) {
    const found = await findUser(app, person.email, organisation(name))
    if (found) {
      ids.set(person.email, found)
      continue
    }
    passwordHash ??= await hashPassword(demoPassword)
    const known = {
      ...person,
      organisationId: organisation(name),
      permissions: [...defaultPermissions[person.role], ...permissions],
    }
    const id =
      'invited' in person && person.invited
        ? await inviteUser(app, demo, known)
        : await addUser(app, demo, { ...known, passwordHash })
    ids.set(person.email, id)
  }
  return ids
}

async function seedTeams(
  app: App,
  organisation: (name: string) => number,
  user: (email: string) => string,
): Promise<void> {
  for (const { name, description, members, ...team } of teams) {
    const organisationId = organisation(team.organisation)
    if (await findNamed(app, 'teams', organisationId, name)) continue
    await createTeam(app, demo, { organisationId, name, description, memberIds: members.map(user) })
  }
}

async function seedTemplates(app: App, organisation: (name: string) => number): Promise<void> {
  for (const { team, ...template } of templates) {
    const organisationId = organisation(template.organisation)
    if (await findNamed(app, 'contract_templates', organisationId, template.name)) continue
    const teamId = team === undefined ? undefined : await findNamed(app, 'teams', organisationId, team)
    await createContractTemplate(app, demo, {
      organisationId,
      group: template.group,
      name: template.name,
      category: template.category,
      amends: template.amends ?? false,
      ...(teamId === undefined ? {} : { teamId }),
    })
  }
}

// Somebody who is only invited has not joined, and another organisation may have invited the same address.
const findUser = async (app: App, email: string, organisationId: number) =>
  (
    await app.db
      .selectFrom('users')
      .where('email_key', '=', email)
      .where((eb) => eb.or([eb('joined', '=', true), eb('organisation_id', '=', organisationId)]))
      .orderBy('joined', 'desc')
      .select('id')
      .executeTakeFirst()
  )?.id
