// The query of v1's list of matters.
import type { Static } from 'typebox'
import { recordListFromV1, recordListQuery } from '../../http/v1/record-list.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { matterColumnsFor } from '../matter-lists.ts'
import { defaultColumns, matterProperties } from './matters.wire.ts'

export const listQuery = recordListQuery(['All', 'Personal', 'Intake', 'Teams', 'Restricted'])

/** Scope, filter, order, page and columns of a list; 400 names what the list does not recognise. */
export const listFromV1 = (app: App, actor: Actor, query: Static<typeof listQuery>) =>
  recordListFromV1(query, {
    properties: matterProperties,
    fallback: defaultColumns,
    things: 'Matters',
    columnsFor: (scope, fieldNames) => matterColumnsFor(app, actor, scope, fieldNames),
  })
