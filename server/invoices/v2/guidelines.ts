// v2 of billing guidelines: the rules, the versions of the organisation, of firms and of matters, and trying them.
import Type from 'typebox'
import { etagOf, versionCheck } from '../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet, onPost, onPut } from '../../http/routes.ts'
import { jsonBody } from '../../http/v2/bodies.ts'
import { idIn, needed, propertiesOf, textIn } from '../../http/v2/merge-patch.ts'
import { setGuideline } from '../commands/set-guideline.ts'
import { tryGuideline } from '../commands/try-guideline.ts'
import { guidelineScope } from '../guidelines/access.ts'
import { countFlags } from '../guidelines/stored-flags.ts'
import { listVersions } from '../guidelines/stored-guidelines.ts'
import { triedSchema, triedToV2 } from './flags.wire.ts'
import {
  guidelineRulesFromV2,
  guidelineSchema,
  guidelineToV2,
  newGuidelineExample,
  newGuidelineSchema,
  rulesSchema,
  rulesToV2,
  tryingSchema,
} from './guidelines.wire.ts'

const config = { access: { right: 'manage-invoices' } } as const

const id = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647, description }))

const scope = Type.Object(
  { firmId: id('The guideline for one law firm.'), matterId: id('The guideline for one matter.') },
  { additionalProperties: false },
)

const what =
  'Without firmId and matterId that of the organisation. For each rule the most special guideline that decides on it counts: the matter’s, then the firm’s, then the organisation’s.'

export const guidelineRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/invoices/guidelines/rules', {
    config,
    operationId: 'listGuidelineRules',
    summary: 'List the rules of billing guidelines',
    description:
      'All rules with their settings, and how often each has found something in invoices of the organisation.',
    returns: rulesSchema,
    handler: async (request) => rulesToV2(await countFlags(app.db, actorOf(request).organisationId)),
  })

  onGet(server, '/v2/invoices/guidelines', {
    config: { ...config, etag: true },
    operationId: 'getGuideline',
    summary: 'Get a billing guideline',
    description: `With all versions. ${what}`,
    querystring: scope,
    returns: guidelineSchema,
    handler: async (request, reply) => {
      const asked = await guidelineScope(app.db, actorOf(request), request.query)
      const versions = await listVersions(app.db, asked)
      reply.header('etag', etagOf(versions[0]?.version ?? 0))
      return guidelineToV2(versions)
    },
  })

  onPut(server, '/v2/invoices/guidelines', {
    config: { ...config, ifMatch: true, documentedBodies: jsonBody(newGuidelineSchema, newGuidelineExample) },
    operationId: 'setGuideline',
    summary: 'Set a billing guideline',
    description: `As a version of its own, for invoices that are posted from now on; a rule that is not in it is decided by a less special guideline. ${what} With If-Match, only in place of the version that you have read.`,
    querystring: scope,
    handler: async (request) => {
      const sent = propertiesOf(request.body, ['rules', 'note'])
      await setGuideline(app, actorOf(request), request.query, {
        rules: guidelineRulesFromV2(sent['rules']),
        note: textIn(sent, 'note', { longest: 2_000 }) ?? null,
        checkVersion: versionCheck(request),
      })
    },
  })

  onPost(server, '/v2/invoices/guidelines/trials', {
    config: {
      ...config,
      documentedBodies: jsonBody(tryingSchema, { invoice: { id: 31 }, rules: newGuidelineExample.rules }),
    },
    operationId: 'tryGuideline',
    summary: 'Try billing guidelines on an invoice',
    description:
      'What these rules would find in an invoice that you review if it was posted now; without rules those in force. Nothing is kept.',
    returns: triedSchema,
    handler: async (request) => {
      const sent = propertiesOf(request.body, ['invoice', 'rules'])
      const invoiceId = needed('invoice', idIn(sent, 'invoice') ?? undefined)
      const rules = sent['rules'] === undefined ? undefined : guidelineRulesFromV2(sent['rules'])
      return { items: (await tryGuideline(app, actorOf(request), { invoiceId, rules })).map(triedToV2) }
    },
  })
}
