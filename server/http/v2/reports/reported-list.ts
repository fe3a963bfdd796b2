// Lists that are exported, counted by groups and kept as views. Each noun says what its list is; what is done with it
// is the same for all.
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import type { GroupRow, GroupsAsked } from '../../../platform/lists/group-rows.ts'
import type { Page } from '../../../platform/lists/list-page.ts'
import type { ListQuery } from '../../../platform/lists/list-query.ts'
import type { ListedRow, Listing } from '../../../platform/lists/list-rows.ts'
import type { Resource } from '../odata-properties.ts'

interface Asked {
  readonly query: ListQuery
  readonly columns: readonly string[]
}

/** A list as one caller sees it. */
export interface ReportedList {
  readonly resource: Resource & Listing
  /** The custom fields that were asked for, in lower case, with their titles. */
  readonly fields: readonly { readonly name: string; readonly title: string; readonly valueType: string }[]
  readonly read: (asked: Asked) => Promise<readonly ListedRow[]>
  readonly count: (query: ListQuery) => Promise<number>
  /** Undefined for a list that is not counted by groups. */
  readonly groups?: (asked: GroupsAsked) => Promise<readonly GroupRow[]>
}

/** A list, for any caller. */
export interface ReportedSource {
  /** As in its address: `/v2/<name>`. */
  readonly name: string
  /** The columns of an export when none are chosen, by their paths. */
  readonly usual: readonly string[]
  /** The properties that are amounts of money, in the currency of the row where it has one. */
  readonly amounts?: readonly string[]
  /** The list for the caller, with these custom fields, or with all, where it has any. */
  readonly open: (
    app: App,
    actor: Actor,
    fields: { readonly named: readonly string[]; readonly all: boolean },
  ) => Promise<ReportedList>
}

type ReadPage = (asked: Asked & { readonly count: boolean }) => Promise<Page>

/** How a list is read that answers pages with their total. */
export const pagesOf = (read: ReadPage): Pick<ReportedList, 'read' | 'count'> => ({
  read: async (asked) => (await read({ ...asked, count: false })).rows,
  count: async (query) =>
    (await read({ query: { ...query, take: 1 }, columns: ['id'], count: true })).count ?? 0,
})
