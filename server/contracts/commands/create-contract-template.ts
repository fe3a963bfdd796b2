// Makes a contract template (a type, in the words of v2) in a group of templates.
import type { App } from '../../platform/app.ts'
import { change, type SystemActor } from '../../platform/change.ts'
import type { Tx } from '../../platform/database.ts'

export interface NewContractTemplate {
  readonly organisationId: number
  /** The name of the group, which is made when it is not there. */
  readonly group: string
  readonly name: string
  readonly category: 'Sales' | 'Purchasing' | 'Commercial'
  /** The team that contracts of this type go to when none is given. */
  readonly teamId?: number
  /** Contracts of this type amend the contract above them; otherwise they are statements of work under it. */
  readonly amends?: boolean
}

/** Makes the template and answers its id. */
export function createContractTemplate(
  app: App,
  actor: SystemActor,
  template: NewContractTemplate,
): Promise<number> {
  const { organisationId, group, name, category, teamId = null, amends = false } = template
  return change(app, actor, async (tx, now) => {
    const { id } = await tx
      .insertInto('contract_templates')
      .values({
        organisation_id: organisationId,
        group_id: await groupOf(tx, organisationId, group, now),
        name,
        category,
        team_id: teamId,
        amends,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return {
      result: id,
      events: [
        {
          name: 'contractTemplate.created',
          organisationId,
          resource: { kind: 'contractTemplate', id },
          subject: null,
          facts: { name, group, category },
        },
      ],
    }
  })
}

async function groupOf(tx: Tx, organisationId: number, name: string, now: Date): Promise<number> {
  const found = await tx
    .selectFrom('contract_groups')
    .where('organisation_id', '=', organisationId)
    .where((eb) => eb(eb.fn('lower', ['name']), '=', name.toLowerCase()))
    .select('id')
    .executeTakeFirst()
  if (found) return found.id
  const { id } = await tx
    .insertInto('contract_groups')
    .values({ organisation_id: organisationId, name, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
