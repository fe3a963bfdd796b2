// v1 of the categories of matters: the tree.
import Type from 'typebox'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { listCategories } from '../categories.ts'
import { categoriesToV1, categoryRef, categorySchema } from './categories.wire.ts'

export const matterCategoryRoutes: RouteModule = (server, app) => {
  server.addSchema(categorySchema)
  server.get(
    '/matter-apis/v1/mattercategories',
    { config: { access: { right: 'use' } }, schema: { response: { 200: Type.Array(categoryRef) } } },
    async (request) => categoriesToV1(await listCategories(app, actorOf(request))),
  )
}
