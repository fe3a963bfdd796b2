// Mail in the scenario: a tracked thread, and drafts.
import { expect } from 'vitest'
import { type People, the } from './integration.ts'

const api = '/account-apis/v1/emails'
type Rows = { readonly data: readonly { readonly id: number }[] }

/** Calls the mail operations of account-apis. */
export async function emails({ counsel, requester }: People): Promise<void> {
  const matterId = the((await requester.get<Rows>('/matter-apis/v1/matters?take=1')).data, () => true).id
  const contractId = the((await counsel.get<Rows>('/contract-apis/v1/contracts?take=1')).data, () => true).id
  await counsel.post(`${api}/threads`, {
    threadIdentifier: 'thread-week',
    client: 'Outlook',
    track: true,
    matterId,
    messages: [
      {
        externalReferenceId: '<week-1@harbour.example>',
        from: 'lines@fonseca.example',
        to: ['counsel@harbour.example'],
        subject: 'Your claim',
        text: 'We do not agree.',
        sentDateUtc: '2026-11-02T08:00:00',
      },
    ],
  })
  await counsel.post(`${api}/threads`, {
    threadIdentifier: 'thread-2',
    client: 'Outlook',
    track: true,
    contractId,
  })
  const file = await counsel.send<number>(
    `/file-apis/v1/files/Matter/${matterId}?fileName=mail.eml`,
    Buffer.from('Subject: Your claim\r\n\r\nWe do not agree.\r\n'),
    'message/rfc822',
  )
  await counsel.post(`${api}/threads`, {
    threadIdentifier: 'thread-3',
    client: 'Outlook',
    track: true,
    matterId,
    fileId: file,
  })
  for (const thread of ['thread-week', 'thread-2', 'thread-3'])
    expect(await counsel.get(`${api}/threads?client=Outlook&threadIdentifier=${thread}`)).toHaveLength(1)
  await counsel.get(`${api}/threads/page?client=Outlook&pageSize=1`)
  await counsel.get(`${api}/threads/page?client=Outlook`)
  const found = await counsel.post<{ value: readonly { tracking: readonly object[] }[] }>(
    `${api}/threads/byExternalReferenceId`,
    { externalReferenceIds: ['<week-1@harbour.example>'] },
  )
  expect(found.value[0]?.tracking).toHaveLength(1)
  const recipients = [{ userId: requester.userId }]
  const draft = await counsel.post<number>(`${api}/drafts`, { matterId, mode: 'Message', recipients })
  await counsel.put(`${api}/drafts/${draft}`, { matterId, mode: 'File', recipients })
  await counsel.delete(`${api}/drafts/${draft}`)
}
