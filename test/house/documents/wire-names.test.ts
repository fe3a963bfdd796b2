// The calls, addresses and topics that the documentation names are there.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readDocuments } from '../documents.ts'
import { wrongWireNames } from './wire-names.ts'

/** What the calls of a page leave out, where the page says so. */
const bases: Readonly<Record<string, readonly string[]>> = {
  'docs/webhooks.md': ['/v2/webhookSubscriptions/{id}'],
}

/** Placeholders of code, not addresses. */
const isOfCode = (path: string) => /\$\{|NOUN/.test(path)

/** The calls of this page are sent by the product to a service that signs. */
const toOthers = 'docs/signing-services.md'

test('every call, address and topic that a page names is there', () => {
  const wrong = readDocuments()
    .filter(({ path }) => path !== toOthers)
    .flatMap(({ path, text }) => wrongWireNames(text, bases[path]).map((sentence) => `${path}: ${sentence}`))
  expect(wrong.filter((sentence) => !isOfCode(sentence))).toEqual([])
})

test('the calls to services that sign are those that are sent', () => {
  const page = readDocuments().find(({ path }) => path === toOthers)?.text ?? ''
  const sent = readFileSync(new URL('../../peers/signing-elsewhere.ts', import.meta.url), 'utf8')
  const wrong = wrongWireNames(page)
  expect(wrong.length).toBeGreaterThan(4)
  expect(wrong.filter((sentence) => !/^there is no (GET|POST) \/(health|packets)/.test(sentence))).toEqual([])
  const words = wrong
    .map((sentence) => sentence.split('/').at(-1) ?? '')
    .filter((word) => !word.startsWith('{'))
  expect(words.filter((word) => !sent.includes(word))).toEqual([])
})

describe('wrong ones are noticed', () => {
  test.each([
    ['`GET /v2/mattters`', 'there is no GET /v2/mattters'],
    ['`PUT /v2/matters`', 'there is no PUT /v2/matters'],
    ['`PATCH /v2/matters/{id}/nothing`', 'there is no PATCH /v2/matters/{id}/nothing'],
    ['`POST /v2/{matters|contrakts}/bulk`', 'there is no POST /v2/contrakts/bulk'],
    ['`GET /v2/matters?$fitler=x&$top=3`', 'GET /v2/matters has no parameter $fitler'],
    ['`GET /contract-apis/v1/contracts?tke=5`', 'GET /contract-apis/v1/contracts has no parameter tke'],
    ['```\nDELETE /v2/approvals\n```', 'there is no DELETE /v2/approvals'],
    ['`/v2/mattters`', 'there is no address /v2/mattters'],
    ['`matter.file.crated`', 'there is no topic or event matter.file.crated'],
  ])('%s', (text, complaint) => {
    expect(wrongWireNames(text)).toEqual([complaint])
  })

  test.each([
    '`GET /v2/matters?$filter=Name eq 3&$top=3`, `PUT /v2/matters/17/parent`, `/v2/matters`',
    '`POST /v2/{matters|contracts|tasks}/bulk`, `POST /file-apis/v1/files/…`, `matter.created`',
    '`/contract-apis/v2/contracts`, `server/matters/matter.ts`, `matter.ts`',
  ])('%s are accepted', (text) => {
    expect(wrongWireNames(text)).toEqual([])
  })

  test('what a page leaves out is put before its calls', () => {
    expect(wrongWireNames('`POST /test`', ['/v2/webhookSubscriptions/{id}'])).toEqual([])
    expect(wrongWireNames('`POST /tost`', ['/v2/webhookSubscriptions/{id}'])).toEqual([
      'there is no POST /tost',
    ])
  })
})
