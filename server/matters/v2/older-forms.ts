// v2 of the matters of a type that keep an older form.
import { olderFormRoutes } from '../../records/v2/current-forms.ts'
import { getCategory } from '../categories.ts'
import { formsOfCategory } from '../fields.ts'
import { matterKind } from '../matter-kind.ts'

export const matterOlderFormRoutes = olderFormRoutes({
  kind: matterKind,
  formsOf: formsOfCategory,
  path: '/v2/matterTypes/:typeId/olderForms',
  typeOf: (app, actor, typeId) => getCategory(app.db, actor, typeId),
})
