// The matter that a contract belongs to, as far as people on the contract may know of it.
import type { Actor } from '../platform/actor.ts'
import type { SubjectColumns } from '../platform/subject.ts'
import { isDisclosedSql, isMemberOfSql } from '../records/disclosure.ts'

type Viewer = Pick<Actor, 'userId'>

// contracts do not know the kind of matters, only who is a member of which
const matterMembers = { members: { table: 'matter_members', recordId: 'matter_id' } }

/** SQL: the person is a member of the matter that the two columns name. */
export const isOnMatterSql = (columns: SubjectColumns, viewer: Viewer) =>
  isMemberOfSql(matterMembers, columns, viewer)

/**
 * SQL over rows of matters with this alias: somebody who sees a contract of the matter learns its name and number. A
 * restricted matter is disclosed to its members only.
 */
export const isMatterDisclosedSql = (of: string, viewer: Viewer) => isDisclosedSql(matterMembers, of, viewer)
