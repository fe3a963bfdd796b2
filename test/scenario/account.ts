// The directory, recents, tokens and subscriptions in the scenario.
import { expect } from 'vitest'
import { type People, the } from './integration.ts'

const api = '/account-apis/v1'
interface Named {
  readonly id: number
}

/** Calls the remaining operations of account-apis. */
export async function account({ administrator, counsel, partner }: People): Promise<void> {
  await administrator.get(`${api}/features/CONTRACTS`)
  const organisations = await administrator.get<readonly Named[]>(`${api}/organisations`)
  for (const { id } of organisations) {
    await administrator.get(`${api}/organisations/${id}/departments`)
    await administrator.get(`${api}/organisations/${id}/regions`)
  }
  await partner.get(`${api}/organisations/clients`)
  await administrator.get(`${api}/organisations/financialsettings`)
  await administrator.get(`${api}/teams`)
  const people = await administrator.get<readonly { id: string }[]>(
    `${api}/users?filter.activeusersonly=true`,
  )
  expect(people.length).toBeGreaterThan(20)
  const everyone = await administrator.get<typeof people>(`${api}/users`)
  for (const { id } of everyone) await administrator.get(`${api}/users/${id}/profile`)
  await administrator.get(`${api}/my/recents?take=100`)
  await counsel.get(`${api}/my/recents?take=100`)
  await counsel.refreshTokens()
  const { id } = await administrator.post<Named>(`${api}/webhooks/subscriptions`, {
    topics: ['matter.created'],
    subscriptionUrl: 'https://receiver.example/hooks?key=1',
    clientState: 'secret',
  })
  await administrator.get(`${api}/webhooks/subscriptions`)
  await administrator.get(`${api}/webhooks/subscriptions/${id}`)
  await administrator.delete(`${api}/webhooks/subscriptions/${id}`)
  expect(the(people, () => true).id).not.toBe('')
}
