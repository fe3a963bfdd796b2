// Creates the demo's directory: departments, regions, financial years, features, and profiles.
import { setFeature } from '../../../identity/features/commands/set-feature.ts'
import { createDepartment } from '../../../identity/organisations/commands/create-department.ts'
import { createRegion } from '../../../identity/organisations/commands/create-region.ts'
import { deleteDepartment } from '../../../identity/organisations/commands/delete-department.ts'
import { linkOrganisations } from '../../../identity/organisations/commands/link-organisations.ts'
import { setFinancialSettings } from '../../../identity/organisations/commands/set-financial-settings.ts'
import type { App } from '../../../platform/app.ts'
import { systemActor } from '../../../platform/events/change.ts'
import { updateProfile } from '../../../identity/users/commands/update-profile.ts'
import { organisations } from '../plans/core-records.ts'
import { departments, finances, links, profiles, regions, switches } from '../plans/directory.ts'
import { staff } from '../plans/staff.ts'

const demo = systemActor('demo')

/** Maps the names in the demo's data to what was created for them. */
export interface Made {
  organisation(name: string): number
  user(email: string): string
}

/** Creates whatever is missing of it. */
export async function seedDirectory(app: App, made: Made): Promise<void> {
  for (const { customer, provider } of links) {
    await linkOrganisations(app, demo, {
      customerId: made.organisation(customer),
      providerId: made.organisation(provider),
    })
  }
  await seedDepartments(app, made)
  await seedRegions(app, made)
  for (const { organisation, ...settings } of finances) {
    const currency = organisations.find(({ name }) => name === organisation)?.currency ?? 'USD'
    await setFinancialSettings(app, demo, {
      organisationId: made.organisation(organisation),
      currency,
      ...settings,
    })
  }
  for (const { organisation, ...feature } of switches) {
    await setFeature(app, demo, { organisationId: made.organisation(organisation), ...feature })
  }
  await seedProfiles(app, made)
}

async function seedDepartments(app: App, made: Made): Promise<void> {
  for (const { organisation, name, parent, closed = false } of departments) {
    const organisationId = made.organisation(organisation)
    if ((await findDepartment(app, organisationId, name)) !== undefined) continue
    const parentId = parent === undefined ? undefined : await findDepartment(app, organisationId, parent)
    const id = await createDepartment(app, demo, {
      organisationId,
      name,
      ...(parentId === undefined ? {} : { parentId }),
    })
    if (closed) await deleteDepartment(app, demo, { organisationId, id })
  }
}

async function seedRegions(app: App, made: Made): Promise<void> {
  for (const { organisation, name } of regions) {
    const organisationId = made.organisation(organisation)
    const found = await app.db
      .selectFrom('regions')
      .where('organisation_id', '=', organisationId)
      .where('name', '=', name)
      .select('id')
      .executeTakeFirst()
    if (!found) await createRegion(app, demo, { organisationId, name })
  }
}

async function seedProfiles(app: App, made: Made): Promise<void> {
  const all = [
    ...Object.entries(profiles),
    ...staff.map(({ email, department, hourlyRate }): [string, (typeof profiles)[string]] => [
      email,
      {
        ...(department === undefined ? {} : { department }),
        ...(hourlyRate === undefined ? {} : { hourlyRate }),
      },
    ]),
  ]
  for (const [email, { department, ...profile }] of all) {
    const userId = made.user(email)
    const departmentId = department === undefined ? undefined : await departmentOf(app, userId, department)
    await updateProfile(app, demo, userId, {
      ...profile,
      ...(departmentId === undefined ? {} : { departmentId }),
    })
  }
}

async function departmentOf(app: App, userId: string, name: string): Promise<number | undefined> {
  const { organisation_id: organisationId } = await app.db
    .selectFrom('users')
    .where('id', '=', userId)
    .select('organisation_id')
    .executeTakeFirstOrThrow()
  return findDepartment(app, organisationId, name)
}

async function findDepartment(app: App, organisationId: number, name: string): Promise<number | undefined> {
  const row = await app.db
    .selectFrom('departments')
    .where('organisation_id', '=', organisationId)
    .where('name', '=', name)
    .select('id')
    .executeTakeFirst()
  return row?.id
}
