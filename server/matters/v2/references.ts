// v2 of what others call a matter: the reference of the client, that of the manager's firm, and the purchase order it
// is paid under.
import Type from 'typebox'
import { idOf } from '../../http/ids.ts'
import { etagOf, versionCheck } from '../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet, onPatch } from '../../http/routes.ts'
import { mergePatchBody } from '../../http/v2/bodies.ts'
import { given, propertiesOf, textIn } from '../../http/v2/merge-patch.ts'
import { nullable } from '../../http/v2/references.wire.ts'
import { getMatterToSee } from '../access.ts'
import { updateMatter } from '../commands/update-matter.ts'
import type { Matter } from '../matter.ts'

const config = { access: { right: 'use' } } as const
const text = nullable<string>('string', { maxLength: 255 })
const properties = { reference: text, managerReference: text, purchaseOrderNumber: text }
const example = {
  reference: 'LEG-2026-014',
  managerReference: 'AP/4711-3',
  purchaseOrderNumber: 'PO 4500017',
}

const referencesSchema = Type.Object(properties, { examples: [example] })
const names = ['reference', 'managerReference', 'purchaseOrderNumber'] as const

const referencesToV2 = ({ reference, managerReference, purchaseOrderNumber }: Matter) => ({
  reference,
  managerReference,
  purchaseOrderNumber,
})

/** The changes of a merge patch. */
const changesFromV2 = (body: unknown) => {
  const sent = propertiesOf(body, names)
  return given({
    reference: textIn(sent, 'reference'),
    managerReference: textIn(sent, 'managerReference'),
    purchaseOrderNumber: textIn(sent, 'purchaseOrderNumber'),
  })
}

export const matterReferenceRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/matters/:matterId/references', {
    config,
    summary: 'Get the references of a matter',
    description:
      'What the client (`reference`) and the firm of the manager (`managerReference`) call it, and the purchase order it is paid under. LEDES files find the matter by either reference.',
    returns: referencesSchema,
    handler: async (request, reply) => {
      const matter = await getMatterToSee(app.db, actorOf(request), idOf(request.params.matterId))
      return reply.header('etag', etagOf(matter.version)).send(referencesToV2(matter))
    },
  })

  onPatch(server, '/v2/matters/:matterId/references', {
    config: {
      ...config,
      ifMatch: true,
      documentedBodies: mergePatchBody(Type.Object(properties, { additionalProperties: false }), {
        managerReference: 'AP/4711-3',
        purchaseOrderNumber: null,
      }),
    },
    summary: 'Change the references of a matter',
    description:
      'A merge patch: what is sent changes, null clears it. Each property asks for the right of its name: people of the organisation that owns the matter have them, those in charge of it at a law firm where the type opens the property. 403 names what is refused. With If-Match, only the version that was read is changed: otherwise 412.',
    handler: async (request) => {
      const changes = changesFromV2(request.body)
      const check = versionCheck(request)
      await updateMatter(app, actorOf(request), idOf(request.params.matterId), ({ matter }) => {
        check(matter.version)
        return changes
      })
    },
  })
}
