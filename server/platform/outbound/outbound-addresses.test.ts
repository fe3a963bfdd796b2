// Private addresses in every spelling, and names that resolve to them: rejected when given and when called.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forbiddenHosts } from '../../../test/peers/forbidden-hosts.ts'
import { type Receiver, startReceiver } from '../../../test/peers/receiver.ts'
import { networksNamed } from '../settings/networks.ts'
import { boundedCall } from './bounded-call.ts'
import { mayConnectTo } from './outbound-addresses.ts'
import { createOutbound } from './outbound-http.ts'

const production = {
  environment: 'production',
  host: '0.0.0.0',
  webhookAllowedNetworks: [] as readonly string[],
  webhookCaFile: undefined,
} as const

const publicHosts = [
  '8.8.8.8',
  '1.1.1.1',
  '134744072',
  '[2606:4700:4700::1111]',
  '[2a00:1450:4001:81b::200e]',
  '172.15.255.255',
  '172.32.0.1',
  '100.63.255.255',
  '192.167.255.255',
  '223.255.255.255',
  '11.0.0.0',
  '9.255.255.255',
  '169.253.255.255',
]

const unresolvable = async () => {
  throw Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' })
}

describe('spellings of addresses', () => {
  const outbound = createOutbound(production, { resolve: unresolvable })
  afterAll(() => outbound.close())

  test('there are more than sixty', () => expect(new Set(forbiddenHosts).size).toBeGreaterThan(60))

  test.each(forbiddenHosts)('%s is rejected when given and when called [W-13]', async (host) => {
    const url = `https://${host}/`
    if (!URL.canParse(url)) return
    expect(await outbound.refusal(new URL(url))).toContain('address not allowed')
    const answer = await outbound.post({ url, headers: {}, body: Buffer.from('{}') })
    expect(answer).toMatchObject({
      status: null,
      error: expect.stringContaining('address not allowed') as string,
    })
  })

  test.each(publicHosts)('%s is public', async (host) => {
    expect(await outbound.refusal(new URL(`https://${host}/`))).toBeUndefined()
  })

  test('a name that cannot be resolved is not rejected [W-14]', async () => {
    expect(await outbound.refusal(new URL('https://not-yet.example/'))).toBeUndefined()
  })
})

describe('names', () => {
  let receiver: Receiver
  beforeAll(async () => {
    receiver = await startReceiver()
  })
  afterAll(() => receiver.close())
  const call = (host: string) => ({
    url: `https://${host}:${receiver.port}/`,
    headers: {},
    body: Buffer.from('{}'),
  })

  test.each([
    ['one private address', ['10.0.0.1']],
    ['loopback', ['127.0.0.1']],
    ['a public and a private address', ['93.184.215.14', '127.0.0.1']],
    ['a public one and a private one of the other family', ['93.184.215.14', '::1']],
    ['an IPv4 address inside IPv6', ['::ffff:127.0.0.1']],
    [
      'a thousand addresses with one private among them',
      [...Array.from({ length: 999 }, (_, n) => `93.184.${n >> 8}.${n & 255}`), '127.0.0.1'],
    ],
    ['what is no address', ['localhost']],
  ])('that resolve to %s are rejected', async (_, addresses) => {
    const outbound = createOutbound(production, { resolve: async () => addresses })
    expect(await outbound.refusal(new URL('https://hooks.example/'))).toContain('address not allowed')
    expect(await outbound.post(call('hooks.example'))).toMatchObject({
      status: null,
      error: expect.stringContaining('address not allowed') as string,
    })
    expect(receiver.connections()).toBe(0)
    await outbound.close()
  })

  test('that change after the check lead nowhere: the checked address is the one connected to [W-13]', async () => {
    let asked = 0
    const resolve = async () => [asked++ === 0 ? '93.184.215.14' : '127.0.0.1']
    const outbound = createOutbound(production, { resolve, timeLimitMs: 300 })
    expect(await outbound.refusal(new URL('https://rebinding.example/'))).toBeUndefined()
    for (let attempt = 0; attempt < 5; attempt++) {
      expect((await outbound.post(call('rebinding.example'))).error).toContain('address not allowed')
    }
    expect(asked).toBe(6)
    expect(receiver.connections()).toBe(0)
    await outbound.close()
  })

  test('are resolved once per connection, and not again by the socket', async () => {
    let asked = 0
    const resolve = async () => (asked++ === 0 ? ['127.0.0.1'] : ['10.0.0.1'])
    const sandbox = { ...production, environment: 'sandbox', host: 'loopback' } as const
    const outbound = createOutbound(sandbox, { resolve })
    expect(await outbound.post(call('hooks.example'))).toMatchObject({ status: 204 })
    expect(asked).toBe(1)
    expect(receiver.connections()).toBe(1)
    await outbound.close()
  })
})

describe('calls over http', () => {
  test('are for answers that are signed themselves, and follow the same rules for addresses [W-13]', async () => {
    const server = createServer((_, response) => void response.end('list'))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://localhost:${(server.address() as AddressInfo).port}/`
    const call = { url, method: 'GET', headers: {}, longestWaitMs: 2_000, largestAnswer: 1_000 } as const
    const sandbox = createOutbound({ ...production, environment: 'sandbox', host: 'loopback' })
    const answer = await boundedCall(sandbox, { ...call, isSigned: true })
    expect(answer.bytes.toString()).toBe('list')
    await expect(boundedCall(sandbox, call)).rejects.toThrow('not https')
    const outside = createOutbound(production)
    await expect(boundedCall(outside, { ...call, isSigned: true })).rejects.toThrow('address not allowed')
    const named = createOutbound(production, { resolve: async () => ['10.0.0.1'] })
    const renamed = { ...call, url: 'http://crl.example/', isSigned: true }
    await expect(boundedCall(named, renamed)).rejects.toThrow('address not allowed')
    await Promise.all([sandbox.close(), outside.close(), named.close()])
    server.close()
  })
})

describe('allowed networks', () => {
  test('are a network, an address or the word loopback [W-15]', () => {
    const allowed = ['10.1.0.0/16', '192.168.7.7', 'loopback', 'fd00:1::/32'].flatMap(
      (name) => networksNamed(name) ?? [],
    )
    const may = (address: string) => mayConnectTo(address, allowed)
    expect(
      ['10.1.2.3', '192.168.7.7', '127.9.9.9', '::1', 'fd00:1:2::3', '8.8.8.8'].filter((each) => !may(each)),
    ).toEqual([])
    expect(
      ['10.2.0.1', '192.168.7.8', 'fd00:2::1', '::ffff:10.1.2.3', '169.254.169.254'].filter(may),
    ).toEqual([])
  })

  test.each(['10.1.0.0/33', '10.1', '300.1.1.1', 'example.com', '10.1.0.0/', '', 'fd00::/129'])(
    '"%s" is not a network',
    (text) => {
      expect(networksNamed(text)).toBeUndefined()
    },
  )

  test('nothing outside the global unicast range is public, nor anything mapped into it', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
        const hex = (high: number, low: number) => ((high << 8) | low).toString(16)
        const inside = [
          `::ffff:${address}`,
          `::${address}`,
          `64:ff9b::${address}`,
          `2002:${hex(a, b)}:${hex(c, d)}::1`,
        ]
        return inside.every((each) => !mayConnectTo(each, []))
      }),
      { numRuns: 1_000 },
    )
  })
})
