// v2 of the approval rules of contract types.
import Type from 'typebox'
import { etagOf, versionCheck } from '../../http/if-match.ts'
import { idOf } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet, onPost, onPut } from '../../http/routes.ts'
import { jsonBody } from '../../http/v2/bodies.ts'
import {
  choiceIn,
  idIn,
  inside,
  needed,
  neverNull,
  peopleIn,
  propertiesOf,
  textIn,
  truthIn,
} from '../../http/v2/merge-patch.ts'
import {
  namedReference,
  nullableObject,
  personExample,
  userReference,
} from '../../http/v2/references.wire.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { badInput } from '../../platform/errors.ts'
import { peopleByIds } from '../../identity/users/people-on-records.ts'
import { needs } from '../../records/approval-steps.ts'
import { comparisons as operators } from '../../fields/conditions.ts'
import {
  getApprovalRules,
  type GivenRule,
  type GivenRules,
  setApprovalRules,
} from '../approvals/set-approval-rules.ts'
import {
  deadlineBodySchema,
  deadlineIn,
  deadlineSchema,
  deadlineToV2,
} from '../../records/v2/approval-deadlines.wire.ts'
import { needSchema } from '../../records/v2/approval-steps.wire.ts'
import { sampleFromV2, sampleSchema, triedSchema, triedToV2 } from './tried-rules.wire.ts'

const closed = { additionalProperties: false }
const operator = Type.Unsafe<(typeof operators)[number]>({ type: 'string', enum: [...operators] })

const conditionSchema = nullableObject(
  { field: Type.String(), operator, value: Type.String() },
  {
    description:
      'The contracts that the rule is for, by the value of a field: numbers take all operators, choices and checkboxes eq and ne. Contracts without a value need the approval too. Null: all contracts of the type.',
  },
)

const ruleSchema = Type.Object({
  id: Type.Integer({ readOnly: true }),
  name: Type.String({ maxLength: 255 }),
  approvers: Type.Array(Type.Object(userReference), { maxItems: 50 }),
  team: nullableObject(namedReference, { description: 'Everybody who is in it when approval is asked for.' }),
  need: needSchema,
  deadline: deadlineSchema,
  when: conditionSchema,
})

const rulesSchema = Type.Object(
  { inOrder: Type.Boolean(), rules: Type.Array(ruleSchema, { maxItems: 20 }) },
  {
    examples: [
      {
        inOrder: true,
        rules: [
          {
            id: 4,
            name: 'Finance',
            approvers: [personExample],
            team: null,
            need: 'One',
            deadline: { workingDays: 3, escalateTo: null },
            when: { field: 'contractValue', operator: 'ge', value: '100000' },
          },
        ],
      },
    ],
  },
)

const rulesBody = jsonBody(
  Type.Object(
    {
      inOrder: Type.Optional(Type.Boolean()),
      rules: Type.Array(
        Type.Object(
          {
            id: Type.Optional(
              Type.Integer({ description: 'Of the rule that changes; absent for a new one.' }),
            ),
            name: Type.String({ maxLength: 255 }),
            approvers: Type.Optional(Type.Array(Type.Object({ id: userReference.id }))),
            team: nullableObject({ id: Type.Integer() }),
            need: Type.Optional(needSchema),
            deadline: deadlineBodySchema,
            when: conditionSchema,
          },
          closed,
        ),
      ),
    },
    closed,
  ),
  {
    inOrder: true,
    rules: [
      {
        name: 'Finance',
        approvers: [{ id: personExample.id }],
        need: 'One',
        when: { field: 'contractValue', operator: 'ge', value: '100000' },
      },
    ],
  },
)

function rulesFromV2(body: unknown): GivenRules {
  const properties = propertiesOf(body, ['inOrder', 'rules'])
  const { rules } = properties
  if (!Array.isArray(rules)) throw badInput('rules', 'must be the list of all rules, empty for none.')
  return {
    inOrder: truthIn(properties, 'inOrder') ?? false,
    rules: rules.map((rule: unknown, index) => inside(`rules[${index}]`, () => ruleFromV2(rule))),
  }
}

