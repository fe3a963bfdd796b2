// Makes a team of people of one organisation.
import type { App } from '../../platform/app.ts'
import { change, type SystemActor } from '../../platform/change.ts'
import { violates } from '../../platform/database.ts'
import { conflict } from '../../platform/errors.ts'

export interface NewTeam {
  readonly organisationId: number
  readonly name: string
  readonly description?: string
  /** People of the same organisation. */
  readonly memberIds: readonly string[]
}

/** Makes the team and answers its id. Throws conflict when the organisation has one of that name. */
export async function createTeam(app: App, actor: SystemActor, team: NewTeam): Promise<number> {
  const { organisationId, name, description = null, memberIds } = team
  try {
    return await change(app, actor, async (tx, now) => {
      const { id } = await tx
        .insertInto('teams')
        .values({
          organisation_id: organisationId,
          name,
          description,
          created_at: now,
          updated_at: now,
          created_by: actor.userId,
          updated_by: actor.userId,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      if (memberIds.length > 0) {
        await tx
          .insertInto('team_members')
          .values(
            memberIds.map((userId) => ({ organisation_id: organisationId, team_id: id, user_id: userId })),
          )
          .execute()
      }
      return {
        result: id,
        events: [
          {
            name: 'team.created',
            organisationId,
            resource: { kind: 'team', id },
            subject: null,
            facts: { name, memberIds },
          },
        ],
      }
    })
  } catch (error) {
    if (!violates(error, 'teams_name_unique')) throw error
    throw conflict(`There is already a team "${name}".`)
  }
}
