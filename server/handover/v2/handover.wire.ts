// What a person holds, and handing it over, in the shapes of v2.
import Type from 'typebox'
import { jsonBody } from '../../http/v2/bodies.ts'
import {
  choicesIn,
  given,
  needed,
  neverNull,
  propertiesOf,
  textIn,
  trimmedDayIn,
  userIdIn,
} from '../../http/v2/merge-patch.ts'
import { nullable, nullableObject, personExample, userReference } from '../../http/v2/references.wire.ts'
import type { ShownPerson } from '../../identity/users/people-on-records.ts'
import { badInput } from '../../platform/errors.ts'
import { kinds, type RecordType, recordTypes } from '../../records/kinds.ts'
import type { HandedOver, NewHandover } from '../commands/hand-over.ts'
import type { Left } from '../give-holdings.ts'
import { type HoldingKind, holdingKinds, mostOfKind } from '../holdings.ts'
import type { OpenHandover } from '../list-handovers.ts'
import type { HandoverPreview } from '../preview-handover.ts'

const kind = Type.Unsafe<HoldingKind>({ type: 'string', enum: [...holdingKinds] })
const held = { kind, id: Type.Integer() }
const onRecord = {
  type: Type.Unsafe<RecordType>({ type: 'string', enum: [...recordTypes] }),
  id: Type.Integer(),
}

const complete = Type.Boolean({
  description: `Whether that is all: there are ${mostOfKind} of a kind at most.`,
})

export const holdingsSchema = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        ...held,
        name: nullable<string>('string', { description: 'Null for what you may not see.' }),
        record: nullableObject(onRecord),
        isSole: Type.Boolean({
          description:
            'Whether no other active colleague is responsible for it: neither owns nor manages the record, may decide, or uses the view.',
        }),
      }),
    ),
    complete,
  },
  {
    title: 'Holdings',
    examples: [
      {
        items: [
          {
            kind: 'Task',
            id: 9,
            name: 'File the defence',
            record: { type: kinds.matter.type, id: 17 },
            isSole: true,
          },
        ],
        complete: true,
      },
    ],
  },
)

export const newHandoverBody = jsonBody(
  Type.Object(
    {
      to: Type.Object({ id: userReference.id }),
      kinds: Type.Optional(Type.Array(kind, { description: 'Everything of these kinds.' })),
      items: Type.Optional(
        Type.Array(Type.Object(held), { maxItems: mostOfKind, description: 'These things only.' }),
      ),
      lastDay: Type.Optional(
        Type.String({
          format: 'date',
          description:
            'After it everything goes back. Without it, it is for good, and can be taken back for a day.',
        }),
      ),
      reason: Type.Optional(
        Type.String({
          maxLength: 1000,
          description: 'Needed to hand over to yourself: the person is notified of it.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  { to: { id: personExample.id }, kinds: ['Task', 'KeyDate'], lastDay: '2026-12-31' },
)

export const handedOverSchema = Type.Object(
  {
    given: Type.Array(Type.Object({ kind, count: Type.Integer() })),
    left: Type.Array(Type.Object({ ...held, reason: Type.String() }), {
      description: 'What stays with the person, and why.',
    }),
    complete,
    handover: nullableObject({
      id: Type.Integer({ description: 'For `DELETE …/handovers/{handoverId}`, which takes it back.' }),
    }),
  },
  {
    title: 'HandedOver',
    examples: [{ given: [{ kind: 'Task', count: 4 }], left: [], complete: true, handover: { id: 3 } }],
  },
)

export const handoversSchema = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        id: Type.Integer(),
        to: Type.Object(userReference),
        lastDay: nullable<string>('string', { format: 'date', description: 'Null for good.' }),
        takenBackUntil: nullableObject({ dateUtc: Type.String({ format: 'date-time' }) }),
        count: Type.Integer({ description: 'How many things.' }),
      }),
    ),
  },
  {
    title: 'OpenHandovers',
    examples: [
      { items: [{ id: 3, to: personExample, lastDay: '2026-12-31', takenBackUntil: null, count: 12 }] },
    ],
  },
)

