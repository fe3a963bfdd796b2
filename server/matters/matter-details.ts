// What the details of a matter show besides the columns of lists.
import { sql, type SqlBool } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { type Join, shownColumn } from '../platform/lists/joins.ts'
import type { Catalogue } from '../platform/lists/list-query.ts'
import { permissionCodesSql } from '../platform/permission-codes.ts'
import { pagesAt } from '../platform/web-addresses.ts'
import { getWith } from '../records/access.ts'
import type { BodyContext } from '../records/lists/record-bodies.ts'
import { lastMessageColumns } from '../records/status-messages.ts'
import { personDetailColumns } from '../identity/users/person-columns.ts'
import { matterKind } from './matter-kind.ts'

/** A word that is put on matters. */
export interface Tag {
  readonly id: number
  readonly description: string
}

/** The terms a matter is worked on under. */
export interface Terms {
  readonly fileId: number
  readonly code: string
  readonly fileName: string
}

// not through access.ts: who sees the matter sees its files that are not private
const isTermsFile = sql<SqlBool>`f.deleted_at is null and f.matter_id = matters.id and not f.shielded`

/** The terms, as long as their file is there for everybody on the matter: not moved away, nor into a private folder. */
// not through access.ts: who sees the matter sees its files that are not private
const terms = sql<Terms | null>`(
  select json_build_object('fileId', f.id, 'code', mt.code, 'fileName', f.name)
  from matter_terms mt join files f on f.organisation_id = mt.organisation_id and f.id = mt.file_id
  where mt.organisation_id = matters.organisation_id and mt.matter_id = matters.id and ${isTermsFile})`

/** The terms of the matter, if it has any; not_found as for every matter the caller may not see. */
export async function findMatterTerms({ db }: App, actor: Actor, id: number): Promise<Terms | null> {
  return (await getWith(matterKind, { db, actor }, id, { terms })).related.terms
}

// not through access.ts: who sees the matter sees its files that are not private
const termsOfMatter: Join = {
  as: 'terms',
  table: sql`lateral (select f.id, mt.code, f.name
    from matter_terms mt join files f on f.organisation_id = mt.organisation_id and f.id = mt.file_id
    where mt.organisation_id = matters.organisation_id and mt.matter_id = matters.id and ${isTermsFile})`,
  on: sql<SqlBool>`true`,
}

/** The columns of the details of a matter; the note is its mail address. */
export function matterDetailColumns(context: BodyContext): Catalogue {
  const { config, note } = context
  return {
    ...matterKind.list.columns(context, context.caller),
    url: shownColumn('text', sql`${pagesAt(config, 'matters')}::text || matters.id`),
    mailAddress: shownColumn(
      'text',
      context.caller.featuresOff?.has('INBOUND_EMAIL') ? sql`null::text` : note,
    ),
    ...memberColumns('ownerMember', 'matters.owner_id'),
    ...memberColumns('managerMember', 'matters.manager_id'),
    ...lastMessageColumns(matterKind),
    tags: shownColumn('text', tags),
    termsFileId: shownColumn('integer', sql`terms.id`, [termsOfMatter]),
    termsCode: shownColumn('text', sql`terms.code`, [termsOfMatter]),
    termsFileName: shownColumn('text', sql`terms.name`, [termsOfMatter]),
  }
}

/** The person whose id is in a column, as a member; null when there is none, or they are not on the matter. */
function memberColumns(prefix: string, id: string): Catalogue {
  const membership = `${prefix}ship`
  const of = (name: string) => sql.ref(`${membership}.${name}`)
  // not through access.ts: who sees the matter sees the people on it
  const join: Join = {
    as: membership,
    table: sql`matter_members`,
    on: sql`${of('organisation_id')} = matters.organisation_id and ${of('matter_id')} = matters.id
      and ${of('user_id')} = ${sql.ref(id)}`,
  }
  return {
    ...personDetailColumns(prefix, `${membership}.user_id`, [join]),
    [`${prefix}PermissionCodes`]: shownColumn('text', permissionCodesSql(sql.ref(`${prefix}.permissions`)), [
      join,
    ]),
    [`${prefix}IsDelegateOwner`]: shownColumn('boolean', of('delegate_owner'), [join]),
    [`${prefix}IsDelegateManager`]: shownColumn('boolean', of('delegate_manager'), [join]),
  }
}

/** In the order in which they were put on the matter. */
const tags = sql`(select '[' || coalesce(string_agg(
    (select row_to_json(o)::text from (select t.id, t.description) o), ',' order by mt.added_at, t.id), '') || ']'
  from matter_tags mt join tags t on t.organisation_id = mt.organisation_id and t.id = mt.tag_id
  where mt.organisation_id = matters.organisation_id and mt.matter_id = matters.id)::json`
