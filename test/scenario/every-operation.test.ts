// A working week of the demo organisation that calls every operation of v1. Each response matches the API's
// description, every property is present, and over the week every property has had a value.
import { beforeAll, expect, test } from 'vitest'
import { ensureDemo } from '../../server/sandbox/demo/ensure-demo.ts'
import { useTestApp } from '../test-app.ts'
import { account } from './account.ts'
import { watchAnswers } from './answers.ts'
import { contracts } from './contracts.ts'
import { fields } from './fields.ts'
import { files } from './files.ts'
import { invoices } from './invoices.ts'
import { matters } from './matters.ts'
import { emails } from './emails.ts'
import { type Integration, integrationOf } from './integration.ts'
import { knownGaps } from './known-gaps.ts'

const tested = useTestApp({ CHANCERY_INBOUND_MAIL_DOMAIN: 'in.legal.example' }, { demo: true })
const watched = watchAnswers()
const integration = (email: string): Promise<Integration> => integrationOf(tested, watched, email)

beforeAll(async () => {
  expect(await ensureDemo(tested.app)).toBe(true)
})

test.each(Object.entries({ matters, contracts, files, fields, invoices, emails, account }))(
  'the week of %s',
  async (_, week) => {
    await week({
      administrator: await integration('admin@harbour.example'),
      counsel: await integration('counsel@harbour.example'),
      requester: await integration('requester@harbour.example'),
      partner: await integration('partner@ashfield.example'),
    })
  },
)

test('every operation was called, and every response matches its description', () => {
  const { uncalled, misshapen } = watched.findings()
  expect({ uncalled, misshapen }).toEqual({ uncalled: [], misshapen: [] })
})

test('every property had a value at least once [E-18]', () => {
  expect(watched.findings().alwaysNull.toSorted()).toEqual(Object.keys(knownGaps).toSorted())
})
