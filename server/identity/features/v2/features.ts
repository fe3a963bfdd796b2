// v2 of features: listing them, and switching them for the caller's organisation.
import Type from 'typebox'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { onGet, onPatch } from '../../../http/routes.ts'
import { mergePatchBody } from '../../../http/v2/bodies.ts'
import { propertiesOf, truthIn } from '../../../http/v2/merge-patch.ts'
import { itemsSchema } from '../../../http/v2/paging.ts'
import { setFeature } from '../commands/set-feature.ts'
import { featureCodes, features } from '../feature.ts'
import { getFeature, listFeatures, type SwitchedFeature } from '../queries.ts'

const featureSchema = Type.Object(
  {
    code: Type.Unsafe<string>({ type: 'string', enum: [...featureCodes] }),
    enabled: Type.Boolean(),
    enabledByDefault: Type.Boolean({
      description: 'Whether organisations without a setting of their own have it.',
    }),
    description: Type.String(),
  },
  {
    examples: [
      { code: 'TASKS', enabled: true, enabledByDefault: true, description: features.TASKS.description },
    ],
  },
)
const changes = mergePatchBody(Type.Object({ enabled: Type.Boolean() }, { additionalProperties: false }), {
  enabled: false,
})

const featureToV2 = ({ code, enabled }: SwitchedFeature) => ({
  code,
  enabled,
  enabledByDefault: features[code].byDefault,
  description: features[code].description,
})

export const featureRoutesV2: RouteModule = (server, app) => {
  onGet(server, '/v2/features', {
    config: { access: { right: 'use' } },
    summary: 'List features',
    description: 'Every feature, and whether the caller’s organisation has it.',
    returns: itemsSchema(featureSchema),
    handler: async (request) => ({ items: (await listFeatures(app, actorOf(request))).map(featureToV2) }),
  })

  onGet(server, '/v2/features/:featureCode', {
    config: { access: { right: 'use' } },
    summary: 'Get a feature',
    description: 'By its code, in any case; an unknown code is 404.',
    returns: featureSchema,
    handler: async (request) =>
      featureToV2(await getFeature(app, actorOf(request), request.params.featureCode)),
  })

  onPatch(server, '/v2/features/:featureCode', {
    config: { access: { right: 'administer' }, documentedBodies: changes },
    summary: 'Switch a feature',
    description: 'On or off for the caller’s organisation; null restores the default.',
    handler: async (request) => {
      const actor = actorOf(request)
      const sent = propertiesOf(request.body, ['enabled'], ['code', 'enabledByDefault', 'description'])
      const { code, enabled: before } = await getFeature(app, actor, request.params.featureCode)
      // null restores the default
      const wanted = sent['enabled'] === null ? features[code].byDefault : truthIn(sent, 'enabled')
      await setFeature(app, actor, { organisationId: actor.organisationId, code, enabled: wanted ?? before })
    },
  })
}
