// What is asked of matters and of contracts in a large organisation.
import type { Organisation } from './asking.ts'
import type { Load } from './load.ts'

/** A request without the connections that it is sent from. */
export type Request = Omit<Load, 'connections' | 'milliseconds'>

/** A request by its name, and the ratio to bare HTTP that it is to reach. */
export interface Asked {
  readonly request: Request
  readonly goal?: number
}

type AskedByName = Readonly<Record<string, Asked>>

const filtered = (filter: string, sort: string, more = '') =>
  `?$top=50&$filter=${encodeURIComponent(filter)}&$orderby=${encodeURIComponent(sort)}${more}`

/** Reads of one record, each of a random one. */
export function details(url: string, { headers, matterIds, contractIds }: Organisation): AskedByName {
  const of = (path: string, ids: readonly number[]): Asked => ({
    request: { url: `${url}${path}/%`, headers, ids },
    goal: 0.15,
  })
  return {
    'matter v1': of('/matter-apis/v1/matters', matterIds),
    'contract v1': of('/contract-apis/v1/contracts', contractIds),
    'matter v2': of('/v2/matters', matterIds),
    'contract v2': of('/v2/contracts', contractIds),
  }
}

/** Lists of fifty. */
export function lists(url: string, { headers }: Pick<Organisation, 'headers'>): AskedByName {
  const [matters, contracts] = [`${url}/matter-apis/v1/matters`, `${url}/contract-apis/v1/contracts`]
  const get = (address: string, goal?: number): Asked => ({
    request: { url: address, headers },
    ...(goal === undefined ? {} : { goal }),
  })
  const active = filtered("Status eq 'Active'", 'Name asc')
  const executed = filtered("Status eq 'Executed'", 'Expiry desc')
  return {
    'matters v2, filtered and sorted': get(`${url}/v2/matters${active}`, 0.025),
    'contracts v2, filtered and sorted': get(`${url}/v2/contracts${executed}`, 0.025),
    'matters v2, the same with count': get(`${url}/v2/matters${active}&$count=true`),
    'contracts v2, the same with count': get(`${url}/v2/contracts${executed}&$count=true`),
    'matters v1, all with total': get(`${matters}?context=All`, 0.025),
    'contracts v1, all with total': get(`${contracts}?context=All`, 0.025),
    'matters v1, own with total': get(matters, 0.025),
    'contracts v1, own with total': get(contracts, 0.025),
  }
}

/** A page of fifty by an order alone, of which other pages follow. */
export const pageOfMatters = (url: string): string => `${url}/v2/matters?$top=50&$orderby=Name%20asc`

/** Finding by name, typed right and wrong. */
export function quickFind(url: string, { headers }: Pick<Organisation, 'headers'>): AskedByName {
  const of = (path: string, term: string, goal: number): Asked => ({
    request: { url: `${url}${path}/quickfind?term=${term}`, headers },
    goal,
  })
  const [matters, contracts] = ['/matter-apis/v1/matters', '/contract-apis/v1/contracts']
  return {
    'matters, quick find': of(matters, 'supply', 0.01),
    'contracts, quick find': of(contracts, 'supply', 0.01),
    'matters, typing error': of(matters, 'aquisition', 0.004),
    'contracts, typing error': of(contracts, 'aquisition', 0.004),
  }
}

/** Lists by what has an index of its own, which must not grow with the organisation. */
export function growing(url: string, organisation: Organisation): AskedByName {
  const { headers } = organisation
  const byField = filtered("Fields/Risk/Label eq 'High'", 'Created/DateUtc desc')
  return {
    ...lists(url, organisation),
    ...quickFind(url, organisation),
    'matters v2, by a custom field': { request: { url: `${url}/v2/matters${byField}`, headers } },
  }
}

/** Creates and changes of both kinds. */
export function writes(url: string, organisation: Organisation): AskedByName {
  const { matterIds, contractIds, categoryId, templateId } = organisation
  const headers = { ...organisation.headers, 'content-type': 'application/json' }
  const [matters, contracts] = [`${url}/matter-apis/v1/matters`, `${url}/contract-apis/v1/contracts`]
  const send = (address: string, body: object, more: Partial<Request> = {}): Asked => ({
    request: { url: address, headers, body: JSON.stringify(body), ...more },
  })
  return {
    'matter v1, create': send(matters, { categoryId, name: 'Bench %' }),
    'matter v2, create': send(`${url}/v2/matters`, { type: { id: categoryId }, name: 'Bench %' }),
    'contract v1, create with document': send(contracts, {
      ContractTemplateId: templateId,
      Name: 'Bench %',
      ContractFile: 'JVBERi0xLjQ=',
    }),
    'matter v1, change': send(`${matters}/%`, { Name: 'Bench %' }, { method: 'PATCH', ids: matterIds }),
    'contract v1, change': send(`${contracts}/%`, { Name: 'Bench %' }, { method: 'PATCH', ids: contractIds }),
  }
}
