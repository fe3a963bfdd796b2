// Finding the matter of an imported invoice, by the client's and the law firm's names for it.
import { sql } from 'kysely'
import { mattersVisibleTo } from '../../matters/access.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { matterNumberSql, matterNumberText } from '../../platform/display-ids.ts'

/** How an invoice names its matter; empty if it does not. */
export interface MatterNames {
  readonly client: string
  readonly firm: string
}

/** A matter that was found; `number` is the number that people use. */
export interface FoundMatter {
  readonly id: number
  readonly organisationId: number
  readonly name: string
  readonly number: string
}

interface Candidate extends FoundMatter {
  /** In lower case: its number, the client's reference and the external id; and the firm's reference. */
  readonly client: readonly string[]
  readonly firm: readonly string[]
}

/** The matter, or why none was found and which of the two names is at fault. */
export type MatterSearch =
  | { readonly matter: FoundMatter }
  | { readonly blamed: keyof MatterNames; readonly why: string }

/** Finds the matter of each invoice among those that the actor may see. */
export async function findMatters(
  app: App,
  actor: Actor,
  all: readonly MatterNames[],
): Promise<readonly MatterSearch[]> {
  const names = [...new Set(all.flatMap(({ client, firm }) => [client, firm]).map(normalise))].filter(Boolean)
  const candidates = names.length === 0 ? [] : await findCandidates(app, actor, names)
  const index = { client: indexOf(candidates, 'client'), firm: indexOf(candidates, 'firm') }
  const searches = new Map<string, MatterSearch>()
  return all.map((each) => {
    const searched = { client: normalise(each.client), firm: normalise(each.firm) }
    const key = JSON.stringify(searched)
    const search = searches.get(key) ?? findInIndex(index, searched)
    searches.set(key, search)
    return search
  })
}

/** The candidates indexed by each name that one side uses: files have thousands of invoices. */
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

const normalise = (name: string) => name.trim().toLowerCase()

async function findCandidates(
  { db, config }: App,
  actor: Actor,
  names: readonly string[],
): Promise<readonly Candidate[]> {
  const number = matterNumberSql(config.displayIdPrefix, 'matters')
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
      'matters.own_number',
      'matters.reference',
      'matters.external_id',
      'matters.manager_reference',
    ])
    .execute()
  return rows.map((row) => {
    const text = matterNumberText(config.displayIdPrefix, {
      organisationId: row.organisation_id,
      number: row.number,
      ownNumber: row.own_number,
    })
    const describeNames = (...some: (string | null)[]) =>
      some.flatMap((each) => (each ? [normalise(each)] : []))
    return {
      id: row.id,
      organisationId: row.organisation_id,
      name: row.name,
      number: text,
      client: describeNames(text, row.reference, row.external_id),
      firm: describeNames(row.manager_reference, text, row.external_id),
    }
  })
}

/** By the client's name for it; by the firm's if the client's is empty; by both if one alone is ambiguous. */
function findInIndex(index: Index, { client, firm }: MatterNames): MatterSearch {
  if (client === '' && firm === '') {
    return { blamed: 'client', why: 'names no matter, and neither does the law firm.' }
  }
  const named = { client: index.client.get(client) ?? none, firm: index.firm.get(firm) ?? none }
  const [byClient, byFirm] = [[...named.client], [...named.firm]]
  const byBoth = byClient.filter((each) => named.firm.has(each))
  if (byClient.length > 0 && byFirm.length > 0 && byBoth.length === 0) {
    return {
      blamed: 'firm',
      why: `names a different matter than the client's id: ${list(byFirm)}, not ${list(byClient)}.`,
    }
  }
  const found = byBoth.length > 0 ? byBoth : byClient.length > 0 ? byClient : byFirm
  const [matter, another] = found
  if (!matter) {
    const blamed = client === '' ? 'firm' : 'client'
    return {
      blamed,
      why: 'is not a matter that you may see, by its number, its references or its external id.',
    }
  }
  if (another) {
    return {
      blamed: byClient.length > 0 ? 'client' : 'firm',
      why: `matches more than one matter: ${list(found)}. Use the number of the right one.`,
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
