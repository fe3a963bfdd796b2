// A packet to sign in ink: the document of a contract with a cover that says how it is signed, and a sheet for the
// signatures. The signed copy is uploaded and recorded afterwards, as for any contract that is signed elsewhere.
import { basename, extname } from 'node:path'
import { peopleByIds } from '../../../identity/users/people-on-records.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { textFormatOf } from '../../../platform/documents/text/text-formats.ts'
import { badInput, conflict, sentence } from '../../../platform/errors.ts'
import { change } from '../../../platform/events/change.ts'
import type { Reader } from '../../../platform/postgres/database.ts'
import { fullNameOf } from '../../../platform/person.ts'
import { readContent } from '../../../platform/storage/recorded-content.ts'
import { timeZoneOf } from '../../../platform/time/time-zone.ts'
import { momentText } from '../../../platform/time/written-times.ts'
import { documentTask } from '../../../platform/workers/document-task.ts'
import { getContractFor, lockContractFor } from '../../access.ts'
import { approvalProblem } from '../../approvals/stage-approval.ts'
import type { Contract } from '../../contract.ts'
import { contentOfDocument, getCurrentDocument } from '../here/document.ts'
import { checkNotOutForSignature } from '../here/request.ts'
import { mostSigners } from '../here/send-request.ts'
import { checkSignerTexts } from '../signer-texts.ts'
import type { makePacket, PacketSigner } from './make-packet.ts'

const packetMade = documentTask<typeof makePacket>(new URL('./make-packet.ts', import.meta.url), {
  name: 'makePacket',
  called: 'The packet',
  limits: { seconds: 60, megabytes: 1_024 },
})

const largest = 20 * 1024 * 1024

export interface AskedPacket {
  readonly version: number
  readonly signers: readonly PacketSigner[]
}

/**
 * Makes the packet of the current version of the document; the history says who made it. Throws conflict for a contract
 * that is not in Signing, lacks an approval or is out for signature here, for another version, and for a document of
 * which no PDF can be made; bad_request for signers that are incomplete and for a document that is damaged.
 */
export async function openPacket(
  app: App,
  actor: Actor,
  contractId: number,
  { version, signers }: AskedPacket,
): Promise<{ readonly name: string; readonly contentType: string; readonly content: Buffer }> {
  checkSigners(signers)
  const contract = await getContractFor(app.db, actor, contractId, 'stage')
  const { organisationId } = contract
  // it takes seconds, for nothing if it is refused afterwards
  await checkMayBeSigned(app.db, contract)
  const { fileId } = await getCurrentDocument(app, contract, version)
  const content = await contentOfDocument(app, { organisationId, fileId, version })
  const [timeZone, people] = await Promise.all([
    timeZoneOf(app.db, organisationId),
    peopleByIds(app.db, [actor.userId]),
  ])
  const now = app.clock.now()
  const person = people.get(actor.userId)
  const name = content.name ?? 'document'
  const bytes = await app.documents.run(
    packetMade,
    {
      title: contract.name,
      facts: [
        ['Document', `${name}, version ${version}`],
        ['SHA-256', content.sha256.toString('hex')],
        ['Printed', `${momentText(now, timeZone)}${person ? ` by ${fullNameOf(person)}` : ''}`],
      ],
      document: await pdfOf(app, content, name),
      signers,
      at: now,
    },
    { organisationId, input: 'document' },
  )
  await change(app, actor, async (tx) => {
    const { contract: held } = await lockContractFor({ tx, actor, now, right: 'stage' }, contractId)
    await checkMayBeSigned(tx, held)
    return {
      result: undefined,
      events: [
        {
          name: 'contract.signingPacket.made',
          organisationId,
          resource: { kind: 'contract', id: contractId },
          subject: { kind: 'contract', id: contractId },
          facts: { version, signers: signers.map((signer) => signer.name) },
        },
      ],
    }
  })
  return {
    name: `${basename(name, extname(name))} - to sign.pdf`,
    contentType: 'application/pdf',
    content: Buffer.from(bytes),
  }
}

async function pdfOf(
  app: App,
  content: Awaited<ReturnType<typeof contentOfDocument>>,
  name: string,
): Promise<Buffer> {
  const { contentType, organisationId, size } = content
  if (size > largest) throw badInput('document', sentence('A packet is made of a document of at most 20 MB.'))
  if (contentType === 'application/pdf') return readContent(app, content)
  if (textFormatOf(contentType, name) !== 'docx')
    throw conflict(`${name} is neither a PDF nor a Word document. Upload it as a PDF first.`)
  return app.wordToPdf.convert(await readContent(app, content), { organisationId })
}

/** In ink as here: what has not been approved is not signed, and nothing is signed in two ways at once. */
async function checkMayBeSigned(db: Reader, contract: Contract): Promise<void> {
  if (contract.stage !== 'Signing') throw conflict('A packet is made of a contract in Signing.')
  await checkNotOutForSignature(db, contract)
  const problem = await approvalProblem(db, contract)
  if (problem !== undefined) throw conflict(`It cannot be signed yet. ${problem}`)
}

function checkSigners(signers: readonly PacketSigner[]): void {
  if (signers.length === 0 || signers.length > mostSigners)
    throw badInput('signers', `must be 1 to ${mostSigners} people.`)
  for (const [index, { name, title, party }] of signers.entries())
    checkSignerTexts({ name, title, party }, `signers.${index}.`)
}