function ruleFromV2(rule: unknown): GivenRule {
  const properties = propertiesOf(rule, ['id', 'name', 'approvers', 'team', 'need', 'deadline', 'when'])
  const { id, when } = properties
  return {
    id: id === undefined || id === null ? null : needed('id', idIn({ id: { id } }, 'id') ?? undefined),
    name: needed('name', neverNull('name', textIn(properties, 'name'))),
    approverIds: peopleIn(properties, 'approvers'),
    teamId: idIn(properties, 'team') ?? null,
    need: choiceIn(properties, 'need', needs) ?? 'All',
    deadline: deadlineIn(properties) ?? null,
    when: when === undefined || when === null ? null : inside('when', () => conditionFromV2(when)),
  }
}

function conditionFromV2(when: unknown): NonNullable<GivenRule['when']> {
  const properties = propertiesOf(when, ['field', 'operator', 'value'])
  const { value } = properties
  const written = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
  return {
    field: needed('field', neverNull('field', textIn(properties, 'field'))),
    operator: needed('operator', choiceIn(properties, 'operator', operators)),
    value: needed('value', neverNull('value', textIn({ value: written }, 'value'))),
  }
}

async function rulesToV2(app: App, actor: Actor, typeId: number) {
  const { inOrder, rules, version } = await getApprovalRules(app.db, actor, typeId)
  const people = await peopleByIds(
    app.db,
    rules.flatMap(({ approverIds, deadline }) => [...approverIds, deadline?.escalateTo ?? []].flat()),
  )
  const userOf = (userId: string) => {
    const person = people.get(userId)
    if (!person) return []
    const { organisationId: organizationId, ...rest } = person
    return [{ ...rest, organizationId }]
  }
  const body = {
    inOrder,
    rules: rules.map(({ id, name, need, approverIds, teamId, teamName, deadline, when }) => ({
      id,
      name,
      approvers: approverIds.flatMap(userOf),
      team: teamId === null ? null : { id: teamId, name: teamName ?? '' },
      need,
      deadline: deadlineToV2(deadline, (userId) => userOf(userId)[0]),
      when: when && {
        field: when.fieldName,
        operator: when.operator,
        value: when.value,
      },
    })),
  }
  return { body, version }
}

export const contractTypeApprovalRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/contractTypes/:typeId/approvalRules', {
    config: { access: { right: 'read-libraries' } },
    summary: 'Get the approval rules of a contract type',
    description: 'Who must approve its contracts before they are signed.',
    returns: rulesSchema,
    handler: async (request, reply) => {
      const { body, version } = await rulesToV2(app, actorOf(request), idOf(request.params.typeId))
      reply.header('etag', etagOf(version))
      return body
    },
  })

  onPut(server, '/v2/contractTypes/:typeId/approvalRules', {
    config: { access: { right: 'administer' }, ifMatch: true, etag: true, documentedBodies: rulesBody },
    summary: 'Set the approval rules of a contract type',
    description:
      'The whole list: what was read can be sent back. A rule that keeps its id is the same rule, and approvals given for it still count. Contracts whose approval waits go on with the steps they were asked for.',
    returns: rulesSchema,
    handler: async (request, reply) => {
      const actor = actorOf(request)
      const typeId = idOf(request.params.typeId)
      const given = rulesFromV2(request.body)
      await setApprovalRules(app, actor, typeId, { given, checkVersion: versionCheck(request) })
      const { body, version } = await rulesToV2(app, actor, typeId)
      reply.header('etag', etagOf(version))
      return body
    },
  })

  onPost(server, '/v2/contractTypes/:typeId/approvalRules/try', {
    config: {
      access: { right: 'administer' },
      documentedBodies: jsonBody(sampleSchema, { values: { contractValue: 60000 } }),
    },
    summary: 'Try the approval rules of a contract type',
    description:
      'Who would be asked for a contract with these values, by the code that asks for approval. A rule about a field without a value asks. 400 for a value that no rule reads. Nothing is stored, and nobody is asked.',
    returns: triedSchema,
    handler: async (request) => {
      const sample = sampleFromV2(request.body)
      return triedToV2(app, actorOf(request), idOf(request.params.typeId), sample)
    },
  })
}
