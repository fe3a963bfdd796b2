// The PDF that is going to be signed, as the next version of the document of a contract, so that everybody sees it: of
// a Word document, or of a PDF whose look can change.
import { basename, extname } from 'node:path'
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import type { Decision } from '../../../platform/documents/markup/decide-changes.ts'
import { hiddenRead, hiddenRemoved, hiddenWords } from '../../../platform/documents/markup/hidden-content.ts'
import { type FoundTrait, traitsWords } from '../../../platform/documents/pdf/changeable/traits.ts'
import { textFormatOf } from '../../../platform/documents/text/text-formats.ts'
import { badInput, conflict, sentence } from '../../../platform/errors.ts'
import type { Reader } from '../../../platform/postgres/database.ts'
import { pdfMadeFixed } from '../../../seals/workers.ts'
import { readContent } from '../../../platform/storage/recorded-content.ts'
import { getContractFor, lockContractFor, noteContractActivity } from '../../access.ts'
import type { Contract } from '../../contract.ts'
import { addPdfVersion, contentOfDocument, getCurrentDocument } from './document.ts'
import { checkNotOutForSignature } from './request.ts'

const largest = 20 * 1024 * 1024

export interface PdfToMake {
  readonly version: number
  /** What becomes of tracked changes; undefined for a document without any. */
  readonly changes: Decision | undefined
  /** Whether it is made fixed: of a PDF, which is then the same to everybody, on a screen and in print. */
  readonly fixed: boolean
}

/**
 * Makes the PDF, and adds it to the document: without comments, hidden text, names of authors and tracked changes,
 * which are all accepted or rejected; of a PDF, a fixed copy. Throws conflict for a contract that is not in Signing or
 * is out for signature, for another version of the document, for one that is neither, for a Word document with
 * changes, comments or hidden text unless the caller says what becomes of them, for a PDF of which no fixed copy can
 * be made or is needed, and where the installation cannot make PDFs; bad_request for a document that is damaged or too
 * much.
 */
export async function makePdfToSign(
  app: App,
  actor: Actor,
  contractId: number,
  { version, changes, fixed }: PdfToMake,
): Promise<{ readonly version: number }> {
  const contract = await getContractFor(app.db, actor, contractId, 'stage')
  const { organisationId } = contract
  // it takes seconds, for nothing if it is refused afterwards
  await checkMayBeMade(app.db, contract)
  const { fileId } = await getCurrentDocument(app, contract, version)
  const content = await contentOfDocument(app, { organisationId, fileId, version })
  const name = content.name ?? 'document'
  if (content.size > largest) throw badInput('document', sentence('A PDF can be made of at most 20 MB.'))
  const made = fixed
    ? await fixedPdf(app, content, { version, name })
    : await pdfOfWord(app, content, { version, changes, name })
  const next = {
    ...made,
    request: { organisationId, fileId, fileVersion: version },
    name: `${basename(name, extname(name))}.pdf`,
    userId: actor.userId,
  }
  return addPdfVersion(app, actor, next, async (tx, added) => {
    const { contract: held } = await lockContractFor(
      { tx, actor, now: added.now, right: 'stage' },
      contractId,
    )
    await checkMayBeMade(tx, held)
    await noteContractActivity(tx, held, added.now)
    return { result: { version: added.version }, events: [] }
  })
}

const said = { Accept: ', all changes accepted', Reject: ', all changes rejected' } as const

type Stored = Awaited<ReturnType<typeof contentOfDocument>>

async function pdfOfWord(
  app: App,
  content: Stored,
  { version, changes, name }: Omit<PdfToMake, 'fixed'> & { readonly name: string },
) {
  const { organisationId } = content
  if (textFormatOf(content.contentType, name) !== 'docx')
    throw conflict(`${name} is no Word document (.docx). A PDF can be made of Word documents only.`)
  const decided = await withoutHidden(app, await readContent(app, content), { organisationId, changes })
  const pdf = await app.wordToPdf.convert(decided, { organisationId })
  return { pdf, comments: `PDF of version ${version}${changes === undefined ? '' : said[changes]}` }
}

async function fixedPdf(
  app: App,
  content: Stored,
  { version, name }: { readonly version: number; readonly name: string },
): Promise<{ readonly pdf: Buffer; readonly comments: string; readonly madeFixed: readonly FoundTrait[] }> {
  const { organisationId } = content
  if (content.contentType !== 'application/pdf')
    throw conflict(`${name} is no PDF. Only a PDF can be made fixed.`)
  const document = await readContent(app, content)
  const { bytes, removed } = await app.documents.run(pdfMadeFixed, document, {
    organisationId,
    input: 'document',
  })
  if (removed.length === 0) throw conflict(`${name} looks the same to everybody already.`)
  const comments = `Version ${version}, made fixed. Before, it had ${traitsWords(removed)}`
  return { pdf: Buffer.from(bytes), comments: comments.slice(0, longestComments), madeFixed: removed }
}

const longestComments = 1_000

/** What is signed is what the pages say: nothing that is undecided, and no comment. */
async function withoutHidden(
  app: App,
  document: Uint8Array,
  { organisationId, changes }: { readonly organisationId: number } & Pick<PdfToMake, 'changes'>,
): Promise<Uint8Array> {
  const of = { organisationId, input: 'document' }
  const found = await app.documents.run(hiddenRead, document, of)
  // properties and data are on no page, and hidden text might have been agreed
  const { changes: undecided, comments, hiddenTexts } = found
  const words = hiddenWords({ changes: undecided, comments, hiddenTexts })
  if (changes === undefined && words !== '')
    throw conflict(
      `The document contains ${words}. Say whether its changes are accepted or rejected; comments and hidden text are left out. Or decide them first.`,
    )
  return app.documents.run(hiddenRemoved, { document, changes: changes ?? 'Accept' }, of)
}

/** Before Signing, a new version would be one that nobody has approved. */
async function checkMayBeMade(db: Reader, contract: Contract): Promise<void> {
  if (contract.stage !== 'Signing')
    throw conflict('A PDF to sign is made of the document of a contract in Signing.')
  await checkNotOutForSignature(db, contract)
}
