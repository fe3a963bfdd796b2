// v2 of the versions of forms: who changed a form, what it was before, and that nobody overwrites another's change.
import { beforeEach, expect, test } from 'vitest'
import { createOrganisation, createUser, type TestUser } from '../../../test/factories.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()

interface Versions {
  readonly items: readonly { version: number; changed: { user: { id: string } | null }; parts: object[] }[]
}

let admin: TestUser
let caller: Caller
beforeEach(async () => {
  const { id: organisationId } = await createOrganisation(parts.app)
  admin = await createUser(parts.app, { organisationId, role: 'Administrator' })
  caller = await callerFor(parts, admin)
})

const form = '/v2/forms/matters'
const put = (body: object, ifMatch?: string) =>
  caller.put(form, body, ifMatch === undefined ? {} : { headers: { 'if-match': ifMatch } })
const versions = async () => (await caller.get(`${form}/versions`)).json<Versions>().items

test('each replacement of a form is a version, with who made it [T-1]', async () => {
  await caller.post('/v2/fields', { id: 'court', name: 'Court', fieldType: 'ShortText' })
  expect(await versions()).toEqual([])
  expect((await caller.get(form)).headers.etag).toMatch(/^"0-/)
  const first = await put({ parts: [{ field: 'court', label: 'Which court' }] })
  expect([first.statusCode, first.headers.etag]).toEqual([204, '"1"'])
  await put({ parts: [{ group: { title: 'Where' }, parts: [{ field: 'court', required: true }] }] })
  expect(await versions()).toEqual([
    {
      version: 2,
      changed: { dateUtc: expect.any(String), user: expect.objectContaining({ id: admin.id }) },
      parts: [
        {
          group: { id: expect.any(Number), title: 'Where' },
          when: null,
          parts: [
            {
              field: 'court',
              name: 'Court',
              label: 'Court',
              required: true,
              readOnly: false,
              help: null,
              requiredBefore: null,
              when: null,
            },
          ],
        },
      ],
    },
    {
      version: 1,
      changed: { dateUtc: expect.any(String), user: expect.objectContaining({ id: admin.id }) },
      parts: [
        {
          field: 'court',
          name: 'Court',
          label: 'Which court',
          required: false,
          readOnly: false,
          help: null,
          requiredBefore: null,
          when: null,
        },
      ],
    },
  ])
  // a field that is deleted is still named
  await put({ parts: [] })
  await caller.delete('/v2/fields/court')
  expect((await versions()).at(-1)?.parts).toMatchObject([{ field: null, name: 'Court' }])
})

test('a form that did not change is no version, and If-Match refuses to overwrite [T-1] [T-2]', async () => {
  const one = { parts: [{ group: { title: 'One' }, parts: [] }] }
  await put(one)
  const read = (await caller.get(form)).json<object>()
  const same = await put(read, '"1"')
  expect([same.statusCode, same.headers.etag]).toEqual([204, '"1"'])
  expect(await versions()).toHaveLength(1)
  expect((await put({ parts: [] }, '"1"')).statusCode).toBe(204)
  const late = await put(read, '"1"')
  expect([late.statusCode, late.headers.etag], late.body).toEqual([412, '"2"'])
  expect((await caller.get(form)).json()).toEqual({ parts: [] })
})
