// v2 of fields: the list.
import type { RouteModule } from '../../http/route.ts'
import { onList } from '../../http/v2/list-routes.ts'
import { countFieldRows, fieldListing, listFieldRows } from '../field-rows.ts'
import { fieldProperties, fieldSchema, fieldShownFrom, fieldToV2 } from './fields.wire.ts'

const top = 25

export const fieldRoutesV2: RouteModule = (server, app) => {
  onList(server, app, '/v2/fields', {
    config: { access: { right: 'use' } },
    summary: 'List fields',
    description:
      'The fields of your organisation, custom and built-in; the id is their name in records. Headings of forms are not among them: they have no value.',
    item: fieldSchema,
    properties: fieldProperties,
    columns: fieldShownFrom,
    top,
    rows: (reading, actor) => ({
      listing: fieldListing,
      read: (asked) => listFieldRows(reading, actor, asked),
      count: (query) => countFieldRows(reading, actor, query),
    }),
    toV2: fieldToV2,
  })
}
