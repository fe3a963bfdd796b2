// v2 of who may see a record, and why.
import Type from 'typebox'
import { idsIn } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet } from '../../http/routes.ts'
import type { RecordBase, RecordKind } from '../record-kind.ts'
import { listViewers, type Viewer, viewingReasons } from '../viewers.ts'

const viewer = Type.Object({
  user: Type.Object({
    id: Type.String({ format: 'uuid' }),
    name: Type.String(),
    organizationId: Type.Integer(),
  }),
  reasons: Type.Array(Type.Enum([...viewingReasons])),
})
const ana = { id: '5d7c1b1e-0f53-4c0e-9f38-8f9d2c1b7a10', name: 'Ana Prior', organizationId: 5 }
const viewersSchema = Type.Object(
  {
    restricted: Type.Boolean(),
    items: Type.Array(viewer, { description: 'Active people, by name.' }),
    keptOut: Type.Array(viewer, { description: 'Who would see it if it were not restricted.' }),
    complete: Type.Boolean({ description: 'False where more than 2,000 people would have to be looked at.' }),
  },
  {
    title: 'RecordViewers',
    examples: [
      { restricted: false, items: [{ user: ana, reasons: ['Owner', 'Team'] }], keptOut: [], complete: true },
    ],
  },
)

const viewerToV2 = ({ userId: id, name, organisationId: organizationId, reasons }: Viewer) => ({
  user: { id, name, organizationId },
  reasons: [...reasons],
})

/** The route that says who may see a record of the kind. */
export const viewerRoutes =
  <DB, TB extends keyof DB & string, R extends RecordBase>(kind: RecordKind<DB, TB, R>): RouteModule =>
  (server, app) => {
    const { one, many } = kind.names
    const path = `/v2/${many}/:${one}Id/viewers`
    const ids = idsIn(path)
    onGet(server, path, {
      config: { access: { right: 'use' } },
      summary: `Say who may see a ${one}, and why`,
      description: `Everybody who may open it, with the reasons: what they are on it, a group of administrators, its team, intake, or their law firm. For those who may change the people on it, and for administrators who see it; 403 for others.`,
      returns: viewersSchema,
      handler: async (request) => {
        const found = await listViewers(kind, app, actorOf(request), ids.idOf(request))
        return {
          restricted: found.restricted,
          items: found.viewers.map(viewerToV2),
          keptOut: found.keptOut.map(viewerToV2),
          complete: found.complete,
        }
      },
    })
  }
