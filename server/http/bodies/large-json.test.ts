// JSON with files in base64: streamed, with the same result as parsing it at once.
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { createMailWorld, type MailWorld } from '../../../test/fixtures/emails.ts'
import { download } from '../../../test/fixtures/files.ts'
import { longestTurnAllowed, watchLoopAgain } from '../../../test/servers/loop-delay.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { base64Decoder } from './base64.ts'

const parts = useTestApp()
let world: MailWorld
beforeEach(async () => {
  world = await createMailWorld(parts)
})

const json = { headers: { 'content-type': 'application/json' } }
const path = () => `/matter-apis/v1/matters/${world.matterId}/files`
const upload = (body: string) => world.owner.caller.post(path(), body, json)

const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * 7) % 251))
const base64 = bytes.toString('base64')

test('base64 decoded in pieces of any size gives the same result as in one', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.array(fc.nat({ max: 40 })), (content, cuts) => {
      const text = Buffer.from(content)
        .toString('base64')
        .replaceAll('/', '\\/')
        .replace(/.{20}/g, '$&\\r\\n')
      const decoder = base64Decoder()
      let at = 0
      for (const length of cuts) decoder.add(Buffer.from(text.slice(at, (at += length))))
      decoder.add(Buffer.from(text.slice(at)))
      const decoded = decoder.end()
      expect(decoded && Buffer.concat(decoded)).toEqual(Buffer.from(content))
    }),
  )
})

test.each(['a%b', 'QQ===', 'Q=Q=', '\\u0041', 'ä', '=A', 'QQ\\'])('%j is not base64', (text) => {
  const decoder = base64Decoder()
  for (const byte of Buffer.from(text)) decoder.add(Buffer.from([byte]))
  expect(decoder.end()).toBeUndefined()
})

describe('a file in a JSON object', () => {
  test.each([
    ['as it is', base64],
    ['with escaped slashes', base64.replaceAll('/', '\\/')],
    ['in lines', base64.replace(/.{76}/g, '$&\\r\\n')],
    ['without its padding', base64.replace(/=+$/, '')],
  ])('is stored, %s [G-103]', async (_, text) => {
    const made = await upload(`{"fileName":"a \\"b\\".bin","comments":"c","file":"${text}"}`)
    expect(made.statusCode, made.body).toBe(201)
    expect((await download(world.owner.caller, made.json<number>())).equals(bytes)).toBe(true)
  })

  test('is rejected if it is not base64, even near its end', async () => {
    for (const text of [`${base64}!`, `${base64.replaceAll('=', '')}=A`, `!${base64}`]) {
      const refused = await upload(JSON.stringify({ fileName: 'a', file: text }))
      expect([refused.statusCode, refused.json<{ errors: object }>().errors]).toEqual([
        400,
        { file: ['file must be the file in base64.'] },
      ])
    }
  })

  test('of 40 MiB blocks nobody [G-103]', async () => {
    const body = Buffer.from(
      `{"fileName":"a.bin","file":"${Buffer.alloc(40 * 1_048_576, 1).toString('base64')}"}`,
    )
    const { result, longestTurn } = await watchLoopAgain(() => world.owner.caller.post(path(), body, json))
    expect(result.statusCode, result.body).toBe(201)
    expect(longestTurn).toBeLessThan(longestTurnAllowed)
  })
})

describe('a large body is rejected', () => {
  test.each<[string, () => string, number, RegExp]>([
    ['when it breaks the grammar', () => `{"file":"${base64}"`, 400, /JSON/],
    [
      'when it has too many values',
      () => `[${'[],'.repeat(200_000)}[]]`,
      400,
      /list in the body may have at most 10000 items/,
    ],
    [
      'when it has too many texts',
      () => `[${'"",'.repeat(2_000_000)}""]`,
      400,
      /may have at most 50000 properties/,
    ],
    ['when it has too much text', () => `{"a":"${'ä'.repeat(5_000_000)}"}`, 413, /8 MiB/],
    ['when it is too long', () => `{"file":"${'A'.repeat(66 * 1_048_576)}"}`, 413, /larger than/],
    ['when it is only blanks', () => ' '.repeat(9_000_000), 413, /8 MiB/],
  ])('%s [G-103]', async (_, body, status, message) => {
    const text = Buffer.from(body())
    const { result, longestTurn } = await watchLoopAgain(() => world.owner.caller.post(path(), text, json))
    expect(result.statusCode, result.body).toBe(status)
    expect(result.json<{ detail: string }>().detail).toMatch(message)
    expect(longestTurn).toBeLessThan(longestTurnAllowed)
  })
})

test('mails saved with their originals are returned byte for byte', async () => {
  const original = Buffer.from(`Subject: a\r\n\r\n${'text '.repeat(50_000)}`)
  const message = {
    externalReferenceId: 'm-1',
    subject: 'a',
    text: 'b'.repeat(100_000),
    original: original.toString('base64'),
  }
  const saved = await world.owner.caller.post('/account-apis/v1/emails/threads', {
    threadIdentifier: 't-1',
    client: 'Outlook',
    matterId: world.matterId,
    messages: [message],
  })
  expect(saved.statusCode, saved.body).toBe(200)
  const row = await parts.app.db
    .selectFrom('email_messages')
    .where('organisation_id', '=', world.organisationId)
    .select(['size', 'body'])
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ size: original.length, body: message.text })
})
