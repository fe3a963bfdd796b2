import { describe, expect, test } from 'vitest'
import { createFileWorld, upload, versionsOf } from '../../../test/fixtures/files.ts'
import { useTestApp } from '../../../test/test-app.ts'

const parts = useTestApp({ CHANCERY_MAX_UPLOAD_BYTES: '5000000' })
const world = () => createFileWorld(parts.app, parts.server)
const contracts = '/contract-apis/v1/contracts'

describe('names', () => {
  const nameFor = async (name: string) => {
    const here = await world()
    const answer = await upload(here.asOwner, here.contractId, { name, content: 'x' })
    if (answer.statusCode !== 201) return answer.statusCode
    const details = await here.asOwner.get(`/file-apis/v1/files/${answer.body}`)
    return details.json<{ name: string }>().name
  }

  test.each([
    ['Überarbeitung – 契約書 🖋.docx', 'Überarbeitung – 契約書 🖋.docx'],
    ['e\u0301te\u0301.pdf', 'été.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\\\Users\\\\ana\\\\Lease.pdf', 'Lease.pdf'],
    ['  spaced.txt  ', 'spaced.txt'],
    ['tab\there.txt', 'tab here.txt'],
    ['\u202egnp.exe', 'gnp.exe'],
    [`${'n'.repeat(251)}.txt`, `${'n'.repeat(251)}.txt`],
    ['🖋'.repeat(255), '🖋'.repeat(255)],
  ])('%j becomes %j [F-50, F-51]', async (given, kept) => {
    expect(await nameFor(given)).toBe(kept)
  })

  test.each(['..', '.', '/', '   '])('a file named %j gets its own name', async (given) => {
    expect(await nameFor(given)).toMatch(/^upload-\d+\.txt$/)
  })

  test('more than 255 characters are rejected [F-52]', async () => {
    expect(await nameFor('n'.repeat(256))).toBe(400)
  })

  test.each([
    [`filename*=UTF-8''%e2%82%ac%20rates.txt`, '€ rates.txt'],
    [`filename=plain.txt; filename*=utf-8''%c3%a9t%c3%a9.txt`, 'été.txt'],
    [`filename="=?utf-8?B?w6l0w6kudHh0?="; filename*=utf-8''%c3%a9t%c3%a9.txt`, 'été.txt'],
    [`filename="=?UTF-8?Q?=C3=A9t_=C3=A9?= =?UTF-8?Q?.txt?="`, 'ét é.txt'],
    [`filename="=?no-such-set?B?w6l0w6k=?="`, '=?no-such-set?B?w6l0w6k=?='],
    [`filename*=ISO-8859-1''%e9t%e9.txt`, 'été.txt'],
    [`filename="quote \\"inside\\".txt"`, 'quote "inside".txt'],
    [`filename=bare.txt`, 'bare.txt'],
  ])('reads %s [F-53]', async (parameter, kept) => {
    const here = await world()
    const payload = `--b\r\nContent-Disposition: form-data; name="file"; ${parameter}\r\n\r\nx\r\n--b--\r\n`
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    const answer = await here.asOwner.post(`${contracts}/${here.contractId}/files`, payload, { headers })
    expect(answer.statusCode, answer.body).toBe(201)
    expect(await versionsOf(parts.app, here.organisationId)).toMatchObject([{ name: kept }])
  })
})
