// What is asked of matters and of contracts in a large organisation, over HTTP and without.
import type { ScopeName } from '../../server/records/list-scopes.ts'
import { columnsOfScope, listScope } from '../../server/records/record-lists.ts'
import { contractKind } from '../../server/contracts/contract-kind.ts'
import { getContractDetails } from '../../server/contracts/contract-details.ts'
import { quickFindContracts } from '../../server/contracts/contract-lookups.ts'
import {
  defaultColumns as contractNames,
  contractProperties,
} from '../../server/contracts/v1/contracts.wire.ts'
import { columnOfListed } from '../../server/http/v1/list-columns.ts'
import { createMatter } from '../../server/matters/commands/create-matter.ts'
import { getMatterDetails } from '../../server/matters/matter-details.ts'
import { matterKind } from '../../server/matters/matter-kind.ts'
import { quickFindMatters } from '../../server/matters/matter-lookups.ts'
import { defaultColumns as matterNames, matterProperties } from '../../server/matters/v1/matters.wire.ts'
import type { Actor } from '../../server/platform/actor.ts'
import type { App } from '../../server/platform/app.ts'
import type { Request } from './measure.ts'

/** Somebody who asks, and of which records. */
export interface Asking {
  readonly app: App
  readonly url: string
  readonly actor: Actor
  readonly headers: Readonly<Record<string, string>>
  readonly size: number
  readonly contract: { readonly id: number; readonly templateId: number }
  readonly matter: { readonly id: number; readonly categoryId: number }
}

// what a row of v1 has when nothing is chosen
const contractColumns = ['id', ...contractNames.map((name) => columnOfListed(name, contractProperties))]
const matterColumns = ['id', ...matterNames.map((name) => columnOfListed(name, matterProperties))]

/** A page of fifty with its total, in an order, from a row on. */
export interface Page {
  readonly sort?: string
  readonly skip?: number
}

const queryOf = ({ sort = 'createdAt', skip = 0 }: Page) => ({
  filter: null,
  sort: [{ name: sort, descending: true }],
  skip,
  take: 50,
})

/** A list of contracts as v1 reads it. */
export async function contractPage(app: App, actor: Actor, scope: ScopeName, page: Page = {}) {
  const { catalogue } = await columnsOfScope(contractKind, app, actor, { scope, fieldNames: [] })
  return listScope(contractKind, app, actor, {
    scope,
    catalogue,
    columns: contractColumns,
    query: queryOf(page),
  })
}

/** A list of matters as v1 reads it. */
export async function matterPage(app: App, actor: Actor, scope: ScopeName, page: Page = {}) {
  const { catalogue } = await columnsOfScope(matterKind, app, actor, { scope, fieldNames: [] })
  return listScope(matterKind, app, actor, { scope, catalogue, columns: matterColumns, query: queryOf(page) })
}

/** The requests that are measured. */
export const requestsOf = (asking: Asking): Readonly<Record<string, Request>> => ({
  ...contractRequests(asking),
  ...matterRequests(asking),
})

function contractRequests({ app, actor, url, headers, size, contract }: Asking) {
  const contracts = `${url}/contract-apis/v1/contracts`
  // further down, sixteen at once take longer than a request may
  const deep = Math.min(Math.floor(size / 10), 10_000)
  const at = (path: string, without: () => Promise<unknown>): Request => ({
    url: contracts + path,
    headers,
    without,
  })
  const find = (typed: string) =>
    at(`/quickfind?term=${typed}`, () => quickFindContracts(app, actor, { typed, take: 50 }))
  const body = JSON.stringify({
    ContractTemplateId: contract.templateId,
    Name: 'Bench %',
    ContractFile: 'JVBERi0xLjQ=',
  })
  return {
    'contract, details': at(`/${contract.id}`, () => getContractDetails(app, actor, contract.id)),
    'contracts, all: 50 with total': at('?context=All', () => contractPage(app, actor, 'All')),
    'contracts, own: 50 with total': at('', () => contractPage(app, actor, 'Personal')),
    'contracts, restricted: 50 with total': at('?context=Restricted', () =>
      contractPage(app, actor, 'Restricted'),
    ),
    [`contracts, all: 50 after ${deep}`]: at(`?context=All&skip=${deep}`, () =>
      contractPage(app, actor, 'All', { skip: deep }),
    ),
    'contracts, quick find': find('supply'),
    'contracts, quick find of a mistake': find('agreemnet'),
    'contract, create with document': {
      url: contracts,
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    },
  }
}

function matterRequests({ app, actor, url, headers, matter }: Asking) {
  const matters = `${url}/matter-apis/v1/matters`
  const at = (path: string, without: () => Promise<unknown>): Request => ({
    url: matters + path,
    headers,
    without,
  })
  const find = (typed: string) =>
    at(`/quickfind?term=${typed}`, () =>
      quickFindMatters(app, actor, { typed, take: 50, includeRestricted: false }),
    )
  const { categoryId } = matter
  return {
    'matter, details': at(`/${matter.id}`, () => getMatterDetails(app, actor, matter.id)),
    'matters, all: 50 with total': at('?context=All', () => matterPage(app, actor, 'All')),
    'matters, own: 50 with total': at('', () => matterPage(app, actor, 'Personal')),
    'matters, intake: 50 with total': at('?context=Intake', () => matterPage(app, actor, 'Intake')),
    'matters, quick find': find('supply'),
    'matters, quick find of a mistake': find('agreemnet'),
    'matter, create': {
      url: matters,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ categoryId, name: 'Bench %' }),
      without: () => createMatter(app, actor, { categoryId, name: 'Bench' }),
    },
  }
}
