// Links in the shapes of v2.
import { kinds } from '../../records/kinds.ts'
import Type from 'typebox'
import { fileProperties, fileSchema, fileShownFrom, fileToV2 } from '../../http/v2/files.wire.ts'
import { given, idIn, needed, neverNull, propertiesOf, textIn, truthIn } from '../../http/v2/merge-patch.ts'
import { filtered, type Properties, sorted } from '../../http/v2/odata-properties.ts'
import { createdExample, nullable, textOf } from '../../http/v2/references.wire.ts'
import { columnsFor, type ShownFrom } from '../../http/v2/shown-columns.ts'
import { maxAddressLength } from '../../platform/outbound/https-address.ts'
import type { ListedRow } from '../../platform/lists/list-rows.ts'
import { recordIn, recordReference } from './uploads.wire.ts'

const longestDescription = 4_000

const written = {
  name: Type.String({ minLength: 1, maxLength: 255 }),
  description: nullable<string>('string', { maxLength: longestDescription }),
  externalWebUri: Type.String({
    format: 'uri',
    maxLength: maxAddressLength,
    description:
      'Where the document is kept: an https address without user name and password. The server never opens it.',
  }),
  contentType: nullable<string>('string', {
    description:
      'The type of the document. Default for a new link: derived from its name, or else from its address.',
  }),
  folder: fileSchema.properties.folder,
  restricted: nullable<boolean>('boolean', {
    description: 'Private: visible to its creator and those who may change the record. Default: false.',
  }),
} as const

const { id, displayId, resource, created, modified } = fileSchema.properties

export const fileLinkExample = {
  name: 'Lease of Quay Street 7.docx',
  description: 'The signed original is in the safe',
  externalWebUri: 'https://documents.harbour.example/sites/legal/leases/Quay%20Street%207.docx',
  contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  folder: null,
  restricted: false,
}
const resourceExample = { id: 17, type: kinds.contract.type }

export const fileLinkSchema = Type.Object(
  { id, displayId, ...written, resource, created, modified },
  {
    examples: [
      {
        id: 4711,
        displayId: 'LW0001-0004711.1',
        ...fileLinkExample,
        resource: resourceExample,
        created: createdExample,
        modified: { dateUtc: '2026-03-02T09:00:00.000Z', userName: 'Ana Prior' },
      },
    ],
  },
)

/** Documentation of an update and of a new link. */
export const fileLinkChangesSchema = Type.Partial(Type.Object(written, { additionalProperties: false }))
export const newFileLinkSchema = Type.Object(
  {
    ...fileLinkChangesSchema.properties,
    name: written.name,
    externalWebUri: written.externalWebUri,
    resource: recordReference,
  },
  { additionalProperties: false },
)
export const newFileLinkExample = { ...fileLinkExample, resource: resourceExample }

const { type: _kind, size: _bytes, version: _version, ...shownOfFiles } = fileShownFrom.of

/** The columns that a link is shown from. */
export const fileLinkShownFrom: ShownFrom = {
  always: fileShownFrom.always,
  of: { ...shownOfFiles, description: ['description'], externalweburi: ['webUri'] },
}

/** All of them, for a link on its own. */
export const fileLinkColumns = columnsFor(fileLinkShownFrom, null)

const { Type: _type, Size: _size, ...ofFiles } = fileProperties

/** What lists of links can be filtered and sorted by. */
export const fileLinkProperties: Properties = {
  ...ofFiles,
  Description: filtered('description'),
  ExternalWebUri: sorted('webUri'),
}

/** A link in the shape of v2. */
export function fileLinkToV2(row: ListedRow) {
  const { type: _none, size: _nothing, version: _always, ...file } = fileToV2(row)
  return {
    ...file,
    description: (row['description'] ?? null) as string | null,
    externalWebUri: textOf(row, 'webUri'),
  }
}

const readOnlyNames = ['id', 'displayId', 'created', 'modified']

/** The changes in a merge patch. */
export const fileLinkChangesFromV2 = (body: unknown) =>
  changesIn(propertiesOf(body, Object.keys(written), [...readOnlyNames, 'resource']))

const changesIn = (properties: Readonly<Record<string, unknown>>) =>
  given({
    name: neverNull('name', textIn(properties, 'name')),
    description: textIn(properties, 'description', { longest: longestDescription }),
    webUri: neverNull('externalWebUri', textIn(properties, 'externalWebUri', { longest: maxAddressLength })),
    contentType: textIn(properties, 'contentType'),
    folderId: idIn(properties, 'folder'),
    isPrivate: truthIn(properties, 'restricted'),
  })

/** A new link and where it goes; bad_request names what is missing. */
export function newFileLinkFromV2(body: unknown) {
  const properties = propertiesOf(body, [...Object.keys(written), 'resource'], readOnlyNames)
  const { name, webUri, ...rest } = changesIn(properties)
  return {
    target: recordIn(properties),
    link: { ...rest, name: needed('name', name), webUri: needed('externalWebUri', webUri) },
  }
}
