// A day's work in a legal department: a matter, a contract, and an invoice. Each of the sixteen topics is triggered
// once.
import { randomUUID } from 'node:crypto'
import type { Api } from './api.ts'
import type { Installation, Log } from './installation.ts'

type Made = { readonly id: number }

/** Does all of it; the names of files and numbers of invoices are new each time. */
export async function work(api: Api, installation: Installation, log: Log): Promise<void> {
  const matterNumber = await matter(api, installation, log)
  await contract(api, installation, log)
  await invoice(api, { matterNumber, lawFirmId: installation.lawFirmId }, log)
}

function upload(name: string, text: string): FormData {
  const form = new FormData()
  form.set('file', new File([text], name, { type: 'text/plain' }))
  return form
}

async function matter(api: Api, { me, matterTypeId }: Installation, log: Log): Promise<string> {
  const { id } = await api.post<Made>('/v2/matters', {
    type: { id: matterTypeId },
    name: 'Prior v. Acme',
    manager: { user: { id: me.id } },
    fields: { court: 'High Court', risk: { value: 'low' } },
  })
  const path = `/v2/matters/${id}`
  await api.patch(path, { name: 'Prior v. Acme and others', fields: { risk: { value: 'high' } } })
  await api.patch(path, { status: 'Active' })
  await api.post(`${path}/tags`, { description: 'urgent' })
  const old = `/matter-apis/v1/matters/${id}`
  const fileId = await api.post<number>(`${old}/files`, upload('statement.txt', 'I saw it.'))
  await api.post(`/v2/files/${fileId}`, upload('statement.txt', 'I saw it with my own eyes.'))
  await api.post(`${old}/statusMessages`, { statusMessage: 'The statement is in.' })
  const { displayId, teamAssigned } = await api.get<{ displayId: string; teamAssigned: { name: string } }>(
    path,
  )
  log('worked', `on matter ${displayId} of the team ${teamAssigned.name}`)
  return displayId
}

async function contract(api: Api, { contractTypeId }: Installation, log: Log): Promise<void> {
  const { id } = await api.post<Made>('/v2/contracts', {
    type: { id: contractTypeId },
    name: 'Lease of the warehouse',
    fields: { landlord: 'Quay Holdings', rent: 12_500 },
  })
  const path = `/v2/contracts/${id}`
  await api.patch(path, { name: 'Lease of the harbour warehouse' })
  const old = `/contract-apis/v1/contracts/${id}`
  const { document } = await api.get<{ document: Made }>(path)
  const written = await api.download(`/v2/files/${document.id}/content`)
  const revised = new FormData()
  revised.set('file', new File([new Uint8Array(written), ' '], 'lease.docx'))
  await api.post(`${old}/files?parentFileId=${document.id}`, revised)
  const planId = await api.post<number>(`${old}/files`, upload('plan.txt', 'North is up.'))
  await api.post(`/v2/files/${planId}`, upload('plan.txt', 'North is to the right.'))
  await api.post(`${old}/statusMessages`, { statusMessage: 'Agreed in principle.' })
  const keyDate = { name: 'Renewal notice', date: '2031-01-31', value: 12_500 }
  const { id: keyDateId } = await api.post<Made>(`${path}/keyDates`, keyDate)
  await api.patch(`${path}/keyDates/${keyDateId}`, { date: '2031-02-28' })
  for (const status of ['Negotiating', 'Signing', 'Executed']) await api.patch(path, { status })
  const { status } = await api.get<{ status: string }>(path)
  log('worked', `on contract ${id}, which is ${status}`)
}

interface Billed {
  readonly matterNumber: string
  readonly lawFirmId: number
}

async function invoice(api: Api, { matterNumber, lawFirmId }: Billed, log: Log): Promise<void> {
  const number = `A-${randomUUID().slice(0, 8)}`
  const file = new Blob([ledes(matterNumber, number)], { type: 'text/plain' })
  const path = `/v2/invoices/imports?serviceProviderId=${lawFirmId}&fileName=March.txt`
  const report = await api.post<{ problems: readonly object[] }>(`${path}&checkOnly=true`, file)
  if (report.problems.length > 0) throw new Error(`The invoice is wrong: ${JSON.stringify(report.problems)}`)
  const { invoices } = await api.post<{ invoices: readonly Made[] }>(path, file)
  for (const { id } of invoices) {
    await api.post(`/v2/invoices/${id}/review`, {})
    await api.post(`/v2/invoices/${id}/approve`, {})
    const { status, total } = await api.get<{ status: string; total: number }>(`/v2/invoices/${id}`)
    log('worked', `on invoice ${number} of NZD ${total}, which is ${status}`)
  }
}

/** The file of a law firm's billing software: one invoice of two lines. */
function ledes(matterNumber: string, invoiceNumber: string): string {
  const columns =
    'INVOICE_DATE|INVOICE_NUMBER|CLIENT_ID|LAW_FIRM_MATTER_ID|INVOICE_TOTAL|BILLING_START_DATE|BILLING_END_DATE|INVOICE_DESCRIPTION|LINE_ITEM_NUMBER|EXP/FEE/INV_ADJ_TYPE|LINE_ITEM_NUMBER_OF_UNITS|LINE_ITEM_ADJUSTMENT_AMOUNT|LINE_ITEM_TOTAL|LINE_ITEM_DATE|LINE_ITEM_TASK_CODE|LINE_ITEM_EXPENSE_CODE|LINE_ITEM_ACTIVITY_CODE|TIMEKEEPER_ID|LINE_ITEM_DESCRIPTION|LAW_FIRM_ID|LINE_ITEM_UNIT_COST|TIMEKEEPER_NAME|TIMEKEEPER_CLASSIFICATION|CLIENT_MATTER_ID'
  const head = `20260331|${invoiceNumber}|ACME||1332.00|20260301|20260331|Services in March`
  const rows = [
    `${head}|1|F|1.5|0.00|930.00|20260303|L110||A104|TK01|Review of the statement|98-7654321|620.00|Prior, Ana|PARTNR|${matterNumber}`,
    `${head}|2|E|1|0.00|402.00|20260311||E112|||Court fees|98-7654321|402.00|||${matterNumber}`,
  ]
  return ['LEDES1998B', columns, ...rows].map((row) => `${row}[]\r\n`).join('')
}
