// How the database goes about a statement: its plan, and what in it grows with the tables.
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Reader } from '../server/platform/postgres/database.ts'
import type { Tables } from '../server/platform/postgres/tables.ts'

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

/** Runs the work and answers the plans of all that it read, as they were carried out. */
export async function plansOf(pool: pg.Pool, work: (db: Reader) => Promise<unknown>): Promise<Plan[]> {
  const statements: { readonly sql: string; readonly parameters: readonly unknown[] }[] = []
  // compiled statements go to the connection past the query builder
  const run = ({ text, values }: Sent) => {
    statements.push({ sql: text, parameters: values })
    return pool.query(text, [...values])
  }
  class Listening extends PostgresDialect {
    override createDriver() {
      const driver = super.createDriver()
      const acquire = driver.acquireConnection.bind(driver)
      return Object.assign(driver, { acquireConnection: async () => Object.assign(await acquire(), { run }) })
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
  for (const { sql, parameters } of statements) {
    const { rows } = await pool.query<{
      'QUERY PLAN': [{ Plan: PlanNode; 'Execution Time': number; 'Planning Time': number }]
    }>(`explain (analyze, timing off, format json) ${sql}`, [...parameters])
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

/** What in a plan reads, or puts in order, more than `few` rows; and every scan of one of the `large` tables, as sentences. */
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
