// Which matter an invoice is for, by what the client and the law firm call it.
import { sql } from 'kysely'
import { mattersVisibleTo } from '../matters/access.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { matterNumberSql, matterNumberText } from '../platform/display-ids.ts'

/** What an invoice says of its matter; empty where it says nothing. */
export interface MatterNames {
  readonly client: string
  readonly firm: string
}

/** A matter that was found; `number` is the one people know it by. */
export interface FoundMatter {
  readonly id: number
  readonly organisationId: number
  readonly name: string
  readonly number: string
}

interface Candidate extends FoundMatter {
  /** In lower case: its number, what the client calls it and what another system does; and what the firm does. */
  readonly client: readonly string[]
  readonly firm: readonly string[]
}

/** The matter, or in words why there is none, and which of the two names is to blame. */
export type Search =
  | { readonly matter: FoundMatter }
  | { readonly blamed: keyof MatterNames; readonly why: string }

/** Finds the matter of each invoice among those that the actor sees. */
export async function findMatters(
  app: App,
  actor: Actor,
  all: readonly MatterNames[],
): Promise<readonly Search[]> {
  const names = [...new Set(all.flatMap(({ client, firm }) => [client, firm]).map(normal))].filter(Boolean)
  const candidates = names.length === 0 ? [] : await findCandidates(app, actor, names)
  const index = { client: indexOf(candidates, 'client'), firm: indexOf(candidates, 'firm') }
  const searches = new Map<string, Search>()
  return all.map((each) => {
    const searched = { client: normal(each.client), firm: normal(each.firm) }
    const key = JSON.stringify(searched)
    const search = searches.get(key) ?? findAmong(index, searched)
    searches.set(key, search)
    return search
  })
}

/** The candidates by each of the names that one side has for them: files have thousands of invoices. */
type Index = Readonly<Record<keyof MatterNames, ReadonlyMap<string, ReadonlySet<Candidate>>>>

function indexOf(candidates: readonly Candidate[], side: keyof MatterNames) {
  const index = new Map<string, Set<Candidate>>()
  for (const each of candidates) {
    for (const name of each[side]) {
      const named = index.get(name) ?? new Set()
      index.set(name, named.add(each))
    }
  }
  return index
}

const none: ReadonlySet<Candidate> = new Set()

const normal = (name: string) => name.trim().toLowerCase()

async function findCandidates(
  { db, config }: App,
  actor: Actor,
  names: readonly string[],
): Promise<readonly Candidate[]> {
  const number = matterNumberSql(config.displayIdPrefix, 'matters.organisation_id', 'matters.number')
  const isNamed = (text: ReturnType<typeof sql>) => sql<boolean>`lower(${text}) = any(${[...names]}::text[])`
  const rows = await mattersVisibleTo(db, actor)
    .where((eb) =>
      eb.or([
        isNamed(sql`${number}`),
        isNamed(sql.ref('matters.reference')),
        isNamed(sql.ref('matters.external_id')),
        isNamed(sql.ref('matters.manager_reference')),
      ]),
    )
    .orderBy('matters.id')
    .select([
      'matters.id',
      'matters.organisation_id',
      'matters.name',
      'matters.number',
      'matters.reference',
      'matters.external_id',
      'matters.manager_reference',
    ])
    .execute()
  return rows.map((row) => {
    const text = matterNumberText(config.displayIdPrefix, row.organisation_id, row.number)
    const called = (...some: (string | null)[]) => some.flatMap((each) => (each ? [normal(each)] : []))
    return {
      id: row.id,
      organisationId: row.organisation_id,
      name: row.name,
      number: text,
      client: called(text, row.reference, row.external_id),
      firm: called(row.manager_reference, text, row.external_id),
    }
  })
}

/** By the client's name for it; by the firm's where the client's says nothing; by both where one alone is not enough. */
function findAmong(index: Index, { client, firm }: MatterNames): Search {
  if (client === '' && firm === '') {
    return { blamed: 'client', why: 'says no matter, and neither does the id of the law firm.' }
  }
  const named = { client: index.client.get(client) ?? none, firm: index.firm.get(firm) ?? none }
  const [byClient, byFirm] = [[...named.client], [...named.firm]]
  const byBoth = byClient.filter((each) => named.firm.has(each))
  if (byClient.length > 0 && byFirm.length > 0 && byBoth.length === 0) {
    return {
      blamed: 'firm',
      why: `is another matter than the client's id: ${list(byFirm)}, not ${list(byClient)}.`,
    }
  }
  const found = byBoth.length > 0 ? byBoth : byClient.length > 0 ? byClient : byFirm
  const [matter, another] = found
  if (!matter) {
    const blamed = client === '' ? 'firm' : 'client'
    return { blamed, why: 'is no matter that you can see, by its number, its references or its external id.' }
  }
  if (another) {
    return {
      blamed: byClient.length > 0 ? 'client' : 'firm',
      why: `is more than one matter: ${list(found)}. Use the number of the one that is meant.`,
    }
  }
  const { id, organisationId, name, number } = matter
  return { matter: { id, organisationId, name, number } }
}

const list = (some: readonly Candidate[]) =>
  some
    .slice(0, 5)
    .map(({ number }) => number)
    .join(', ')
