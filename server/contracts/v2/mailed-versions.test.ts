// Documents in mails to the address of a contract: offered as versions, taken and declined through v2.
import { beforeEach, expect, test } from 'vitest'
import { docx } from '../../../test/documents/docx.ts'
import { form } from '../../../test/documents/forms.ts'
import { createUser } from '../../../test/factories.ts'
import { signingWorld } from '../../../test/fixtures/signing-world.ts'
import { callerFor } from '../../../test/tokens.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { fileInboundMail } from '../../emails/commands/file-inbound-mail.ts'
import { makeSample } from '../../seals/sample.ts'

const parts = useTestApp()
const [sent, changed] = [docx(['Payment within 30 days.']), docx(['Payment within 60 days.'])]

let world: Awaited<ReturnType<typeof signingWorld>>
beforeEach(async () => {
  world = await signingWorld(parts)
})

const negotiated = () => world.contractWith(sent, 'Agreement.docx', 'Draft')
const idOf = (path: string) => Number(path.split('/').at(-1))

/** A mail to the contract with these attachments, from the lawyer. */
async function mail(path: string, files: readonly (readonly [name: string, content: Buffer])[]) {
  const attached = files.map(
    ([name, content]) =>
      `--b\r\nContent-Type: application/octet-stream; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${content.toString('base64')}\r\n`,
  )
  const raw = `From: ${world.lawyer.email}\r\nSubject: Their draft\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nSee attached\r\n${attached.join('')}--b--\r\n`
  await fileInboundMail(parts.app, Buffer.from(raw), [{ kind: 'contract', id: idOf(path) }])
}

const offered = async (path: string) => (await world.counsel.get(`${path}/mailedVersions`)).json()
const namesIn = async (path: string) =>
  (await offered(path)).items.map(({ name }: { name: string }) => name).sort()
const act = (path: string, id: number, what: string, body?: object) =>
  world.counsel.post(`${path}/mailedVersions/${id}/${what}`, body)
const versionsOf = async (id: number) => (await world.counsel.get(`/v2/files/${id}/versions`)).json().items

test('an attachment of the type of the document is offered, and a version only once it is taken [C-358]', async () => {
  const { counsel, lawyer } = world
  const path = await negotiated()
  await mail(path, [
    ['Agreement (2).docx', changed],
    ['Schedule.docx', docx(['Fees'])],
    ['Agreement.pdf', Buffer.from(await makeSample(['Agreement']))],
  ])
  const { document, items } = await offered(path)
  expect(document).toMatchObject({ name: 'Agreement.docx', version: 1 })
  expect(items).toMatchObject([
    {
      name: 'Agreement (2).docx',
      state: 'Offered',
      decided: null,
      mail: { id: expect.any(Number) },
      received: { user: { id: lawyer.id }, dateUtc: '2026-03-02T09:00:00.000Z' },
    },
  ])
  expect(await versionsOf(document.id)).toHaveLength(1)
  const { id, file } = items[0]
  expect((await act(path, id, 'accept', { document: { version: 2 } })).statusCode).toBe(409)
  expect((await act(path, id, 'accept', {})).statusCode).toBe(400)
  expect((await act(path, id + 1, 'accept', { document: { version: 1 } })).statusCode).toBe(404)
  const taken = await act(path, id, 'accept', { document: { version: 1 } })
  expect(taken.statusCode, taken.body).toBe(204)
  expect((await act(path, id, 'accept', { document: { version: 2 } })).statusCode).toBe(409)
  const [latest] = await versionsOf(document.id)
  expect(latest).toMatchObject({ version: 2, comments: expect.stringContaining(`From a mail of `) })
  expect(latest.comments).toContain(lawyer.email)
  const content = await counsel.get(`/v2/files/${document.id}/versions/2/content`)
  expect(content.rawPayload.equals(changed)).toBe(true)
  expect((await counsel.get(`/v2/files/${file.id}`)).statusCode).toBe(200)
  const history = (await counsel.get(`/v2/files/${document.id}/history`)).json().items[0]
  expect(history.changes).toContainEqual(
    expect.objectContaining({ label: 'From mail', to: expect.stringContaining(lawyer.email) }),
  )
  expect((await offered(path)).items).toMatchObject([{ state: 'Accepted', decided: expect.any(String) }])
})

test('without one of its name all of its type are offered; nothing that a version has, and no other type [C-358]', async () => {
  const path = await negotiated()
  await mail(path, [['Agreement.docx', sent]])
  await mail(path, [['notes.txt', Buffer.from('Agreement')]])
  expect((await offered(path)).items).toEqual([])
  await mail(path, [
    ['Draft of Tuesday.docx', changed],
    ['Schedule.docx', docx(['Fees'])],
  ])
  expect(await namesIn(path)).toEqual(['Draft of Tuesday.docx', 'Schedule.docx'])
  const many = Array.from({ length: 6 }, (_, at) => [`Annex ${at}.docx`, docx([`${at}`])] as const)
  await mail(path, many)
  expect((await offered(path)).items).toHaveLength(2)
})

