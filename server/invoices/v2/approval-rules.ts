// v2 of the rules by which invoices are approved.
import Type from 'typebox'
import { peopleByIds } from '../../identity/users/people-on-records.ts'
import { etagOf, versionCheck } from '../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet, onPut } from '../../http/routes.ts'
import { jsonBody } from '../../http/v2/bodies.ts'
import {
  choiceIn,
  decimalIn,
  idsIn,
  inside,
  needed,
  neverNull,
  peopleIn,
  propertiesOf,
  textIn,
  truthIn,
} from '../../http/v2/merge-patch.ts'
import { doneBy, nullableObject, personExample, userReference } from '../../http/v2/references.wire.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { badInput } from '../../platform/errors.ts'
import { costCentresByIds } from '../allocation/shares.ts'
import { needs } from '../../records/approval-steps.ts'
import { getApprovalSettings, usualDays } from '../approvals/rules.ts'
import {
  type GivenRule,
  longestName,
  mostApprovers,
  mostCostCentres,
  mostRules,
  mostWorkingDays,
  setApprovalRules,
} from '../approvals/set-approval-rules.ts'
import { costReference } from './allocation/shares.wire.ts'
import {
  deadlineBodySchema,
  deadlineIn,
  deadlineSchema,
  deadlineToV2,
} from '../../records/v2/approval-deadlines.wire.ts'
import { needSchema } from '../../records/v2/approval-steps.wire.ts'

const closed = { additionalProperties: false }
const from = nullableObject(
  { total: Type.Number({ exclusiveMinimum: 0 }), currency: Type.String() },
  {
    description:
      'Invoices of this total and more, with tax, as the review leaves it; and all in other currencies, which cannot be compared. Null: any amount.',
  },
)
const shared = {
  name: Type.String({ minLength: 1, maxLength: longestName }),
  matterManager: Type.Boolean({ description: 'The manager of the matter is asked as well.' }),
  need: needSchema,
  from,
  overBudget: Type.Boolean({
    description: 'Only invoices that exceed the budget of their matter, or are in another currency than it.',
  }),
} as const

const costCentres = Type.Array(Type.Object(costReference), {
  description:
    'Only invoices that are allocated to one of these, or of which a part is allocated to none. Empty: any invoice.',
})

const ownEntriesRefused = Type.Boolean({
  description:
    'Nobody approves an invoice that they entered, also where no rule applies. Where one does, nobody can anyway.',
})

const workingDays = (what: string) =>
  Type.Integer({
    minimum: 1,
    maximum: mostWorkingDays,
    description: `Working days that law firms have to ${what}, where the sender names no last day. 5 unless it is set.`,
  })
const days = {
  answerDays: workingDays('answer questions'),
  appealDays: workingDays('accept decisions or appeal'),
} as const

const ruleExample = {
  deadline: { workingDays: 3, escalateTo: personExample },
  name: 'Head of legal',
  approvers: [personExample],
  matterManager: false,
  need: 'One' as const,
  from: { total: 10_000, currency: 'USD' },
  overBudget: false,
  costCentres: [{ id: 12, code: '4100', name: 'Litigation', active: true }],
}

const rulesSchema = Type.Object(
  {
    ownEntriesRefused,
    ...days,
    rules: Type.Array(
      Type.Object({
        ...shared,
        costCentres,
        approvers: Type.Array(Type.Object(userReference)),
        deadline: deadlineSchema,
      }),
      {
        description:
          'In the order in which people are asked. A rule applies when all of its conditions hold.',
      },
    ),
  },
  {
    title: 'InvoiceApprovalRules',
    examples: [{ ownEntriesRefused: true, answerDays: 5, appealDays: 10, rules: [ruleExample] }],
  },
)

const rulesBody = jsonBody(
  Type.Object(
    {
      ownEntriesRefused: Type.Optional(ownEntriesRefused),
      answerDays: Type.Optional(days.answerDays),
      appealDays: Type.Optional(days.appealDays),
      rules: Type.Array(
        Type.Object(
          {
            name: shared.name,
            approvers: Type.Optional(
              Type.Array(Type.Object({ id: userReference.id }), { maxItems: mostApprovers }),
            ),
            matterManager: Type.Optional(shared.matterManager),
            need: Type.Optional(needSchema),
            deadline: deadlineBodySchema,
            from: Type.Optional(from),
            overBudget: Type.Optional(shared.overBudget),
            costCentres: Type.Optional(
              Type.Array(Type.Object({ id: costReference.id }), { maxItems: mostCostCentres }),
            ),
          },
          closed,
        ),
        { maxItems: mostRules },
      ),
    },
    closed,
  ),
  {
    ownEntriesRefused: false,
    rules: [{ ...ruleExample, approvers: [], costCentres: [], matterManager: true, deadline: null }],
  },
)

