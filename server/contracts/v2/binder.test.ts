// Binders: an agreement with its amendments, files, approvals and signatures in one download.
import { createHash } from 'node:crypto'
import { PDF } from '@libpdf/core'
import { extractText } from 'unpdf'
import { expect, test } from 'vitest'
import { docxOf } from '../../platform/documents/writing/docx.ts'
import { form } from '../../../test/documents/forms.ts'
import { createContractTemplate, createUser } from '../../../test/factories.ts'
import { insertContract } from '../../../test/fixtures/contracts.ts'
import { signingWorld } from '../../../test/fixtures/signing-world.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { readZip } from '../../platform/documents/zip-archive.ts'

const parts = useTestApp()
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const textOf = async (pdf: Buffer) =>
  (await extractText(new Uint8Array(pdf), { mergePages: true })).text.replaceAll(/\s+/g, ' ')

/** An agreement that two signed here, with an exhibit in Word and an amendment. */
async function signedAgreement() {
  const world = await signingWorld(parts)
  const { counsel, organisationId } = world
  const { path } = await world.sent(['ana', 'ben'])
  for (const name of ['ana', 'ben']) expect((await world.sign(await world.open(name))).statusCode).toBe(204)
  const id = Number(path.split('/').at(-1))
  const exhibit = docxOf({
    title: 'Rates',
    isNumbered: false,
    opening: ['As agreed.'],
    clauses: [],
    ending: { lines: [] },
  })
  const upload = async (contractId: number, name: string, content: Buffer) => {
    const { payload, headers } = form({
      targetResourceType: 'Contract',
      targetResourceId: String(contractId),
      file: { name, content },
    })
    const answer = await counsel.post('/v2/files', payload, { headers })
    expect(answer.statusCode, answer.body).toBe(201)
  }
  await upload(id, 'Rates: 2026.docx', exhibit)
  const type = await createContractTemplate(parts.app, { organisationId, amends: true })
  const amendment = await insertContract(parts.app, {
    owner: world.lawyer,
    templateId: type,
    values: { name: 'First amendment' },
  })
  expect((await counsel.put(`/v2/contracts/${amendment}/parent`, { id })).statusCode).toBe(204)
  await upload(amendment, 'Broken.pdf', Buffer.from('%PDF-1.4 broken'))
  return { ...world, id, path, amendment, exhibit }
}

test('as a PDF it has an index, all records, files and signatures; what is no PDF is attached [C-360]', async () => {
  const { counsel, amendment, exhibit, path } = await signedAgreement()
  // from the amendment as well, it is that of the agreement
  const answer = await counsel.get(`/v2/contracts/${amendment}/binder`)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(answer.headers['content-disposition']).toContain('Services - binder.pdf')
  const text = await textOf(answer.rawPayload)
  for (const said of [
    'Services Binder made on 2 March 2026 at 09:00 UTC by',
    'Signed copy: Agreement.pdf',
    'First amendment',
    'Certificate of signatures',
    'Signature 1: ana Mail address ana-',
    'Network address 127.0.0.1',
    'I agree to sign this document electronically',
  ])
    expect(text).toContain(said)
  const pdf = await PDF.load(new Uint8Array(answer.rawPayload))
  const { document } = (await counsel.get(path)).json<{ document: { id: number } }>()
  const signed = await counsel.get(`/v2/files/${document.id}/content`)
  const attached = [...pdf.getAttachments().keys()]
  expect(attached).toEqual([
    '01 Services/Agreement.pdf',
    '01 Services/Rates_ 2026.docx',
    '02 First amendment/Broken.pdf',
    'manifest.json',
  ])
  const bytesOf = (name: string) => sha256(pdf.getAttachment(name) ?? new Uint8Array())
  expect(bytesOf('01 Services/Agreement.pdf')).toBe(sha256(signed.rawPayload))
  expect(bytesOf('01 Services/Rates_ 2026.docx')).toBe(sha256(exhibit))
})

test('as an archive it has each file as it is, with hashes that can be checked [C-361]', async () => {
  const { counsel, id } = await signedAgreement()
  const answer = await counsel.get(`/v2/contracts/${id}/binder?form=zip`)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip'])
  const entries = new Map(
    readZip(answer.rawPayload, { entries: 100, bytes: 2 ** 26 }).map(({ name, content }) => [name, content]),
  )
  expect([...entries.keys()]).toEqual([
    'Binder.pdf',
    'manifest.json',
    'SHA256SUMS',
    '01 Services/Agreement.pdf',
    '01 Services/Rates_ 2026.docx',
    '02 First amendment/Broken.pdf',
  ])
  const sums = String(entries.get('SHA256SUMS')).trim().split('\n')
  expect(sums).toHaveLength(5)
  for (const line of sums) {
    const [sum, name = ''] = line.split('  ')
    expect(sha256(entries.get(name) ?? Buffer.alloc(0))).toBe(sum)
  }
  const manifest = JSON.parse(String(entries.get('manifest.json')))
  expect(manifest).toMatchObject({
    agreement: { id, name: 'Services' },
    contracts: [
      {
        files: [
          { path: '01 Services/Agreement.pdf', version: 4, isDocument: true, isSigned: true },
          { path: '01 Services/Rates_ 2026.docx', isDocument: false, isSigned: false },
        ],
      },
      { name: 'First amendment' },
    ],
  })
  expect(await textOf(entries.get('Binder.pdf') ?? Buffer.alloc(0))).toContain('01 Services/Agreement.pdf')
})

test('what somebody does not see is in none of their binders, nor in a record sheet [C-362]', async () => {
  const { counsel, organisationId, id, amendment } = await signedAgreement()
  const other = await createUser(parts.app, {
    organisationId,
    role: 'InhouseLegal',
    groups: ['ContractAdministrators'],
  })
  const caller = await callerFor(parts, other)
  expect((await counsel.patch(`/v2/contracts/${amendment}`, { restricted: true })).statusCode).toBe(204)
  expect((await caller.get(`/v2/contracts/${amendment}/binder`)).statusCode).toBe(404)
  const theirs = await caller.get(`/v2/contracts/${id}/binder`)
  expect(await textOf(theirs.rawPayload)).not.toContain('First amendment')
  const sheet = await counsel.get(`/v2/contracts/${amendment}/binder?form=sheet`)
  expect(sheet.headers['content-disposition']).toContain('First amendment - record.pdf')
  const text = await textOf(sheet.rawPayload)
  expect(text).toContain('Status Draft')
  expect(text).not.toContain('Broken.pdf')
  expect((await counsel.get(`/v2/contracts/${id}/binder?form=docx`)).statusCode).toBe(400)
})