test('what is no version is not asked about any more, and can be taken later as long as it is there [C-359]', async () => {
  const { counsel } = world
  const path = await negotiated()
  await mail(path, [
    ['One.docx', changed],
    ['Two.docx', docx(['Fees'])],
  ])
  const { document, items } = await offered(path)
  const [one, two] = items
  expect((await act(path, one.id, 'decline')).statusCode).toBe(204)
  expect((await act(path, one.id, 'decline')).statusCode).toBe(409)
  const { payload, headers } = form({ file: { name: 'Two.docx', content: docx(['Other fees']) } })
  expect((await counsel.post(`/v2/files/${two.file.id}`, payload, { headers })).statusCode).toBe(201)
  expect((await act(path, one.id, 'accept', { document: { version: 1 } })).statusCode).toBe(204)
  // a later content of it is not what came
  expect((await act(path, two.id, 'accept', { document: { version: 2 } })).statusCode).toBe(204)
  expect((await counsel.get(`/v2/files/${document.id}/versions/3/content`)).body).not.toContain('Other fees')
  await mail(path, [['Three.docx', docx(['Three'])]])
  const three = (await offered(path)).items[0]
  expect((await counsel.delete(`/v2/files/${three.file.id}`)).statusCode).toBe(204)
  expect(await namesIn(path)).not.toContain('Three.docx')
  expect((await act(path, three.id, 'accept', { document: { version: 3 } })).statusCode).toBe(404)
})

test('nobody is asked while it is being signed, locked by somebody else or executed [C-359]', async () => {
  const { counsel, organisationId, newRequest, contractWith } = world
  const pdf = async (text: string) => Buffer.from(await makeSample([text]))
  const path = await contractWith(await pdf('Agreement'))
  await mail(path, [['Agreement.pdf', await pdf('Other')]])
  const before = await offered(path)
  expect(before.document).not.toBeNull()
  const other = await createUser(parts.app, { organisationId, role: 'InhouseLegal' })
  const asOther = await callerFor(parts, other)
  expect((await counsel.put(`${path}/members/${other.id}`, { roles: ['Member'] })).statusCode).toBe(204)
  expect((await asOther.put(`/v2/files/${before.document.id}/lock`, {})).statusCode).toBe(200)
  expect((await offered(path)).document).toBeNull()
  const accept = () => act(path, before.items[0].id, 'accept', { document: { version: 1 } })
  expect((await accept()).statusCode).toBe(423)
  await asOther.delete(`/v2/files/${before.document.id}/lock`)
  expect((await counsel.post(`${path}/signatureRequests`, newRequest(['ana']))).statusCode).toBe(201)
  expect((await offered(path)).document).toBeNull()
  expect((await act(path, before.items[0].id, 'accept', { document: { version: 2 } })).statusCode).toBe(409)
  await mail(path, [['Agreement.pdf', await pdf('Third')]])
  expect((await offered(path)).items).toHaveLength(1)
  const executed = await contractWith(sent, 'Agreement.docx')
  expect((await counsel.patch(executed, { status: 'Executed' })).statusCode).toBe(204)
  await mail(executed, [['Agreement.docx', changed]])
  expect((await offered(executed)).items).toEqual([])
})

test('only those who may add a version decide, and a private file is offered to nobody else [C-359]', async () => {
  const { counsel, organisationId } = world
  const path = await negotiated()
  await mail(path, [['Agreement.docx', changed]])
  const [{ id, file }] = (await offered(path)).items
  const outsider = await callerFor(
    parts,
    await createUser(parts.app, { organisationId, role: 'Contributor' }),
  )
  expect((await outsider.get(`${path}/mailedVersions`)).statusCode).toBe(404)
  expect((await outsider.post(`${path}/mailedVersions/${id}/decline`)).statusCode).toBe(404)
  const member = await createUser(parts.app, { organisationId, role: 'Standard' })
  expect((await counsel.put(`${path}/members/${member.id}`, { roles: ['Member'] })).statusCode).toBe(204)
  const asMember = await callerFor(parts, member)
  const seen = async () => (await asMember.get(`${path}/mailedVersions`)).json().items
  expect(await seen()).toHaveLength(1)
  expect((await counsel.patch(`/v2/files/${file.id}`, { restricted: true })).statusCode).toBeLessThan(300)
  expect(await seen()).toEqual([])
  expect((await asMember.post(`${path}/mailedVersions/${id}/decline`)).statusCode).toBe(404)
  expect((await offered(path)).items).toMatchObject([{ state: 'Offered' }])
})
