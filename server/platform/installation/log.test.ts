import pg from 'pg'
import { expect, test } from 'vitest'
import { createLog } from './log.ts'

function logged(fill: (log: ReturnType<typeof createLog>) => void): Record<string, unknown> {
  let line = ''
  fill(createLog('info', { write: (text) => (line += text) }))
  return JSON.parse(line) as Record<string, unknown>
}

test("a database error is logged without its connection and without customers' values", () => {
  const error = Object.assign(new pg.DatabaseError('duplicate key value', 10, 'error'), {
    code: '23505',
    constraint: 'users_email_unique',
    detail: 'Key (email_key)=(jo@acme.example) already exists.',
    client: { connectionParameters: { host: 'db.internal' } },
  })
  const { err, ...rest } = logged((log) => log.error({ err: error }, 'it failed'))
  expect(rest).toMatchObject({ level: 'error', msg: 'it failed' })
  expect(err).toEqual({
    type: 'DatabaseError',
    message: 'duplicate key value',
    stack: expect.stringContaining('log.test.ts'),
    code: '23505',
    constraint: 'users_email_unique',
  })
})

test('the causes of an error are logged with it', () => {
  const error = new Error('The file could not be kept', { cause: new Error('the disk is full') })
  const { err } = logged((log) => log.warn({ err: error }, 'trouble'))
  expect(err).toMatchObject({ stack: expect.stringContaining('the disk is full') })
})

test('requests are logged without their query, secrets not at all', () => {
  const request = { method: 'GET', url: '/authorize?code=secret', headers: { authorization: 'Bearer x' } }
  const line = logged((log) => log.info({ req: request, form: { password: 'secret' } }, 'incoming'))
  expect(line).toMatchObject({ req: { method: 'GET', path: '/authorize' }, form: {} })
  expect(JSON.stringify(line)).not.toContain('secret')
})
