// v2 of what an organisation demands of people who sign in, and of removing the second factor of somebody who lost it.
import Type from 'typebox'
import { personIdOf } from '../../../http/ids.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { onDelete, onGet, onPatch } from '../../../http/routes.ts'
import { mergePatchBody } from '../../../http/v2/bodies.ts'
import { choiceIn, given, neverNull, propertiesOf, truthIn, userIdIn } from '../../../http/v2/merge-patch.ts'
import { badInput } from '../../../platform/errors.ts'
import { resetFactors } from '../second-factor/reset-factors.ts'
import {
  demands,
  getSignInPolicy,
  longestRememberDays,
  type SignInPolicy,
  updateSignInPolicy,
} from '../second-factor/sign-in-policy.ts'

const administer = { access: { right: 'administer' } } as const

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
  passwords: Type.Boolean({
    description: 'Whether people may sign in with passwords and passkeys, besides the identity provider.',
  }),
  administratorNetworks: Type.Array(Type.String({ maxLength: 60 }), {
    maxItems: 50,
    description:
      'From where administrators may act: addresses and networks (CIDR). Empty for everywhere. The caller’s own address has to be in one of them.',
  }),
  breakGlassAccount: Type.Union([Type.Object({ id: Type.String({ format: 'uuid' }) }), Type.Null()], {
    description:
      'An administrator who may use a password and act from everywhere, always with a second factor. Each of their sign-ins is announced to all administrators.',
  }),
  approvalsNeedSignIn: Type.Boolean({
    description:
      'Whether approvers sign in before they answer at the address in a mail. Otherwise anyone who has the mail can answer.',
  }),
}
const example = {
  secondFactor: 'Administrators',
  firms: true,
  rememberDays: 30,
  trustSingleSignOn: true,
  passwords: false,
  administratorNetworks: ['203.0.113.0/24', '2001:db8::/48'],
  breakGlassAccount: { id: '7d1f5b62-3a1c-4b7e-9b1a-0f6d0c2a9e11' },
  approvalsNeedSignIn: true,
}

const policySchema = Type.Object(policyProperties, { examples: [example] })
const names = [
  'secondFactor',
  'firms',
  'rememberDays',
  'trustSingleSignOn',
  'passwords',
  'administratorNetworks',
  'breakGlassAccount',
  'approvalsNeedSignIn',
] as const
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
    passwords: truthIn(properties, 'passwords'),
    administratorNetworks: networksIn(properties['administratorNetworks']),
    breakGlassUserId: userIdIn(properties, 'breakGlassAccount'),
    approvalsNeedSignIn: truthIn(properties, 'approvalsNeedSignIn'),
  })
}

function networksIn(value: unknown): readonly string[] | undefined {
  if (value === undefined) return undefined
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value
  throw badInput('administratorNetworks', 'must be a list of addresses and networks.')
}

function policyToV2({ breakGlassUserId, administratorNetworks, ...policy }: SignInPolicy) {
  return {
    ...policy,
    administratorNetworks: [...administratorNetworks],
    breakGlassAccount: breakGlassUserId === null ? null : { id: breakGlassUserId },
  }
}

export const signInPolicyRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/signInPolicy', {
    config: administer,
    operationId: 'getSignInPolicy',
    summary: 'Get what is demanded at sign-in',
    description: 'Of the caller’s organisation.',
    returns: policySchema,
    handler: async (request) => policyToV2(await getSignInPolicy(app.db, actorOf(request).organisationId)),
  })

  onPatch(server, '/v2/signInPolicy', {
    config: { ...administer, act: 'signInPolicy', documentedBodies: policyBody },
    operationId: 'updateSignInPolicy',
    summary: 'Change what is demanded at sign-in',
    description:
      'Holds at once: who is signed in with less is asked to sign in again, and sets up a second factor then. 409 if it would be demanded of the caller, who has none yet; if the caller could not act from where they are; if passwords are to be refused and there is no identity provider; or if the break-glass account is not that of an administrator with a second factor.',
    handler: (request) => updateSignInPolicy(app, actorOf(request), changesFromV2(request.body), request.ip),
  })

  onDelete(server, '/v2/users/:userId/secondFactor', {
    config: { ...administer, act: 'colleagueFactors' },
    operationId: 'resetSecondFactor',
    summary: 'Remove the second factor of a person',
    description:
      'For somebody who has lost it: their authenticator app, passkeys, recovery codes and remembered browsers are removed, their sessions end, and they get a mail. Not for oneself.',
    handler: async (request) => {
      await resetFactors(app, actorOf(request), personIdOf(request.params.userId))
    },
  })
}
