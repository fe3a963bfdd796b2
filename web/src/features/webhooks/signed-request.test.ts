// The command that sends a notification once more is signed as the platform signs, whatever is in the body.
import { execFileSync } from 'node:child_process'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { signedRequestLines } from './signed-request.ts'

const secret = `whsec_${Buffer.from('thirty-two bytes of a secret: 01').toString('base64')}`
const request = {
  url: "https://hooks.example.com/o'neill?a=1&b=$HOME",
  headers: {
    'content-type': 'application/json',
    'user-agent': 'Chancery-Webhooks/1.0',
    'webhook-id': 'msg_7f3f0f1e-5a64-4f0e-9a55-0a1d2e6a3b11',
  },
  body: `{"ClientState":"it's a $HOME \\"secret\\" \`id\` %s ü"}`,
}

/** What the shell passes to curl. */
function argumentsOf(lines: string): string[] {
  // the first line is where one puts the secret
  const [, ...others] = lines.split('\n')
  const script = `curl() { printf '%s\\0' "$@"; }\n${others.join('\n')}`
  const output = execFileSync('sh', ['-c', script], {
    encoding: 'utf8',
    env: { ...process.env, WEBHOOK_SECRET: secret },
  })
  return output.split('\0').slice(0, -1)
}

test('the command sends the same bytes, with a signature that libraries verify [W-112]', () => {
  const given = argumentsOf(signedRequestLines(request))
  expect(given[1]).toBe(request.url)
  const body = given[given.indexOf('--data-binary') + 1] ?? ''
  expect(body).toBe(request.body)
  const headers = Object.fromEntries(
    given
      .filter((_, index) => given[index - 1] === '-H')
      .map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]),
  )
  expect(headers).toMatchObject(request.headers)
  expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(request.body))
  expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow('signature')
})
