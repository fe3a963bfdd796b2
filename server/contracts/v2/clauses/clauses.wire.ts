// Clauses in the shapes of v2.
import Type from 'typebox'
import { filtered, type Properties, sorted } from '../../../http/v2/odata-properties.ts'
import {
  nullable,
  nullableObject,
  oneOf,
  personExample,
  textOf,
  userColumns,
  userProperties,
  userReference,
  userToV2,
} from '../../../http/v2/references.wire.ts'
import type { ShownPerson } from '../../../identity/users/people-on-records.ts'
import type { ListedRow } from '../../../platform/lists/list-rows.ts'
import { type ClauseContent, clauseLimits, clauseStates, type ClauseState } from '../../clauses/clause.ts'
import type { ClauseDetails, ClauseVersion } from '../../clauses/list-clauses.ts'

const shown = {
  id: Type.Integer(),
  key: Type.String({ description: 'By which templates name it: `{{clause:liability}}`.' }),
  title: Type.String(),
  category: Type.String(),
  state: oneOf(clauseStates),
  text: Type.String({
    description:
      'The standard text of the version in use; of the latest while none is. Each line is a paragraph.',
  }),
  alternativeCount: Type.Integer(),
  fallbackCount: Type.Integer(),
  latestVersion: Type.Integer(),
  approvedVersion: nullable<number>('integer', { description: 'The version in use.' }),
  owner: nullableObject(userReference),
  updatedDateUtc: Type.String({ format: 'date-time' }),
} as const

const example = {
  id: 12,
  key: 'liability',
  title: 'Limitation of liability',
  category: 'Liability',
  state: 'Approved',
  text: 'Neither party is liable for more than the fees paid in the twelve months before the claim.',
  alternativeCount: 1,
  fallbackCount: 1,
  latestVersion: 2,
  approvedVersion: 2,
  owner: personExample,
  updatedDateUtc: '2026-03-02T09:00:00.000Z',
}

export const clauseSchema = Type.Object(shown, { title: 'Clause', examples: [example] })

export const contentSchemas = {
  text: Type.String({
    maxLength: clauseLimits.text,
    description: 'The standard text; each line is a paragraph.',
  }),
  guidance: Type.Optional(
    Type.String({ maxLength: clauseLimits.guidance, description: 'For the negotiator.' }),
  ),
  alternatives: Type.Optional(
    Type.Array(
      Type.Object(
        {
          name: Type.String({ maxLength: clauseLimits.name }),
          whenToUse: Type.String({ maxLength: clauseLimits.guidance }),
          text: Type.String({ maxLength: clauseLimits.text }),
        },
        { additionalProperties: false },
      ),
      { maxItems: clauseLimits.alternatives },
    ),
  ),
  fallbacks: Type.Optional(
    Type.Array(
      Type.Object(
        {
          text: Type.String({ maxLength: clauseLimits.text }),
          guidance: Type.Optional(Type.String({ maxLength: clauseLimits.guidance })),
        },
        { additionalProperties: false },
      ),
      { maxItems: clauseLimits.fallbacks, description: 'What is accepted in a negotiation, the best first.' },
    ),
  ),
  walkAway: Type.Optional(
    nullableObject(
      {
        text: Type.String({ maxLength: clauseLimits.text, description: 'A typical text; may be empty.' }),
        guidance: Type.String({ maxLength: clauseLimits.guidance }),
      },
      { description: 'What is not accepted.' },
    ),
  ),
} as const

export const contentExample = {
  text: 'Neither party is liable for more than the fees paid in the twelve months before the claim.',
  guidance: 'Sales contracts only.',
  alternatives: [
    {
      name: 'Fixed amount',
      whenToUse: 'No fees are paid every month.',
      text: 'Neither party is liable for more than {liabilityCap}.',
    },
  ],
  fallbacks: [
    {
      text: 'Neither party is liable for more than twice the fees paid in the twelve months before the claim.',
      guidance: 'The head of legal agrees to it.',
    },
  ],
  walkAway: { text: '', guidance: 'No limit at all.' },
}

