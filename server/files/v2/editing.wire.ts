// Editing Word documents in the shapes of v2.
import Type from 'typebox'
import { needed, propertiesOf } from '../../http/v2/merge-patch.ts'
import { nullable, nullableObject, oneOf } from '../../http/v2/references.wire.ts'
import type { EditableParagraph, ParagraphEdit } from '../../platform/documents/editing/edit-document.ts'
import { looks } from '../../platform/documents/editing/paragraph-text.ts'
import { storyParts } from '../../platform/documents/redline/story.ts'
import { badInput } from '../../platform/errors.ts'
import { looksIn, looksSchema } from './editing-looks.wire.ts'
import { rowSchemas, rowsIn, rowsToV2 } from './editing-rows.wire.ts'
import type { Draft } from '../editing/draft.ts'
import type { EditableText, EditedVersion } from '../editing/edit-file.ts'

export const editableTextSchema = Type.Object(
  {
    isCurrent: Type.Boolean({ description: 'Whether it can be edited: it is the current version.' }),
    paragraphs: Type.Array(
      Type.Object({
        id: Type.Integer({ description: 'In this version.' }),
        part: oneOf(storyParts),
        number: nullable<string>('string', { description: 'That Word writes before it.' }),
        level: nullable<number>('integer', { description: 'Of a heading; 1 is the outermost.' }),
        cell: nullableObject(
          {
            table: Type.Integer({ description: 'From 1.' }),
            row: Type.Integer(),
            column: Type.Integer(),
            span: Type.Integer({ description: 'How many columns it takes.' }),
          },
          { description: 'Of a table.' },
        ),
        pieces: Type.Array(
          Type.Object({
            text: Type.String({ description: 'A tab and a break of the line are one character each.' }),
            look: Type.Array(oneOf(looks)),
          }),
          { description: 'Its text with all tracked changes accepted.' },
        ),
        isEditable: Type.Boolean({ description: 'False in a text box.' }),
        hasOthers: Type.Boolean({
          description: 'Whether it has something besides text, such as a picture, which stays.',
        }),
      }),
    ),
  },
  {
    title: 'EditableText',
    examples: [
      {
        isCurrent: true,
        paragraphs: [
          {
            id: 12,
            part: 'Body',
            number: '4.2',
            level: null,
            cell: null,
            pieces: [
              { text: 'Payment. ', look: ['Bold'] },
              { text: 'Invoices are due within 30 days.', look: [] },
            ],
            isEditable: true,
            hasOthers: false,
          },
        ],
      },
    ],
  },
)

const paragraphToV2 = ({ cell, pieces, ...paragraph }: EditableParagraph) => ({
  ...paragraph,
  cell: cell && { ...cell },
  pieces: pieces.map(({ text, look }) => ({ text, look: [...look] })),
})

/** The text of a version in the shape of v2. */
export const editableTextToV2 = ({ isCurrent, paragraphs }: EditableText) => ({
  isCurrent,
  paragraphs: paragraphs.map(paragraphToV2),
})

const mostEdits = 2_000
const mostAdded = 200
const longestText = 50_000
// of the whole list: a body has at most 1 MiB
const longestEdits = 300_000

const edits = Type.Array(
  Type.Object(
    {
      paragraph: Type.Integer({ minimum: 1, description: 'Its id.' }),
      text: Type.Optional(
        nullable<string>('string', {
          maxLength: longestText,
          description: 'What it says now; null or absent: what it said before.',
        }),
      ),
      removed: Type.Optional(Type.Boolean({ description: 'Whether it is removed.' })),
      looks: Type.Optional(looksSchema),
      added: Type.Optional(
        Type.Array(Type.String({ maxLength: longestText }), {
          maxItems: mostAdded,
          description: 'Paragraphs that are added after it.',
        }),
      ),
      ...rowSchemas,
    },
    { additionalProperties: false },
  ),
  { maxItems: mostEdits, description: 'One for each paragraph that is edited.' },
)
const editExample = {
  paragraph: 1,
  text: 'Payment. Invoices are due within 45 days.',
  looks: [{ from: 0, to: 8, look: 'Bold' as const, on: true }],
}

export const newEditsSchema = Type.Object({ edits }, { additionalProperties: false })
export const newEditsExample = { edits: [editExample] }

/** The edits that are sent; 400 for none. */
export function newEditsFromV2(body: unknown): readonly ParagraphEdit[] {
  const list = editsIn(needed('edits', propertiesOf(body, ['edits'])['edits']))
  if (list.length === 0) throw badInput('edits', 'must have an edit at least.')
  return list
}

const draftProperties = { version: Type.Integer({ minimum: 1, description: 'That is edited.' }), edits }

export const newDraftSchema = Type.Object(draftProperties, { additionalProperties: false })
export const newDraftExample = { version: 1, edits: [editExample] }

/** The draft that is sent. */
export function newDraftFromV2(body: unknown): {
  readonly version: number
  readonly edits: readonly ParagraphEdit[]
} {
  const properties = propertiesOf(body, ['version', 'edits'])
  return {
    version: numberIn('version', needed('version', properties['version'])),
    edits: editsIn(needed('edits', properties['edits'])),
  }
}

