// Word documents made to keep the server busy: each is refused with the limit it goes over, and nobody has to wait
// meanwhile.
import { beforeEach, describe, expect, test } from 'vitest'
import { docx } from '../../../test/documents/docx.ts'
import { createOrganisation, createUser } from '../../../test/factories.ts'
import { storedIn } from '../../../test/fixtures/files.ts'
import type { Caller } from '../../../test/http.ts'
import { longestTurnAllowed, watchLoopAgain } from '../../../test/servers/loop-delay.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()

let caller: Caller
let type: string
beforeEach(async () => {
  const { id: organisationId } = await createOrganisation(parts.app)
  caller = await callerFor(parts, await createUser(parts.app, { organisationId, role: 'Administrator' }))
  const lease = { name: 'Lease', category: 'Commercial', parent: { name: 'Property' } }
  type = (await caller.post('/v2/contractTypes', lease)).headers.location ?? ''
})

const put = (document: Buffer) =>
  caller.put(`${type}/document`, document, { headers: { 'content-type': 'application/octet-stream' } })

const times = (count: number, ...paragraphs: string[]) =>
  Array.from({ length: count }, () => paragraphs).flat()
const inTable = (cells: string) => `</w:t></w:r></w:p><w:tbl>${cells}</w:tbl><w:p><w:r><w:t>`

describe('a document with', () => {
  test.each<[string, Buffer, string]>([
    [
      '2,000 sections in one another',
      docx([...times(2_000, '{#ndaKinds}'), ...times(2_000, '{/ndaKinds}')]),
      'sections nested more than 10 deep',
    ],
    ['500,000 braces in a run', docx(['{'.repeat(500_000)]), 'more than 5000 placeholders'],
    [
      '20,000 braces, each in a run of its own',
      docx(['{</w:t></w:r><w:r><w:t>'.repeat(20_000)]),
      'more than 5000 placeholders',
    ],
    ['100,000 paragraphs', docx(times(100_000, 'x')), 'more than 50000 paragraphs'],
    ['400,000 elements', docx([inTable('<w:tr/>'.repeat(400_000))]), 'more than 300000 elements'],
    [
      '300 tables in one another',
      docx([inTable('<w:tbl>'.repeat(300))]),
      'elements nested more than 200 deep',
    ],
  ])('%s [C-18]', async (_, document, limit) => {
    const { result, longestTurn } = await watchLoopAgain(() => put(document))
    expect([result.statusCode, result.json<{ errors: object }>().errors]).toEqual([
      400,
      { document: [`The template has ${limit}. Send a simpler one.`] },
    ])
    expect(longestTurn).toBeLessThan(longestTurnAllowed)
    expect(await storedIn(parts.app)).toEqual([])
  })

  test('350,000 paragraphs [C-18]', async () => {
    const document = docx(times(350_000, 'x'))
    const { result, longestTurn } = await watchLoopAgain(() => put(document))
    expect(result.statusCode).toBe(413)
    expect(longestTurn).toBeLessThan(longestTurnAllowed)
  })
})

test('a long document with many placeholders is accepted, and nobody waits for it [C-18]', async () => {
  const document = docx([...times(20_000, 'Clause {contractName}'), ...times(20_000, 'text')].slice(15_500))
  const { result, longestTurn } = await watchLoopAgain(() => put(document))
  expect(result.statusCode, result.body).toBe(204)
  expect(longestTurn).toBeLessThan(longestTurnAllowed)
})
