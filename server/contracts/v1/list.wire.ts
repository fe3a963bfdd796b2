// The query of v1's list of contracts.
import type { Static } from 'typebox'
import { recordListFromV1, recordListQuery } from '../../http/v1/record-list.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { contractColumnsFor } from '../contract-lists.ts'
import { defaultColumns, contractProperties } from './contracts.wire.ts'

export const listQuery = recordListQuery(['All', 'Personal', 'Teams', 'Restricted'])

/** Scope, filter, order, page and columns of a list; 400 names what the list does not recognise. */
export const listFromV1 = (app: App, actor: Actor, query: Static<typeof listQuery>) =>
  recordListFromV1(query, {
    properties: contractProperties,
    fallback: defaultColumns,
    things: 'Contracts',
    columnsFor: (scope, fieldNames) => contractColumnsFor(app, actor, scope, fieldNames),
  })
