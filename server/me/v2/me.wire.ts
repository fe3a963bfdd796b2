// The caller's own things in the shapes of v2.
import { kinds, recordTypes } from '../../records/kinds.ts'
import Type from 'typebox'
import { mergePatchBody } from '../../http/v2/bodies.ts'
import { given, propertiesOf, textIn } from '../../http/v2/merge-patch.ts'
import { nullable, nullableObject, personExample, userReference } from '../../http/v2/references.wire.ts'
import { notificationKinds, notificationWays } from '../../notifications/notification.ts'
import { readNotifyChanges } from '../../notifications/preferences.ts'
import { roles } from '../../platform/actor.ts'
import { badInput } from '../../platform/errors.ts'
import { densities, type PreferenceChanges, themes } from '../../identity/users/preferences.ts'
import { featureCodes } from '../../identity/features/feature.ts'
import type { Recent } from '../../recents/list-recents.ts'
import { recentKinds } from '../../recents/recent.ts'
import type { Favourite } from '../favourites.ts'
import type { Me } from '../me.ts'
import { type Work, workKinds } from '../work-order.ts'
import { canExample, canSchema } from './can.wire.ts'

const word = <const Word extends string>(words: readonly Word[]) =>
  Type.Unsafe<Word>({ type: 'string', enum: [...words] })
const moment = { format: 'date-time' }

const ways = word(notificationWays)
const notifySchema = Type.Object(
  Object.fromEntries(notificationKinds.map((kind) => [kind, ways])) as Record<
    (typeof notificationKinds)[number],
    typeof ways
  >,
)

const preferences = {
  locale: Type.String({ description: 'A language tag, for dates and numbers.' }),
  timeZone: nullable<string>('string', { description: 'Null is that of the organisation.' }),
  theme: word(themes),
  density: word(densities),
  singleKeys: Type.Boolean({ description: 'Whether single keys are shortcuts in the web app.' }),
  firstDashboard: nullable<string>('string', { description: 'The id of the dashboard to show first.' }),
  notify: notifySchema,
}

const preferencesExample = {
  locale: 'en-GB',
  timeZone: null,
  theme: 'System' as const,
  density: 'Comfortable' as const,
  singleKeys: true,
  firstDashboard: null,
  notify: Object.fromEntries(notificationKinds.map((kind) => [kind, 'InApp' as const])),
}

export const preferencesSchema = Type.Object(preferences, {
  title: 'MyPreferences',
  examples: [preferencesExample],
})

export const preferenceChangesBody = mergePatchBody(
  Type.Partial(Type.Object({ ...preferences, notify: Type.Partial(notifySchema) }), {
    additionalProperties: false,
  }),
  { theme: 'Dark', notify: { status: 'Digest' } },
)

/** The changes of a merge patch; null is the default again. */
export function preferenceChangesFromV2(body: unknown) {
  const properties = propertiesOf(body, Object.keys(preferences))
  const { notify } = properties
  const changes: PreferenceChanges = given({
    locale: textIn(properties, 'locale', { longest: 50 }),
    timeZone: textIn(properties, 'timeZone', { longest: 100 }),
    theme: wordIn(properties, 'theme', themes),
    density: wordIn(properties, 'density', densities),
    singleKeys: truthOrNull(properties, 'singleKeys'),
    firstDashboard: textIn(properties, 'firstDashboard', { longest: 40 }),
  })
  return { ...changes, ...(notify === undefined ? {} : { notify: readNotifyChanges(notify) }) }
}

type Given = Readonly<Record<string, unknown>>

function wordIn<const Word extends string>(
  properties: Given,
  name: string,
  words: readonly Word[],
): Word | null | undefined {
  const value = properties[name]
  if (value === undefined || value === null) return value
  const found = words.find((each) => each === value)
  if (found === undefined) throw badInput(name, `must be one of ${words.join(', ')}.`)
  return found
}

function truthOrNull(properties: Given, name: string): boolean | null | undefined {
  const value = properties[name]
  if (value === undefined || value === null || typeof value === 'boolean') return value
  throw badInput(name, 'must be true or false.')
}

