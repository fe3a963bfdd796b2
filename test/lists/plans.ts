// How the database goes about a statement: its plan, and what in it grows with the tables.
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'
import type { Reader } from '../../server/platform/postgres/database.ts'
import type { Tables } from '../../server/platform/postgres/tables.ts'

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Actual Rows'?: number
  readonly 'Actual Loops'?: number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

export interface Plan {
  readonly sql: string
  readonly planning: number
  readonly execution: number
  readonly milliseconds: number
  readonly nodes: readonly PlanNode[]
}

interface Sent {
  readonly text: string
  readonly values: readonly unknown[]
}

interface Carried {
  readonly sql: string
  readonly parameters: readonly unknown[]
  /** Planned without its values. */
  readonly once?: boolean
}

/** Runs the work and answers the plans of all that it read, as they were carried out. */
export async function plansOf(pool: pg.Pool, work: (db: Reader) => Promise<unknown>): Promise<Plan[]> {
  const statements: Carried[] = []
  // compiled statements go to the connection past the query builder
  const carryOut = ({ text, values }: Sent, once = false) => {
    statements.push({ sql: text, parameters: values, once })
    return pool.query(text, [...values])
  }
  const run = (query: Sent) => carryOut(query)
  const runAll = (queries: readonly Sent[]) => {
    const isMode = ({ text }: Sent) => text.includes('plan_cache_mode')
    const once = queries.some(isMode)
    return Promise.all(queries.map(async (query) => (isMode(query) ? { rows: [] } : carryOut(query, once))))
  }
  class Listening extends PostgresDialect {
    override createDriver() {
      const driver = super.createDriver()
      const acquire = driver.acquireConnection.bind(driver)
      return Object.assign(driver, {
        acquireConnection: async () => Object.assign(await acquire(), { run, runAll }),
      })
    }
  }
  const db = new Kysely<Tables>({
    dialect: new Listening({ pool }),
    log({ query }) {
      statements.push(query)
    },
  })
  await work(db)
  const plans: Plan[] = []
  for (const { sql, parameters, once = false } of statements) {
    const rows = once ? await explainOnce(pool, sql, parameters) : await explain(pool, sql, parameters)
    const plan = rows[0]?.['QUERY PLAN'][0]
    if (!plan) continue
    plans.push({
      sql,
      planning: plan['Planning Time'],
      execution: plan['Execution Time'],
      milliseconds: plan['Execution Time'] + plan['Planning Time'],
      nodes: nodesOf(plan.Plan),
    })
  }
  return plans
}

interface Explained {
  readonly 'QUERY PLAN': readonly [
    { readonly Plan: PlanNode; readonly 'Execution Time': number; readonly 'Planning Time': number },
  ]
}

const explaining = 'explain (analyze, timing off, format json)'

const explain = async (pool: pg.Pool, text: string, values: readonly unknown[]) =>
  (await pool.query<Explained>(`${explaining} ${text}`, [...values])).rows

/** The plan for any values, carried out with these. */
async function explainOnce(pool: pg.Pool, text: string, values: readonly unknown[]) {
  const client = await pool.connect()
  try {
    await client.query('set plan_cache_mode = force_generic_plan')
    await client.query(`prepare explained as ${text}`)
    const given = values.map((value) => {
      const written = prepareValue(value)
      return typeof written === 'string' ? client.escapeLiteral(written) : 'null'
    })
    const { rows } = await client.query<Explained>(
      `${explaining} execute explained${given.length > 0 ? ` (${given.join()})` : ''}`,
    )
    return rows
  } finally {
    await client.query('deallocate explained')
    await client.query('reset plan_cache_mode')
    client.release()
  }
}

/**
 * What in a plan reads, or puts in order, more than `few` rows; and every scan of one of the `large` tables, as
 * sentences.
 */
export const wrongInPlan = (
  { nodes }: Plan,
  { few, large = [] }: { readonly few: number; readonly large?: readonly string[] },
): readonly string[] =>
  nodes
    // a statement may have two ways, of which it goes one
    .filter((node) => node['Actual Loops'] !== 0)
    .filter(
      (node) =>
        readBy(node) > few ||
        (node['Node Type'].endsWith('Seq Scan') && large.includes(node['Relation Name'] ?? '')),
    )
    .map((node) => `${node['Node Type']} ${node['Relation Name'] ?? ''}: ${readBy(node)} rows`)

const readBy = (node: PlanNode) =>
  ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 1)

const nodesOf = (node: PlanNode): readonly PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]