const version = Type.Object({
  version: Type.Integer(),
  ...contentSchemas,
  reason: Type.String({ description: 'Why it was made.' }),
  by: Type.Object(userReference),
  dateUtc: Type.String({ format: 'date-time' }),
  approved: nullableObject(
    { by: Type.Object(userReference), dateUtc: Type.String({ format: 'date-time' }) },
    { description: 'The last time that it was.' },
  ),
})

export const clauseDetailsSchema = Type.Object(
  {
    ...shown,
    versions: Type.Array(version, { description: 'The latest first.' }),
    can: Type.Object({ change: Type.Boolean() }),
  },
  {
    title: 'ClauseDetails',
    examples: [
      {
        ...example,
        versions: [
          {
            version: 2,
            ...contentExample,
            reason: 'A fixed amount for one-off work.',
            by: personExample,
            dateUtc: '2026-03-02T09:00:00.000Z',
            approved: { by: personExample, dateUtc: '2026-03-02T09:30:00.000Z' },
          },
        ],
        can: { change: true },
      },
    ],
  },
)

export const clauseColumns = [
  'id key title category state text alternativeCount fallbackCount latestVersion approvedVersion version updatedAt',
]
  .flatMap((names) => names.split(' '))
  .concat(userColumns('owner'))

/** The properties that lists of clauses can be filtered and sorted by. */
export const clauseProperties: Properties = {
  Id: sorted('id'),
  Key: sorted('key'),
  Title: sorted('title'),
  Category: sorted('category'),
  State: sorted('state'),
  Text: filtered('text'),
  AlternativeCount: sorted('alternativeCount'),
  FallbackCount: sorted('fallbackCount'),
  LatestVersion: filtered('latestVersion'),
  ApprovedVersion: filtered('approvedVersion'),
  ...userProperties('Owner', 'owner'),
  UpdatedDateUtc: sorted('updatedAt'),
}

/** A clause of a list. */
export function clauseToV2(row: ListedRow) {
  const at = row['updatedAt']
  const approved = row['approvedVersion']
  return {
    id: Number(row['id']),
    key: textOf(row, 'key'),
    title: textOf(row, 'title'),
    category: textOf(row, 'category'),
    state: textOf(row, 'state') as ClauseState,
    text: textOf(row, 'text'),
    alternativeCount: Number(row['alternativeCount']),
    fallbackCount: Number(row['fallbackCount']),
    latestVersion: Number(row['latestVersion']),
    approvedVersion: typeof approved === 'number' ? approved : null,
    owner: userToV2(row, 'owner'),
    updatedDateUtc: at instanceof Date ? at.toISOString() : '',
  }
}

const personToV2 = ({ organisationId, id, email, firstName, lastName }: ShownPerson) => ({
  id,
  email,
  firstName,
  lastName,
  organizationId: organisationId,
})

const contentToV2 = ({ alternatives, fallbacks, walkAway, ...texts }: ClauseContent) => ({
  ...texts,
  alternatives: alternatives.map((each) => ({ ...each })),
  fallbacks: fallbacks.map((each) => ({ ...each })),
  walkAway: walkAway && { ...walkAway },
})

const versionToV2 = ({ content, by, at, approved, ...made }: ClauseVersion) => ({
  ...made,
  ...contentToV2(content),
  by: personToV2(by),
  dateUtc: at.toISOString(),
  approved: approved && { by: personToV2(approved.by), dateUtc: approved.at.toISOString() },
})

/** A clause with its versions, and whether the caller may change it. */
export const clauseDetailsToV2 = ({ row, versions }: ClauseDetails, mayChange: boolean) => ({
  ...clauseToV2(row),
  versions: versions.map(versionToV2),
  can: { change: mayChange },
})

export const categoriesSchema = Type.Object(
  { items: Type.Array(Type.Object({ name: Type.String(), count: Type.Integer() })) },
  { title: 'ClauseCategories', examples: [{ items: [{ name: 'Liability', count: 3 }] }] },
)
