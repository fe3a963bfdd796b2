// A PDF of the Word document of a contract, as its next version, so that everybody sees what is going to be signed.
import { basename, extname } from 'node:path'
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import type { Decision } from '../../../platform/documents/markup/decide-changes.ts'
import { hiddenRead, hiddenRemoved, hiddenWords } from '../../../platform/documents/markup/hidden-content.ts'
import { textFormatOf } from '../../../platform/documents/text/text-formats.ts'
import { badInput, conflict, sentence } from '../../../platform/errors.ts'
import type { Reader } from '../../../platform/postgres/database.ts'
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
}

/**
 * Makes the PDF, and adds it to the document: without comments, names of authors and tracked changes, which are all
 * accepted or rejected. Throws conflict for a contract that is not in Signing or is out for signature, for another
 * version of the document, for one that is no Word document, for one with changes or comments unless the caller says
 * what becomes of them, and where the installation cannot make PDFs; bad_request for a document that is damaged or too
 * much.
 */
export async function makePdfToSign(
  app: App,
  actor: Actor,
  contractId: number,
  { version, changes }: PdfToMake,
): Promise<{ readonly version: number }> {
  const contract = await getContractFor(app.db, actor, contractId, 'stage')
  const { organisationId } = contract
  // it takes seconds, for nothing if it is refused afterwards
  await checkMayBeMade(app.db, contract)
  const { fileId } = await getCurrentDocument(app, contract, version)
  const content = await contentOfDocument(app, { organisationId, fileId, version })
  const name = content.name ?? 'document'
  if (textFormatOf(content.contentType, name) !== 'docx')
    throw conflict(`${name} is no Word document (.docx). A PDF can be made of Word documents only.`)
  if (content.size > largest) throw badInput('document', sentence('A PDF can be made of at most 20 MB.'))
  const decided = await withoutHidden(app, await readContent(app, content), { organisationId, changes })
  const pdf = await app.wordToPdf.convert(decided, { organisationId })
  const next = {
    request: { organisationId, fileId, fileVersion: version },
    pdf,
    name: `${basename(name, extname(name))}.pdf`,
    comments: `PDF of version ${version}${changes === undefined ? '' : said[changes]}`,
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

/** What is signed is what the pages say: nothing that is undecided, and no comment. */
async function withoutHidden(
  app: App,
  document: Uint8Array,
  { organisationId, changes }: { readonly organisationId: number } & Pick<PdfToMake, 'changes'>,
): Promise<Uint8Array> {
  const of = { organisationId, input: 'document' }
  const found = await app.documents.run(hiddenRead, document, of)
  if (changes === undefined && found.changes + found.comments > 0)
    throw conflict(
      `The document contains ${hiddenWords(found)}. Say whether its changes are accepted or rejected; comments are left out. Or decide them first.`,
    )
  return app.documents.run(hiddenRemoved, { document, changes: changes ?? 'Accept' }, of)
}

/** Before Signing, a new version would be one that nobody has approved. */
async function checkMayBeMade(db: Reader, contract: Contract): Promise<void> {
  if (contract.stage !== 'Signing')
    throw conflict('A PDF to sign is made of the document of a contract in Signing.')
  await checkNotOutForSignature(db, contract)
}
