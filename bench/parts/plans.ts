// Reads plans of statements: what in them would grow with the table.
import type pg from 'pg'

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Actual Rows'?: number
  readonly 'Actual Loops'?: number
  readonly Plans?: readonly PlanNode[]
}

const few = 5_000

/** Runs the statements and tells in words how long they took, and every node that read, or sorted, many rows. */
export async function wrongInPlans(
  pool: pg.Pool,
  statements: readonly { readonly sql: string; readonly parameters: readonly unknown[] }[],
): Promise<string> {
  const told: string[] = []
  for (const { sql, parameters } of statements) {
    const { rows } = await pool.query<{
      'QUERY PLAN': [{ Plan: PlanNode; 'Execution Time': number; 'Planning Time': number }]
    }>(`explain (analyze, timing off, format json) ${sql}`, [...parameters])
    const plan = rows[0]?.['QUERY PLAN'][0]
    if (!plan) continue
    const large = nodesOf(plan.Plan).filter((node) => readBy(node) > few)
    told.push(
      `${(plan['Execution Time'] + plan['Planning Time']).toFixed(1)} ms`,
      ...large.map((node) => `${node['Node Type']} ${node['Relation Name'] ?? ''} ${readBy(node)} rows`),
    )
  }
  return told.join(', ')
}

const readBy = (node: PlanNode) => (node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 1)

const nodesOf = (node: PlanNode): readonly PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]
