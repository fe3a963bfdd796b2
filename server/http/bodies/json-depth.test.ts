import { beforeAll, describe, expect, test } from 'vitest'
import { contractWorld } from '../../../test/fixtures/contracts.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { checkJsonLimits, maxJsonDepth, jsonLimits } from './json-limits.ts'

const parts = useTestApp()
let caller: Caller
let contract: string
beforeAll(async () => {
  const { owner, insert } = await contractWorld(parts, { role: 'Administrator' })
  contract = `/contract-apis/v1/contracts/${await insert()}`
  caller = await callerFor(parts, owner)
})

const nested = (levels: number, inner = '1') => '['.repeat(levels) + inner + ']'.repeat(levels)
const json = { headers: { 'content-type': 'application/json' } }

describe('JSON that is nested thousands of levels deep is 400', () => {
  test.each([
    ['lists', nested(5_000)],
    ['lists without an end', '['.repeat(5_000)],
    ['objects', '{"a":'.repeat(5_000) + '1' + '}'.repeat(5_000)],
    ['as much as a body may hold', '['.repeat(1_000_000)],
    ['in a value', `{"Name":${nested(5_000)}}`],
  ])('as a body: %s [G-45]', async (_, body) => {
    for (const send of [
      () => caller.patch(contract, body, json),
      () => caller.patch(contract.replace('/contract-apis/v1', '/v2'), body, json),
      () => caller.post('/matter-apis/v1/matters', body, json),
      // public routes read at most 64 KiB
      () => caller.post('/session', body.slice(0, 60_000), json),
    ]) {
      const answer = await send()
      expect([answer.statusCode, answer.json<{ detail: string }>().detail]).toEqual([
        400,
        expect.stringContaining('nested too deeply'),
      ])
    }
  })

  test('as a filter in the address', async () => {
    const filters = nested(3_000, '{"field":"name","operator":"eq","value":"x"}')
    const url = `/contract-apis/v1/contracts?filtering.logic=and&filtering.filters=${filters}`
    expect((await caller.get(url)).statusCode).toBe(400)
  })

  test('as the fields of a new contract in a form', async () => {
    const form = new FormData()
    form.set('Name', 'Lease')
    form.set('Fields', `{"field_1":${nested(200_000)}}`)
    form.set('ContractFile', new Blob(['text']), 'lease.txt')
    const request = new Request('http://localhost', { method: 'POST', body: form })
    const answer = await caller.post(
      '/contract-apis/v1/contracts',
      Buffer.from(await request.arrayBuffer()),
      { headers: { 'content-type': request.headers.get('content-type') ?? '' } },
    )
    expect(answer.statusCode).toBe(400)
    expect(answer.json<{ errors: object }>().errors).toHaveProperty('Fields')
  })

  test('with a file in it', async () => {
    const body = `{"fileData":"aGk=","more":${nested(200_000)}}`
    const answer = await caller.post(`/file-apis/v1/files/Contract/${contract.split('/').at(-1)}`, body, json)
    expect(answer.statusCode).toBe(400)
  })
})

test('the contents of strings are not counted, and length is not depth', () => {
  const check = (text: string) => () => checkJsonLimits(Buffer.from(text), jsonLimits)
  expect(check(JSON.stringify('['.repeat(5_000)))).not.toThrow()
  expect(check(JSON.stringify(`"${'['.repeat(5_000)}`))).not.toThrow()
  expect(check(JSON.stringify([`\\${'['.repeat(5_000)}`, '\\"[']))).not.toThrow()
  expect(check(`[${'[],'.repeat(5_000)}[]]`)).not.toThrow()
  expect(check(nested(maxJsonDepth))).not.toThrow()
  expect(check(nested(maxJsonDepth + 1))).toThrow('nested too deeply')
})