/** What is asked for; 400 naming what is wrong. */
export function newHandoverFromV2(body: unknown): NewHandover {
  const properties = propertiesOf(body, ['to', 'kinds', 'items', 'lastDay', 'reason'])
  const lastDay = neverNull('lastDay', trimmedDayIn(properties, 'lastDay'))
  const reason = neverNull('reason', textIn(properties, 'reason', { longest: 1_000 }))
  const asked = choicesIn(properties, 'kinds', holdingKinds)
  const items = itemsIn(properties['items'])
  if (asked && items) throw badInput('items', 'cannot be sent together with kinds.')
  return {
    to: needed('to', neverNull('to', userIdIn(properties, 'to'))),
    ...given({ kinds: asked, items, lastDay, reason }),
  }
}

function itemsIn(value: unknown): NewHandover['items'] {
  if (value === undefined) return undefined
  if (!Array.isArray(value) || value.length === 0 || value.length > mostOfKind)
    throw badInput('items', `must be a list of 1 to ${mostOfKind} things.`)
  const seen = new Set<string>()
  return value.map((each: unknown, index) => {
    const name = `items[${index}]`
    if (typeof each !== 'object' || each === null) throw badInput(name, 'must have a kind and an id.')
    const { kind: of, id } = each as { readonly kind?: unknown; readonly id?: unknown }
    const found = holdingKinds.find((one) => one === of)
    if (found === undefined) throw badInput(`${name}.kind`, `must be one of ${holdingKinds.join(', ')}.`)
    if (!Number.isSafeInteger(id) || Number(id) < 1) throw badInput(`${name}.id`, 'must be an id.')
    if (seen.has(`${found} ${String(id)}`)) throw badInput(name, 'is in the list twice.')
    seen.add(`${found} ${String(id)}`)
    return { kind: found, id: Number(id) }
  })
}

/** The result as v2 shows it. */
export const handedOverToV2 = ({ given: counts, left, complete: all, id }: HandedOver) => ({
  given: givenToV2(counts),
  left: left.map((one: Left) => ({ ...one })),
  complete: all,
  handover: id === undefined ? null : { id },
})

/** An open handover as v2 shows it. */
export function handoverToV2(
  { to, takenBackUntil, ...rest }: OpenHandover,
  people: ReadonlyMap<string, ShownPerson>,
) {
  const { organisationId = 0, ...user } = people.get(to) ?? { id: to, email: '', firstName: '', lastName: '' }
  const until = takenBackUntil && { dateUtc: takenBackUntil.toISOString() }
  return { ...rest, takenBackUntil: until, to: { ...user, organizationId: organisationId } }
}

const count = Type.Integer({ minimum: 0 })

export const handoverPreviewSchema = Type.Object(
  {
    given: handedOverSchema.properties.given,
    left: handedOverSchema.properties.left,
    complete,
    stays: Type.Array(
      Type.Object({
        kind,
        count,
        sole: Type.Integer({ minimum: 0, description: 'Those of them that nobody else is responsible for.' }),
      }),
      { description: `What the person would still have: at most ${mostOfKind + 1} of a kind are counted.` },
    ),
    soleRecords: Type.Array(Type.Object(onRecord), {
      description: 'Records that nobody else could open; the first 1,000 of each kind.',
    }),
  },
  {
    title: 'HandoverPreview',
    examples: [
      {
        given: [{ kind: 'Task', count: 4 }],
        left: [],
        complete: true,
        stays: [{ kind: 'KeyDate', count: 2, sole: 1 }],
        soleRecords: [{ type: kinds.matter.type, id: 17 }],
      },
    ],
  },
)

const givenToV2 = (counts: HandedOver['given']) => [...counts].map(([of, n]) => ({ kind: of, count: n }))

/** The preview as v2 shows it. */
export const handoverPreviewToV2 = ({
  given: counts,
  left,
  complete: all,
  stays,
  soleRecords,
}: HandoverPreview) => ({
  given: givenToV2(counts),
  left: left.map((one) => ({ ...one })),
  complete: all,
  stays: [...stays].map(([of, some]) => ({ kind: of, ...some })),
  soleRecords: [...soleRecords].flatMap(([one, ids]) =>
    ids.slice(0, mostOfKind).map((id) => ({ type: kinds[one].type, id })),
  ),
})

export const visibleRecordsSchema = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        type: Type.Enum([...recordTypes]),
        visible: count,
        total: count,
      }),
    ),
  },
  {
    title: 'VisibleRecords',
    examples: [{ items: [{ type: kinds.matter.type, visible: 12, total: 40 }] }],
  },
)
