// v2 of the law firms of your organisation, with their country and the terms of engagement.
import Type from 'typebox'
import { etagOf, versionCheck } from '../../../http/if-match.ts'
import { idOf } from '../../../http/ids.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { onGet, onPatch } from '../../../http/routes.ts'
import { mergePatchBody } from '../../../http/v2/bodies.ts'
import { onList } from '../../../http/v2/list-routes.ts'
import { dayIn, given, inside, propertiesOf, textIn } from '../../../http/v2/merge-patch.ts'
import { filtered, type Properties, sorted } from '../../../http/v2/odata-properties.ts'
import { nullable, textOf } from '../../../http/v2/references.wire.ts'
import type { ListedRow } from '../../../platform/lists/list-rows.ts'
import { firmRows, type FirmRecord, setFirmRecord } from '../law-firms.ts'

const administer = { access: { right: 'administer' } } as const
const longest = { document: 2_000, notes: 4_000 }

const terms = {
  agreed: nullable<string>('string', { format: 'date', description: 'The day of the agreement.' }),
  ends: nullable<string>('string', { format: 'date', description: 'The last day of the agreement.' }),
  document: nullable<string>('string', {
    maxLength: longest.document,
    description: 'The web address of the agreement.',
  }),
  notes: nullable<string>('string', {
    maxLength: longest.notes,
    description: 'Rates, discounts, contacts and whatever else was agreed.',
  }),
}
const country = nullable<string>('string', {
  minLength: 2,
  maxLength: 2,
  description: 'ISO 3166, two letters. Lines of LEDES files of the firm get the tax codes of this country.',
})
const schema = Type.Object(
  {
    id: Type.Integer({ description: 'The id of the organisation of the law firm.' }),
    name: Type.String(),
    linked: Type.Object({ dateUtc: Type.String({ format: 'date-time' }) }),
    people: Type.Object({
      active: Type.Integer({ description: 'People who have joined.' }),
      invited: Type.Integer({ description: 'People who were invited and have not joined yet.' }),
      left: Type.Integer({ description: 'People who had joined and are disabled now.' }),
    }),
    country,
    terms: Type.Object(terms),
  },
  {
    examples: [
      {
        id: 6,
        name: 'Ashfield Partners',
        linked: { dateUtc: '2026-03-02T09:00:00.000Z' },
        people: { active: 4, invited: 1, left: 1 },
        country: 'NZ',
        terms: {
          agreed: '2026-01-15',
          ends: '2027-12-31',
          document: 'https://files.harbour.example/ashfield-engagement.pdf',
          notes: 'Ten per cent off the standard rates.',
        },
      },
    ],
  },
)
const newTerms = Type.Object(
  {
    agreed: Type.Optional(terms.agreed),
    ends: Type.Optional(terms.ends),
    document: Type.Optional(terms.document),
    notes: Type.Optional(terms.notes),
  },
  { additionalProperties: false },
)
const changesSchema = Type.Object(
  { country: Type.Optional(country), terms: Type.Optional(newTerms) },
  { additionalProperties: false },
)

const columns = 'id name linkedAt active invited left country agreed ends document notes'.split(' ')

/** The properties that lists of law firms can be filtered and sorted by. */
export const firmProperties: Properties = {
  Id: sorted('id'),
  Name: sorted('name'),
  'Linked/DateUtc': sorted('linkedAt'),
  'People/Active': filtered('active'),
  'People/Invited': filtered('invited'),
  'People/Left': filtered('left'),
  Country: sorted('country'),
  'Terms/Agreed': sorted('agreed'),
  'Terms/Ends': sorted('ends'),
  'Terms/Document': filtered('document'),
  'Terms/Notes': filtered('notes'),
}

const wordIn = (row: ListedRow, name: string) => (row[name] ?? null) as string | null

const toV2 = (row: ListedRow) => ({
  id: Number(row['id']),
  name: textOf(row, 'name'),
  linked: { dateUtc: new Date(row['linkedAt'] as string | Date).toISOString() },
  people: { active: Number(row['active']), invited: Number(row['invited']), left: Number(row['left']) },
  country: wordIn(row, 'country'),
  terms: {
    agreed: wordIn(row, 'agreed'),
    ends: wordIn(row, 'ends'),
    document: wordIn(row, 'document'),
    notes: wordIn(row, 'notes'),
  },
})

function recordFromV2(body: unknown): Partial<FirmRecord> {
  const all = propertiesOf(body, ['country', 'terms'])
  const { terms: sent } = all
  const code = textIn(all, 'country', { longest: 2 })
  const named = given({ country: code?.toUpperCase() ?? code })
  if (sent === undefined) return named
  const changed = inside('terms', () => {
    const own = propertiesOf(sent, ['agreed', 'ends', 'document', 'notes'])
    return given({
      agreed: dayIn(own, 'agreed'),
      ends: dayIn(own, 'ends'),
      document: textIn(own, 'document', { longest: longest.document }),
      notes: textIn(own, 'notes', { longest: longest.notes }),
    })
  })
  return { ...named, ...changed }
}

export const lawFirmRoutes: RouteModule = (server, app) => {
  onList(server, app, '/v2/lawFirms', {
    config: administer,
    summary: 'List your law firms',
    description:
      'The law firms that your organisation is linked to, with the number of their people, their country and the terms of engagement. A law firm has none.',
    item: schema,
    properties: firmProperties,
    columns,
    rows: firmRows,
    toV2,
  })

  onGet(server, '/v2/lawFirms/:lawFirmId', {
    config: administer,
    summary: 'Get a law firm',
    description: 'One that your organisation is linked to.',
    returns: schema,
    handler: async (request, reply) => {
      const rows = firmRows(app, actorOf(request))
      const row = await rows.get(idOf(request.params.lawFirmId), [...columns, 'version'])
      reply.header('etag', etagOf(Number(row['version'])))
      return toV2(row)
    },
  })

  onPatch(server, '/v2/lawFirms/:lawFirmId', {
    config: {
      ...administer,
      ifMatch: true,
      etag: true,
      documentedBodies: mergePatchBody(changesSchema, {
        country: 'NZ',
        terms: { agreed: '2026-01-15', notes: 'Ten per cent off the standard rates.' },
      }),
    },
    summary: 'Update what you keep about a law firm',
    description:
      'Its country and the terms of engagement. An absent property is kept, null clears it. They are kept when the link with the firm ends. With If-Match, only the version that was read: otherwise 412.',
    handler: async (request, reply) => {
      const checkVersion = versionCheck(request)
      const firmId = idOf(request.params.lawFirmId)
      const changes = recordFromV2(request.body)
      const version = await setFirmRecord(app, actorOf(request), { firmId, changes }, { checkVersion })
      reply.header('etag', etagOf(version))
    },
  })
}
