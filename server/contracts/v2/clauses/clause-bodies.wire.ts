// The bodies of clauses in v2.
import Type from 'typebox'
import { bareObject } from '../../../platform/bare-object.ts'
import { badInput } from '../../../platform/errors.ts'
import {
  given,
  inside,
  needed,
  neverNull,
  propertiesOf,
  textIn,
  userIdIn,
} from '../../../http/v2/merge-patch.ts'
import { type ClauseContent, type ClauseFallback, clauseLimits } from '../../clauses/clause.ts'
import type { ClauseProperties, NewClause } from '../../clauses/write-clauses.ts'
import { contentExample, contentSchemas } from './clauses.wire.ts'

const closed = { additionalProperties: false } as const
const owner = Type.Optional(
  Type.Object({ id: Type.String({ format: 'uuid' }) }, { description: 'Whom to ask about it.' }),
)
const properties = {
  title: Type.String({ maxLength: clauseLimits.title }),
  category: Type.String({ maxLength: clauseLimits.category, description: 'Any word, such as Liability.' }),
  owner,
} as const
const reason = Type.String({ maxLength: clauseLimits.reason, description: 'Why the version is made.' })

export const newClauseSchema = Type.Object(
  {
    key: Type.Optional(
      Type.String({
        maxLength: clauseLimits.key,
        description: 'Small letters, digits and hyphens; made of the title if absent. It never changes.',
      }),
    ),
    ...properties,
    ...contentSchemas,
    reason: Type.Optional(reason),
  },
  closed,
)
export const newClauseExample = { title: 'Governing law', category: 'Governing law', ...contentExample }

export const clauseChangesSchema = Type.Partial(Type.Object(properties, closed))

export const newVersionSchema = Type.Object({ ...contentSchemas, reason }, closed)
export const newVersionExample = { ...contentExample, text: 'No party is liable.', reason: 'Shorter.' }

export const approvalSchema = Type.Object({ version: Type.Integer({ minimum: 1 }) }, closed)

const contentNames = Object.keys(contentSchemas)
const readOnly = [
  'id',
  'state',
  'latestVersion',
  'approvedVersion',
  'versions',
  'can',
  'updatedDateUtc',
].concat(['alternativeCount', 'fallbackCount'])

type Given = Readonly<Record<string, unknown>>

const textGiven = (from: Given, name: string, longest: number): string => {
  const text = textIn(from, name, { longest }) ?? ''
  if (/[^\P{Cc}\t\r\n]|[\u{fffe}\u{ffff}]/u.test(text))
    throw badInput(name, 'must be a text without control characters.')
  return text.replaceAll('\r\n', '\n').replaceAll('\r', '\n')
}

const textNeeded = (from: Given, name: string, longest: number): string => {
  const text = textGiven(from, name, longest)
  if (text === '') throw badInput(name, 'is missing.')
  return text
}

function listIn<Item>(from: Given, name: string, most: number, read: (item: Given) => Item): readonly Item[] {
  const list = from[name]
  if (list === undefined || list === null) return []
  if (!Array.isArray(list) || list.length > most) throw badInput(name, `must be a list of ${most} at most.`)
  return list.map((item: unknown, at) => inside(`${name}[${at}]`, () => read(objectIn(item))))
}

function objectIn(item: unknown): Given {
  if (typeof item !== 'object' || item === null || Array.isArray(item))
    throw badInput('text', 'is missing: send an object.')
  return bareObject(item as Given)
}

const fallbackIn = (item: Given, isNeeded: boolean): ClauseFallback => {
  const sent = propertiesOf(item, ['text', 'guidance'])
  const { text } = { text: (isNeeded ? textNeeded : textGiven)(sent, 'text', clauseLimits.text) }
  return { text, guidance: textGiven(sent, 'guidance', clauseLimits.guidance) }
}

function walkAwayIn(from: Given): ClauseFallback | null {
  const sent = from['walkAway']
  if (sent === undefined || sent === null) return null
  const walkAway = inside('walkAway', () => fallbackIn(objectIn(sent), false))
  return walkAway.text === '' && walkAway.guidance === '' ? null : walkAway
}

const contentIn = (from: Given): ClauseContent => ({
  text: textNeeded(from, 'text', clauseLimits.text),
  guidance: textGiven(from, 'guidance', clauseLimits.guidance),
  alternatives: listIn(from, 'alternatives', clauseLimits.alternatives, (item) => {
    const sent = propertiesOf(item, ['name', 'whenToUse', 'text'])
    return {
      name: textNeeded(sent, 'name', clauseLimits.name),
      whenToUse: textNeeded(sent, 'whenToUse', clauseLimits.guidance),
      text: textNeeded(sent, 'text', clauseLimits.text),
    }
  }),
  fallbacks: listIn(from, 'fallbacks', clauseLimits.fallbacks, (item) => fallbackIn(item, true)),
  walkAway: walkAwayIn(from),
})

const propertiesIn = (from: Given) =>
  given({
    title: neverNull('title', textIn(from, 'title', { longest: clauseLimits.title })),
    category: neverNull('category', textIn(from, 'category', { longest: clauseLimits.category })),
    ownerId: neverNull('owner', userIdIn(from, 'owner')),
  })

/** A new clause; 400 names what is missing. */
export function newClauseFromV2(body: unknown): NewClause {
  const sent = propertiesOf(body, ['key', 'title', 'category', 'owner', 'reason', ...contentNames], readOnly)
  const { title, category, ownerId } = propertiesIn(sent)
  return {
    key: textIn(sent, 'key', { longest: clauseLimits.key }) ?? undefined,
    title: needed('title', title),
    category: needed('category', category),
    ownerId,
    content: contentIn(sent),
    reason: textIn(sent, 'reason', { longest: clauseLimits.reason }) ?? 'First version.',
  }
}

/** The changes of a merge patch. */
export const clauseChangesFromV2 = (body: unknown): Partial<ClauseProperties> =>
  propertiesIn(propertiesOf(body, ['title', 'category', 'owner'], ['key', ...contentNames, ...readOnly]))

/** The texts of a new version, and why it is made. */
export function newVersionFromV2(body: unknown): {
  readonly content: ClauseContent
  readonly reason: string
} {
  const sent = propertiesOf(body, [...contentNames, 'reason'])
  return { content: contentIn(sent), reason: textNeeded(sent, 'reason', clauseLimits.reason) }
}

/** The version that is approved. */
export function approvalFromV2(body: unknown): number {
  const { version } = propertiesOf(body, ['version'])
  if (typeof version === 'number' && Number.isInteger(version) && version >= 1 && version <= 2_147_483_647)
    return version
  throw badInput('version', 'must be the number of a version.')
}
