// v1 of the categories of matters: the tree, and the form for a new matter of one.
import Type from 'typebox'
import { newRecordForm } from '../../fields/v1/forms.wire.ts'
import { idOf } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet } from '../../http/routes.ts'
import { formSchema } from '../../http/v1/fields.wire.ts'
import { listCategories } from '../categories.ts'
import { getCreateForm } from '../fields.ts'
import { categoriesToV1, categoryRef, categorySchema } from './categories.wire.ts'

export const matterCategoryRoutes: RouteModule = (server, app) => {
  server.addSchema(categorySchema)
  onGet(server, '/matter-apis/v1/mattercategories', {
    config: { access: { right: 'use' } },
    summary: 'List matter types',
    description: 'The types of matters, which v1 calls categories, as a tree.',
    returns: Type.Array(categoryRef),
    handler: async (request) => categoriesToV1(await listCategories(app, actorOf(request))),
  })

  onGet(server, '/matter-apis/v1/mattercategories/:categoryId/createSchema', {
    config: { access: { right: 'use' } },
    summary: 'Get the form of a matter type',
    description: 'The fields to be filled in when a matter of this type is created.',
    returns: formSchema,
    handler: async (request) =>
      newRecordForm(await getCreateForm(app, actorOf(request), idOf(request.params.categoryId))),
  })
}
