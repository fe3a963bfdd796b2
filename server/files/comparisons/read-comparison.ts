// What a comparison says: its changes, and the text to show them in; and the redline as a document.
import { docxType } from '../../platform/documents/text/text-formats.ts'
import { Readable } from 'node:stream'
import { createHash } from 'node:crypto'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { Block, Change } from '../../platform/documents/redline/changes.ts'
import { fullName } from '../../identity/users/user.ts'
import { redlineSigned } from '../../platform/documents/redline/sign-redline.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import { readContent } from '../../platform/storage/recorded-content.ts'
import { checkDone, type Comparison, getComparison, type VersionRef } from './comparison.ts'

type ComparisonRef = VersionRef & { readonly id: number }

/** The changes of a comparison in their order. Throws conflict while it is not done. */
export async function listComparisonChanges(
  app: App,
  actor: Actor,
  ref: ComparisonRef,
): Promise<readonly Change[]> {
  const comparison = await getComparison(app, actor, ref)
  return (await partsOf(app, comparison, 'Changes')) as Change[]
}

/** The paragraphs of a comparison in their order. Throws conflict while it is not done. */
export async function listComparisonBlocks(
  app: App,
  actor: Actor,
  ref: ComparisonRef,
): Promise<readonly Block[]> {
  const comparison = await getComparison(app, actor, ref)
  return (await partsOf(app, comparison, 'Blocks')) as Block[]
}

async function partsOf(app: App, comparison: Comparison, kind: 'Changes' | 'Blocks'): Promise<unknown[]> {
  checkDone(comparison)
  const rows = await app.db
    .selectFrom('file_comparison_parts')
    .where('organisation_id', '=', comparison.organisationId)
    .where('comparison_id', '=', comparison.id)
    .where('kind', '=', kind)
    .orderBy('part')
    .select('items')
    .execute()
  return rows.flatMap(({ items }) => items as unknown as unknown[])
}

/** A document that was made for a download. */
export interface MadeDocument {
  readonly name: string
  readonly contentType: string
  readonly size: number
  readonly sha256: Buffer
  readonly open: (range?: { readonly start: number; readonly end: number }) => Promise<Readable>
}

export const redlineFormats = ['Docx', 'Pdf'] as const
export type RedlineFormat = (typeof redlineFormats)[number]

/**
 * The redline, with its changes made now: by the actor, or by the person without an account who sent the later version;
 * as a PDF its changes are shown as changes. Throws conflict while
 * it is not done, and for a PDF where the installation makes none.
 */
export async function getRedline(
  app: App,
  actor: Actor,
  { format, ...ref }: ComparisonRef & { readonly format: RedlineFormat },
): Promise<MadeDocument> {
  const comparison = await getComparison(app, actor, ref)
  checkDone(comparison)
  const { redline: stored, organisationId, before, after } = comparison
  if (!stored) throw new Error('A comparison that is done has a redline')
  const redline = await readContent(app, { organisationId, ...stored })
  const signing = {
    redline,
    author: await authorOf(app.db, actor, comparison),
    date: app.clock.now().toISOString().replace(/\.\d+/, ''),
  }
  const bytes = Buffer.from(
    await app.documents.run(redlineSigned, signing, { organisationId, input: 'document' }),
  )
  const versions =
    before.fileId === after.fileId ? `versions ${before.version} and ${after.version}` : 'two files'
  const what = `redline of ${versions}`
  if (format === 'Docx') return madeDocument(after.name, what, bytes)
  return madeDocument(after.name, what, await app.wordToPdf.convert(bytes, { organisationId }), 'pdf')
}

/** Whose changes they are: of the person without an account who sent the version, or else of the actor. */
async function authorOf(
  db: Reader,
  { userId }: Actor,
  { organisationId, after: { fileId, version } }: Comparison,
): Promise<string> {
  const { guest, ...person } = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['first_name', 'last_name'])
    // not through access.ts: the comparison is of two versions that the actor sees
    .select((eb) =>
      eb
        .selectFrom('file_versions as v')
        .where('v.organisation_id', '=', organisationId)
        .where('v.file_id', '=', fileId)
        .where('v.version', '=', version)
        .select('v.guest')
        .as('guest'),
    )
    .executeTakeFirstOrThrow()
  return guest?.replace(/ <[^<>]*>$/, '') ?? fullName(person)
}

/** A document made from one of this name. */
export const madeDocument = (
  from: string,
  what: string,
  bytes: Buffer,
  type: 'docx' | 'pdf' = 'docx',
): MadeDocument => ({
  name: `${from.replace(/\.[^.]{1,5}$/, '')} (${what}).${type}`,
  contentType: type === 'pdf' ? 'application/pdf' : docxType,
  size: bytes.length,
  sha256: createHash('sha256').update(bytes).digest(),
  open: (range) =>
    Promise.resolve(Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes])),
})
