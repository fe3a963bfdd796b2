// The department of the person who owns a record, as columns of lists: shown to people of the same organisation only.
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { Join } from '../../platform/lists/joins.ts'
import type { Column } from '../../platform/lists/list-query.ts'

/** The department of the person whose id is in the column; null for people of other organisations. */
export function departmentColumns(ownerId: string, { userId }: Pick<Actor, 'userId'>) {
  const colleague = sql`users u join users viewer on viewer.organisation_id = u.organisation_id and viewer.id = ${userId}`
  const joins: readonly Join[] = [
    {
      as: 'ownerDepartment',
      table: sql`(select u.id as user_id, u.department_id, d.name from users u
        left join departments d on d.organisation_id = u.organisation_id and d.id = u.department_id
        where u.organisation_id = (select viewer.organisation_id from users viewer where viewer.id = ${userId}))`,
      on: sql`${sql.ref('ownerDepartment.user_id')} = ${sql.ref(ownerId)}`,
    },
  ]
  const id: Column = {
    kind: 'integer',
    nullable: true,
    sql: sql`(select u.department_id from ${colleague} where u.id = ${sql.ref(ownerId)})`,
    joined: { sql: sql.ref('ownerDepartment.department_id'), joins },
  }
  const name: Column = {
    kind: 'text',
    nullable: true,
    sql: sql`(select d.name from ${colleague}
      join departments d on d.organisation_id = u.organisation_id and d.id = u.department_id
      where u.id = ${sql.ref(ownerId)})`,
    joined: { sql: sql.ref('ownerDepartment.name'), joins },
  }
  return { ownerDepartmentId: id, ownerDepartmentName: name } as const
}