const path = '/v2/invoices/approvalRules'

export const invoiceApprovalRuleRoutes: RouteModule = (server, app) => {
  onGet(server, path, {
    config: { access: { right: 'administer' }, etag: true },
    operationId: 'getInvoiceApprovalRules',
    summary: 'Get the rules by which invoices are approved',
    description: 'For administrators.',
    returns: rulesSchema,
    handler: async (request, reply) => {
      const { version, ...rules } = await rulesToV2(app, actorOf(request))
      reply.header('etag', etagOf(version))
      return rules
    },
  })

  onPut(server, path, {
    config: { access: { right: 'administer' }, ifMatch: true, etag: true, documentedBodies: rulesBody },
    operationId: 'setInvoiceApprovalRules',
    summary: 'Set the rules by which invoices are approved',
    description:
      'Replaces all rules; none at all lets everybody who works on invoices approve them alone. A rule that is sent without `deadline` gets that of the organisation (`/v2/approvalDefaults`), with null none. Requests for approval that wait go on as they were asked. With If-Match, only the version that you have read.',
    returns: rulesSchema,
    handler: async (request, reply) => {
      const actor = actorOf(request)
      await setApprovalRules(app, actor, {
        given: rulesFromV2(request.body),
        checkVersion: versionCheck(request),
      })
      const { version, ...rules } = await rulesToV2(app, actor)
      reply.header('etag', etagOf(version))
      return rules
    },
  })
}

async function rulesToV2(app: App, actor: Actor) {
  const { rules, ...settings } = await getApprovalSettings(app.db, actor.organisationId)
  const people = await peopleByIds(
    app.db,
    rules.flatMap(({ approverIds, deadline }) =>
      deadline?.escalateTo ? [...approverIds, deadline.escalateTo] : approverIds,
    ),
  )
  const costCentreIds = rules.flatMap((rule) => rule.costCentreIds)
  const named = await costCentresByIds(app.db, actor.organisationId, costCentreIds)
  return {
    ...settings,
    rules: rules.map(({ approverIds, deadline, from: least, costCentreIds: ids, ...rule }) => ({
      ...rule,
      approvers: approverIds.flatMap((id) => doneBy(people.get(id)).user ?? []),
      deadline: deadlineToV2(deadline, (id) => doneBy(people.get(id)).user),
      costCentres: ids.flatMap((id) => named.get(id) ?? []),
      from: least && { total: Number(least.total), currency: least.currency },
    })),
  }
}

function rulesFromV2(body: unknown) {
  const properties = propertiesOf(body, ['ownEntriesRefused', 'answerDays', 'appealDays', 'rules'])
  const { rules } = properties
  if (!Array.isArray(rules)) throw badInput('rules', 'must be the list of all rules, empty for none.')
  return {
    ownEntriesRefused: truthIn(properties, 'ownEntriesRefused') ?? false,
    answerDays: Number(decimalIn(properties, 'answerDays') ?? usualDays.answerDays),
    appealDays: Number(decimalIn(properties, 'appealDays') ?? usualDays.appealDays),
    rules: rules.map((rule: unknown, index) => inside(`rules[${index}]`, () => ruleFromV2(rule))),
  }
}

function ruleFromV2(rule: unknown): GivenRule {
  const names = [
    'name',
    'approvers',
    'matterManager',
    'need',
    'deadline',
    'from',
    'overBudget',
    'costCentres',
  ]
  const properties = propertiesOf(rule, names)
  const { from: least } = properties
  return {
    name: needed('name', neverNull('name', textIn(properties, 'name'))),
    approverIds: peopleIn(properties, 'approvers'),
    matterManager: truthIn(properties, 'matterManager') ?? false,
    need: choiceIn(properties, 'need', needs) ?? 'One',
    deadline: deadlineIn(properties),
    from: least === undefined || least === null ? null : inside('from', () => fromV2(least)),
    overBudget: truthIn(properties, 'overBudget') ?? false,
    costCentreIds: idsIn(properties, 'costCentres'),
  }
}

function fromV2(least: unknown) {
  const properties = propertiesOf(least, ['total', 'currency'])
  return {
    total: needed('total', neverNull('total', decimalIn(properties, 'total'))),
    currency: needed('currency', neverNull('currency', textIn(properties, 'currency'))).toUpperCase(),
  }
}