export const meSchema = Type.Object(
  {
    user: Type.Object({ ...userReference, role: word(roles) }),
    organization: Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      type: word(['Customer', 'ServiceProvider']),
      timeZone: Type.String(),
      logo: Type.Union([Type.Object({ id: Type.Integer() }), Type.Null()], {
        description: 'A new logo has a new id: `GET /v2/organizations/{organizationId}/logo`.',
      }),
    }),
    can: canSchema,
    features: Type.Array(word(featureCodes), { description: 'Those that are on.' }),
    preferences: preferencesSchema,
    statusNames: Type.Array(
      Type.Object({
        recordType: word(recordTypes),
        type: nullableObject(
          { id: Type.Integer() },
          { description: 'Null for the records of all types without a name of their own.' },
        ),
        status: Type.String(),
        name: Type.String(),
      }),
      {
        description:
          'What people read in place of statuses on the records that you see; the others have the standard names of `GET /v2/statusNames`.',
      },
    ),
  },
  {
    examples: [
      {
        user: { ...personExample, role: 'InhouseLegal' },
        organization: {
          id: 5,
          name: 'Harbour Ltd',
          type: 'Customer',
          timeZone: 'Europe/London',
          logo: null,
        },
        can: canExample,
        features: ['CONTRACTS', 'MATTERS', 'TASKS'],
        preferences: preferencesExample,
        statusNames: [
          { recordType: kinds.matter.type, type: { id: 5 }, status: 'Active', name: 'Open with counsel' },
        ],
      },
    ],
  },
)

/** The caller as v2 shows them. */
export function meToV2({ user: { organisationId, ...user }, organisation, ...me }: Me) {
  const { can, features, preferences, statusNames } = me
  return {
    user: { ...user, organizationId: organisationId },
    organization: organisation,
    can,
    features: [...features],
    preferences,
    statusNames: statusNames.map(({ kind, typeId, status, name }) => ({
      recordType: kinds[kind].type,
      type: typeId === null ? null : { id: typeId },
      status,
      name,
    })),
  }
}

const recordSchema = Type.Object({
  type: word(recordTypes),
  id: Type.Integer(),
  displayId: nullable<string>('string', { description: 'The number of a matter.' }),
  name: Type.String(),
})

export const workSchema = Type.Object(
  {
    kind: word(workKinds),
    id: Type.Integer({
      description: 'Of the task, approval, invoice or key date; of the others that of the record.',
    }),
    record: recordSchema,
    title: Type.String(),
    due: nullable<string>('string', { description: 'A day or a local time of the organisation.' }),
    since: nullable<string>('string', moment),
    by: nullableObject(
      { id: Type.String({ format: 'uuid' }), name: Type.String() },
      {
        description:
          'Who asks: for an approval or a scope, with a question, in a request. Null for the others.',
      },
    ),
  },
  {
    examples: [
      {
        kind: 'Task',
        id: 9,
        record: { type: kinds.matter.type, id: 17, displayId: 'LW0001-0042', name: 'Harbour lease dispute' },
        title: 'File the defence',
        due: '2026-11-12T16:00:00',
        since: '2026-10-28T10:30:00.000Z',
        by: null,
      },
    ],
  },
)

/** One thing that waits for the caller, as v2 shows it. */
export const workToV2 = ({ kind, id, record: { kind: type, ...record }, title, due, since, by }: Work) => ({
  kind,
  id,
  record: { ...record, type },
  title,
  due,
  since: since?.toISOString() ?? null,
  by,
})

export const recentSchema = Type.Object(
  {
    type: word(recentKinds),
    id: Type.Integer(),
    displayId: nullable<string>('string', { description: 'The number of a matter.' }),
    name: Type.String(),
    record: nullableObject(
      { type: word(recordTypes), id: Type.Integer() },
      { description: 'The matter or contract of a file.' },
    ),
  },
  {
    examples: [
      {
        type: 'File',
        id: 123,
        displayId: null,
        name: 'Lease.docx',
        record: { type: kinds.contract.type, id: 17 },
      },
    ],
  },
)

/** A record that the caller viewed, as v2 shows it. */
export const recentToV2 = ({ kind, id, title, displayId, record }: Recent) => ({
  type: kind,
  id,
  displayId,
  name: title,
  record: record && { type: kinds[record.kind].type, id: record.id },
})

export const favouriteSchema = Type.Object(
  { ...recordSchema.properties, added: Type.String(moment) },
  {
    examples: [
      {
        type: kinds.matter.type,
        id: 17,
        displayId: 'LW0001-0042',
        name: 'Harbour lease dispute',
        added: '2026-10-28T10:30:00.000Z',
      },
    ],
  },
)

/** A favourite as v2 shows it. */
export const favouriteToV2 = ({ kind, id, displayId, name, addedAt }: Favourite) => ({
  type: kind,
  id,
  displayId,
  name,
  added: addedAt.toISOString(),
})
