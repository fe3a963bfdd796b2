// v2 of what an organisation demands of people who sign in, and of removing the second factor of somebody who lost it.
import Type from 'typebox'
import { personIdOf } from '../../../http/ids.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { onDelete, onGet, onPatch } from '../../../http/routes.ts'
import { mergePatchBody } from '../../../http/v2/bodies.ts'
import { choiceIn, given, neverNull, propertiesOf, truthIn } from '../../../http/v2/merge-patch.ts'
import { badInput } from '../../../platform/errors.ts'
import { resetFactors } from '../second-factor/reset-factors.ts'
import {
  demands,
  getSignInPolicy,
  longestRememberDays,
  updateSignInPolicy,
} from '../second-factor/sign-in-policy.ts'

const administer = { access: { right: 'administer' } } as const
const verified = { ...administer, verified: true } as const

const policyProperties = {
  secondFactor: Type.Unsafe<(typeof demands)[number]>({
    type: 'string',
    enum: [...demands],
    description: 'Of whom in the organisation a second factor is demanded.',
  }),
  firms: Type.Boolean({
    description: 'Whether it is demanded of people of law firms who are on records of the organisation.',
  }),
  rememberDays: Type.Integer({
    minimum: 0,
    maximum: longestRememberDays,
    description: 'For how many days a browser may stand for the second factor; 0 for never.',
  }),
  trustSingleSignOn: Type.Boolean({
    description:
      'Whether single sign-on counts as both factors, because the identity provider asks for them.',
  }),
}
const example = {
  secondFactor: 'Administrators',
  firms: true,
  rememberDays: 30,
  trustSingleSignOn: true,
} as const

const policySchema = Type.Object(policyProperties, { examples: [example] })
const names = ['secondFactor', 'firms', 'rememberDays', 'trustSingleSignOn'] as const
const policyBody = mergePatchBody(
  Type.Partial(Type.Object(policyProperties), { additionalProperties: false }),
  { rememberDays: 14, firms: true },
)

function changesFromV2(body: unknown) {
  const properties = propertiesOf(body, names)
  const days = properties['rememberDays']
  if (days !== undefined && !Number.isInteger(days)) throw badInput('rememberDays', 'must be a whole number.')
  return given({
    secondFactor: neverNull('secondFactor', choiceIn(properties, 'secondFactor', demands)),
    firms: truthIn(properties, 'firms'),
    rememberDays: days as number | undefined,
    trustSingleSignOn: truthIn(properties, 'trustSingleSignOn'),
  })
}

export const signInPolicyRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/signInPolicy', {
    config: administer,
    operationId: 'getSignInPolicy',
    summary: 'Get what is demanded at sign-in',
    description: 'Of the caller’s organisation.',
    returns: policySchema,
    handler: async (request) => getSignInPolicy(app.db, actorOf(request).organisationId),
  })

  onPatch(server, '/v2/signInPolicy', {
    config: { ...verified, documentedBodies: policyBody },
    operationId: 'updateSignInPolicy',
    summary: 'Change what is demanded at sign-in',
    description:
      'Holds at once: who is signed in with less is asked to sign in again, and sets up a second factor then. 409 if it would be demanded of the caller, who has none yet.',
    handler: (request) => updateSignInPolicy(app, actorOf(request), changesFromV2(request.body)),
  })

  onDelete(server, '/v2/users/:userId/secondFactor', {
    config: verified,
    operationId: 'resetSecondFactor',
    summary: 'Remove the second factor of a person',
    description:
      'For somebody who has lost it: their authenticator app, passkeys, recovery codes and remembered browsers are removed, their sessions end, and they get a mail. Not for oneself.',
    handler: async (request) => {
      await resetFactors(app, actorOf(request), personIdOf(request.params.userId))
    },
  })
}