export const draftSchema = Type.Object(
  {
    ...draftProperties,
    isCurrent: Type.Boolean({
      description: 'Whether that is the current version still, with the content that was edited.',
    }),
    saved: Type.String({ format: 'date-time' }),
  },
  {
    title: 'FileDraft',
    examples: [
      {
        version: 1,
        edits: [{ ...editExample, removed: false, added: [], rowRemoved: false, rowsAdded: [] }],
        isCurrent: true,
        saved: '2026-03-02T09:00:00.000Z',
      },
    ],
  },
)

/** A draft in the shape of v2. */
export const draftToV2 = ({ version, isCurrent, edits: list, savedAt }: Draft) => ({
  version,
  isCurrent,
  edits: list.map(({ paragraph, text = null, looks: looked = [], added = [] }, at) => ({
    paragraph,
    text,
    removed: list[at]?.text === null,
    looks: looked.map((each) => ({ ...each })),
    added: [...added],
    ...rowsToV2(list[at]),
  })),
  saved: savedAt.toISOString(),
})

function editsIn(value: unknown): readonly ParagraphEdit[] {
  if (!Array.isArray(value) || value.length > mostEdits)
    throw badInput('edits', `must be a list of at most ${mostEdits} edits.`)
  const list = value.map((each: unknown, at) => editIn(`edits[${at}]`, each))
  const seen = new Set<number>()
  let length = 0
  for (const [at, { paragraph, text, added = [], rowsAdded = [] }] of list.entries()) {
    if (seen.has(paragraph)) throw badInput(`edits[${at}].paragraph`, 'is named by an edit before.')
    seen.add(paragraph)
    length += [text ?? '', ...added, ...rowsAdded.flat()].reduce((sum, each) => sum + each.length, 0)
  }
  if (length > longestEdits)
    throw badInput('edits', `must have at most ${longestEdits} characters together. Save some of them first.`)
  return list
}

const editProperties = ['paragraph', 'text', 'removed', 'looks', 'added', 'rowRemoved', 'rowsAdded']

function editIn(path: string, value: unknown): ParagraphEdit {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badInput(path, 'must be an object such as {"paragraph": 1, "text": "New text"}.')
  const given = value as Readonly<Record<string, unknown>>
  for (const name of Object.keys(given))
    if (!editProperties.includes(name))
      throw badInput(path, `has a property besides ${editProperties.join(', ')}.`)
  const { paragraph, text = null, removed = false, looks: looked = [], added = [] } = given
  const ownLooks = looksIn(`${path}.looks`, looked)
  if (typeof removed !== 'boolean') throw badInput(`${path}.removed`, 'must be true or false.')
  if (removed && text !== null) throw badInput(`${path}.text`, 'has no place in a paragraph that is removed.')
  if (removed && ownLooks.length > 0)
    throw badInput(`${path}.looks`, 'has no place in a paragraph that is removed.')
  return {
    paragraph: numberIn(`${path}.paragraph`, paragraph),
    ...(text === null ? {} : { text: lineIn(`${path}.text`, text) }),
    ...(removed ? { text: null } : {}),
    ...(ownLooks.length > 0 ? { looks: ownLooks } : {}),
    added: addedIn(`${path}.added`, added),
    ...rowsIn(path, given, lineIn),
  }
}

function addedIn(path: string, value: unknown): readonly string[] {
  if (!Array.isArray(value) || value.length > mostAdded)
    throw badInput(path, `must be a list of at most ${mostAdded} texts.`)
  return value.map((each: unknown, at) => lineIn(`${path}[${at}]`, each))
}

function numberIn(path: string, value: unknown): number {
  if (typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= 2_147_483_647)
    return value
  throw badInput(path, 'must be a whole number from 1.')
}

// what XML cannot have; tabs and breaks of the line are fine
const unwritable = /[^\P{Cc}\t\n]|[\u{fffe}\u{ffff}]/u

function lineIn(path: string, value: unknown): string {
  if (typeof value !== 'string' || !value.isWellFormed() || unwritable.test(value))
    throw badInput(path, 'must be a text without control characters.')
  if (value.length > longestText) throw badInput(path, `must have at most ${longestText} characters.`)
  return value
}

export const editedSchema = Type.Object(
  {
    id: Type.Integer({ description: 'Of the file.' }),
    version: Type.Integer({ description: 'That was made.' }),
    changed: Type.Integer({ description: 'How many paragraphs have another text.' }),
    added: Type.Integer(),
    removed: Type.Integer(),
    rowsAdded: Type.Integer({ description: 'Rows of tables.' }),
    rowsRemoved: Type.Integer(),
  },
  {
    title: 'EditedVersion',
    examples: [{ id: 4711, version: 3, changed: 2, added: 1, removed: 0, rowsAdded: 0, rowsRemoved: 0 }],
  },
)

/** The version that was made in the shape of v2. */
export const editedToV2 = ({ fileId, ...edited }: EditedVersion) => ({ id: fileId, ...edited })
