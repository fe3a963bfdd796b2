// v2 of how your organisation numbers its matters and contracts.
import Type from 'typebox'
import { etagOf, versionCheck } from '../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet, onPatch, onPost } from '../../http/routes.ts'
import { jsonBody, mergePatchBody } from '../../http/v2/bodies.ts'
import { choiceIn, idIn, inside, needed, propertiesOf, textIn, truthIn } from '../../http/v2/merge-patch.ts'
import { namedReference, nullableObject } from '../../http/v2/references.wire.ts'
import { badInput } from '../../platform/errors.ts'
import { kindOfType, kinds, type RecordType } from '../../records/kinds.ts'
import type { GivenPattern } from '../../records/numbers/continue-series.ts'
import { numberYears, separators } from '../../records/numbers/number-pattern.ts'
import {
  checkPatterns,
  listNumberedTypes,
  numberedKinds,
  readNumbering,
  type ShownPattern,
  showPatterns,
} from '../numbering.ts'
import { setNumbering } from '../set-numbering.ts'

const recordTypes = numberedKinds.map(({ kind }) => kinds[kind].type)

const own = {
  recordType: Type.Enum([...recordTypes]),
  type: nullableObject(namedReference, {
    description: 'The type whose records it numbers; null for all types without a pattern of their own.',
  }),
  prefix: Type.String({ maxLength: 20, description: 'May be empty if the year is in the number.' }),
  separator: Type.Enum([...separators]),
  year: Type.Enum([...numberYears], {
    description: 'The year in the number. A financial year is named by the year in which it ends.',
  }),
  restarts: Type.Boolean({ description: 'Whether each year begins at 1.' }),
  digits: Type.Integer({
    minimum: 1,
    maximum: 9,
    description: 'Shorter running numbers get zeros in front.',
  }),
}
const patternSchema = Type.Object({
  ...own,
  next: Type.Integer({ description: 'The running number of the next record.' }),
  numbers: Type.Array(Type.String(), { description: 'The numbers of the next three records.' }),
})
const example = {
  recordType: kinds.matter.type,
  type: null,
  prefix: 'MAT',
  separator: '-',
  year: 'Calendar',
  restarts: true,
  digits: 4,
}
const shown = {
  patterns: [{ ...example, next: 43, numbers: ['MAT-2026-0043', 'MAT-2026-0044', 'MAT-2026-0045'] }],
}
const numberedType = Type.Object({ recordType: own.recordType, id: Type.Integer(), name: Type.String() })
const numberingSchema = Type.Object(
  {
    patterns: Type.Array(patternSchema),
    types: Type.Array(numberedType, { description: 'The types that can have a pattern of their own.' }),
  },
  { examples: [{ ...shown, types: [{ recordType: kinds.matter.type, id: 5, name: 'Disputes' }] }] },
)
const previewSchema = Type.Object({ patterns: Type.Array(patternSchema) }, { examples: [shown] })
const newPattern = Type.Object(
  {
    ...own,
    type: Type.Optional(own.type),
    next: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 999_999_999,
        description: 'The running number to go on with; without it, the one after the last.',
      }),
    ),
  },
  { additionalProperties: false, title: 'NewNumberPattern' },
)
const changesSchema = Type.Object(
  { patterns: Type.Array(newPattern, { maxItems: 50 }) },
  { additionalProperties: false },
)
const body = { patterns: [{ ...example, next: 43 }] }

function patternsFromV2(given: unknown): readonly GivenPattern[] {
  const { patterns } = propertiesOf(given, ['patterns'])
  if (!Array.isArray(patterns)) throw badInput('patterns', 'must be a list of patterns.')
  return patterns.map((each: unknown, index) => inside(`patterns[${index}]`, () => patternFrom(each)))
}

function patternFrom(given: unknown): GivenPattern {
  const known = ['recordType', 'type', 'prefix', 'separator', 'year', 'restarts', 'digits', 'next']
  const properties = propertiesOf(given, known, ['numbers'])
  const recordType = needed<RecordType>('recordType', choiceIn(properties, 'recordType', recordTypes))
  const { digits, next } = properties
  return {
    kind: kindOfType(recordType),
    typeId: idIn(properties, 'type') ?? null,
    prefix: properties['prefix'] === '' ? '' : (textIn(properties, 'prefix', { longest: 20 }) ?? ''),
    separator: needed('separator', choiceIn(properties, 'separator', separators)),
    year: needed('year', choiceIn(properties, 'year', numberYears)),
    restarts: truthIn(properties, 'restarts') ?? false,
    digits: wholeNumber('digits', digits),
    next: next === undefined ? undefined : wholeNumber('next', next),
  }
}

function wholeNumber(name: string, value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value
  throw badInput(name, 'must be a whole number.')
}

const patternToV2 = ({ kind, typeId, typeName, ...pattern }: ShownPattern) => ({
  ...pattern,
  recordType: kinds[kind].type,
  type: typeId === null ? null : { id: typeId, name: typeName ?? '' },
  numbers: [...pattern.numbers],
})

const administer = { access: { right: 'administer' } } as const

export const numberingRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/numbering', {
    config: administer,
    summary: 'Get how your organisation numbers its matters and contracts',
    description:
      'The patterns for new records, with their next numbers. Without one, matters have standard numbers and contracts none.',
    returns: numberingSchema,
    handler: async (request, reply) => {
      const { organisationId } = actorOf(request)
      const { patterns, version } = await readNumbering(app.db, organisationId)
      reply.header('etag', etagOf(version))
      const at = { organisationId, now: app.clock.now() }
      const types = await listNumberedTypes(app.db, organisationId)
      return {
        patterns: (await showPatterns(app.db, at, patterns)).map(patternToV2),
        types: types.map(({ kind, id, name }) => ({ recordType: kinds[kind].type, id, name })),
      }
    },
  })

  onPatch(server, '/v2/numbering', {
    config: {
      ...administer,
      ifMatch: true,
      etag: true,
      documentedBodies: mergePatchBody(changesSchema, body),
    },
    summary: 'Set how your organisation numbers its matters and contracts',
    description:
      'The patterns are replaced as a whole. Numbers that were given stay, and none is given twice. With If-Match, only the version that was read: otherwise 412.',
    handler: async (request, reply) => {
      const checkVersion = versionCheck(request)
      const patterns = patternsFromV2(request.body)
      const version = await setNumbering(app, actorOf(request), patterns, { checkVersion })
      reply.header('etag', etagOf(version))
    },
  })

  onPost(server, '/v2/numbering/preview', {
    config: { ...administer, documentedBodies: jsonBody(changesSchema, body) },
    operationId: 'previewNumbering',
    summary: 'Try patterns before they are set',
    description:
      'Answers with the next three numbers of each, and refuses what setting them would refuse. Nothing changes.',
    returns: previewSchema,
    handler: async (request) => {
      const { organisationId } = actorOf(request)
      const at = { organisationId, now: app.clock.now() }
      const patterns = patternsFromV2(request.body)
      await checkPatterns(app.db, at, patterns)
      return { patterns: (await showPatterns(app.db, at, patterns)).map(patternToV2) }
    },
  })
}
