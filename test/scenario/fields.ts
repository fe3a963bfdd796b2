// Fields in the scenario: their definitions, and the choices of lookups.
import { expect } from 'vitest'
import { type People, the } from './integration.ts'

const api = '/field-apis/v1'

interface ListedField {
  readonly id: number
  readonly title: string
  readonly lawvuType: number
}
interface Choices {
  readonly results: readonly { readonly id: number | string; readonly label: string }[]
}
const lookup = 25

/** Calls the operations of field-apis. */
export async function fields({ administrator }: People): Promise<void> {
  const { data } = await administrator.get<{ data: readonly ListedField[] }>(`${api}/fields?take=1000`)
  expect(new Set(data.map(({ lawvuType }) => lawvuType)).size).toBe(24)
  for (const { id } of data) await administrator.get(`${api}/fields/${id}`)
  const lookups = data.filter(({ lawvuType }) => lawvuType === lookup)
  const multi = the(lookups, ({ title }) => title === 'Brands')
  const single = the(lookups, ({ id }) => id !== multi.id)
  const choices = `${api}/lookupFields/${multi.id}/choices`
  const one = await administrator.post<{ id: number }>(choices, { label: 'Fiji' })
  const other = await administrator.post<{ id: number }>(choices, { label: 'Fiji Islands' })
  expect((await administrator.get<Choices>(`${choices}?search=fiji`)).results).toHaveLength(2)
  await administrator.patch(`${choices}/${other.id}`, [{ op: 'replace', path: 'Id', value: one.id }])
  await administrator.delete(`${choices}/${one.id}`)
  await administrator.post(`${api}/lookupFields/${single.id}/choice/single`, { label: 'Tonga' })
  await administrator.get(`${api}/lookupFields/${single.id}/choices/single`)
}
