// What every statement that reaches the database must keep to, so that organisations stay apart and the database can be
// sharded by organisation later: checked on the statement as PostgreSQL's own parser reads it.
import { parseSync, SqlError } from 'libpg-query'
import { smallTables } from './small-tables.ts'

type Node = { readonly [name: string]: unknown }

interface Relation {
  readonly table: string
  readonly alias: string
}

/** A statement that has to look at every organisation says so and why: `/* every organisation: <reason> *\/`. */
const everyOrganisation = /\/\* every organisation: [^*]{10,} \*\//

/** Loads the parser, once per process; needed before `wrongInQuery`. */
export { loadModule as loadQueryRules } from 'libpg-query'

/** What is wrong with a statement, in sentences; nothing when it keeps to the rules. */
export function wrongInQuery(text: string): readonly string[] {
  if (everyOrganisation.test(text) && !/\bskip locked\b/i.test(text)) return []
  try {
    const { stmts } = parseSync(text) as { stmts: readonly { stmt: Node }[] }
    return [...new Set(stmts.flatMap(({ stmt }) => checkStatement(stmt)))]
  } catch (error) {
    if (error instanceof SqlError) return [`PostgreSQL cannot read it: ${error.message}`]
    throw error
  }
}

function checkStatement(stmt: Node): string[] {
  const withs = new Set(found(stmt, 'CommonTableExpr').map((each) => String(each['ctename'])))
  return [
    ...found(stmt, 'SelectStmt').flatMap((select) => checkSelect(select, withs)),
    ...found(stmt, 'UpdateStmt').flatMap((update) => checkUpdate(update, withs)),
    ...found(stmt, 'DeleteStmt').flatMap((remove) => checkDelete(remove, withs)),
    ...found(stmt, 'InsertStmt').flatMap((insert) => checkInsert(insert)),
    ...found(stmt, 'MergeStmt').map(
      () => 'MERGE does not run on a sharded database; use insert ... on conflict',
    ),
    ...modifyingWiths(stmt),
  ]
}

function checkSelect(select: Node, withs: ReadonlySet<string>): string[] {
  // the two sides of a union have no name of their own
  const sides = [select['larg'], select['rarg']].filter(Boolean) as Node[]
  const { relations, conditions } = fromClause(list(select['fromClause']))
  return [
    ...sides.flatMap((side) => checkSelect(side, withs)),
    ...unbound(relations, [...conditions, ...conjuncts(select['whereClause'])], withs),
  ]
}

function checkUpdate(update: Node, withs: ReadonlySet<string>): string[] {
  const { relations, conditions } = fromClause(list(update['fromClause']))
  return [
    ...unbound(
      [relationOf(update['relation'] as Node), ...relations],
      [...conditions, ...conjuncts(update['whereClause'])],
      withs,
    ),
    // a backup of more than a minute renews its hold, which the database measures by its own clock
    ...(relationOf(update['relation'] as Node).table === 'storage_holds'
      ? []
      : ownTime(update['targetList'])),
    ...plainReturning(update),
  ]
}

function checkDelete(remove: Node, withs: ReadonlySet<string>): string[] {
  const { relations, conditions } = fromClause(list(remove['usingClause']))
  return [
    ...unbound(
      [relationOf(remove['relation'] as Node), ...relations],
      [...conditions, ...conjuncts(remove['whereClause'])],
      withs,
    ),
    ...plainReturning(remove),
  ]
}

function checkInsert(insert: Node): string[] {
  const { table } = relationOf(insert['relation'] as Node)
  const columns = list(insert['cols']).map((col) => String((col['ResTarget'] as Node)['name']))
  const missing = isOfOrganisation(table) && !columns.includes('organisation_id')
  return [
    ...(missing ? [`insert into ${table} names no organisation_id`] : []),
    ...ownTime((insert['onConflictClause'] as Node | undefined)?.['targetList']),
    ...plainReturning(insert),
  ]
}

function unbound(
  relations: readonly Relation[],
  conditions: readonly Node[],
  withs: ReadonlySet<string>,
): string[] {
  const ours = relations.filter(({ table }) => isOfOrganisation(table) && !withs.has(table))
  return ours
    .filter(({ alias }) => !boundAliases(ours, conditions, relations.length === 1).has(alias))
    .map(({ table, alias }) => {
      const name = alias === table ? table : `${table} as ${alias}`
      return `${name} is read or written without its organisation: add ${alias}.organisation_id = ... (or say why not, as in "/* every organisation: <reason> */")`
    })
}

/**
 * The relations whose organisation is given: by a value, by something outside the clause, or by another one that is
 * bound. Tables that are bound to nothing but each other are not.
 */
function boundAliases(
  ours: readonly Relation[],
  conditions: readonly Node[],
  alone: boolean,
): ReadonlySet<string> {
  const bound = new Set<string>()
  const others = (alias: string) => ours.filter((each) => each.alias !== alias && !bound.has(each.alias))
  for (let before = -1; before !== bound.size; ) {
    before = bound.size
    for (const { alias } of ours) {
      const isBound = conditions.some(
        (each) =>
          binds(each, alias, alone) &&
          !isCircular(each, alias) &&
          !others(alias).some((other) => binds(each, other.alias, false)),
      )
      if (isBound) bound.add(alias)
    }
  }
  return bound
}

/** `t.organisation_id = t.organisation_id` says nothing. */
function isCircular(condition: Node, alias: string): boolean {
  const { lexpr, rexpr } = (condition['A_Expr'] ?? {}) as Node
  return [lexpr, rexpr].every((side) => isOrganisationOf(side as Node | undefined, alias, false))
}

// `t.organisation_id = x`, `in (...)`, `= any(...)`, and rows that begin so; never under an `or`.
function binds(condition: Node, alias: string, alone: boolean): boolean {
  const isColumn = (node: unknown) => isOrganisationOf(node as Node | undefined, alias, alone)
  const expression = condition['A_Expr'] as Node | undefined
  if (expression) {
    const kind = String(expression['kind'])
    const operator = list(expression['name']).map((each) => (each['String'] as Node)['sval'])[0]
    if (!['AEXPR_OP', 'AEXPR_OP_ANY', 'AEXPR_IN'].includes(kind) || operator !== '=') return false
    return [expression['lexpr'], expression['rexpr']].some(isColumn)
  }
  const link = condition['SubLink'] as Node | undefined
  return link?.['subLinkType'] === 'ANY_SUBLINK' && isColumn(link['testexpr'])
}

function isOrganisationOf(node: Node | undefined, alias: string, alone: boolean): boolean {
  const row = node?.['RowExpr'] as Node | undefined
  if (row) return list(row['args']).some((each) => isOrganisationOf(each, alias, alone))
  const column = node?.['ColumnRef'] as Node | undefined
  const names = list(column?.['fields']).map((field) => (field['String'] as Node | undefined)?.['sval'])
  if (names.at(-1) !== 'organisation_id') return false
  return names.length === 1 ? alone : names.at(-2) === alias
}

function ownTime(targets: unknown): string[] {
  const calls = found(targets, 'FuncCall').some((call) =>
    list(call['funcname']).some((name) =>
      /^(now|clock_timestamp)$/.test(String((name['String'] as Node)['sval'])),
    ),
  )
  const words = found(targets, 'SQLValueFunction').length > 0
  return calls || words
    ? ["the time of a change is a parameter from app.clock, never the database's own now()"]
    : []
}

function plainReturning(statement: Node): string[] {
  const returned = list(
    statement['returningList'] ?? (statement['returningClause'] as Node | undefined)?.['exprs'],
  )
  const plain = returned.every((each) => (each['ResTarget'] as Node)['val']?.['ColumnRef' as never])
  return plain ? [] : ['returning may name plain columns only']
}

function modifyingWiths(stmt: Node): string[] {
  const modifying = found(stmt, 'CommonTableExpr').some((each) => {
    const query = each['ctequery'] as Node
    return ['InsertStmt', 'UpdateStmt', 'DeleteStmt'].some((kind) => kind in query)
  })
  return modifying ? ['a with-clause must not write: send two statements of one transaction'] : []
}

function fromClause(items: readonly Node[]): { relations: Relation[]; conditions: Node[] } {
  const relations: Relation[] = []
  const conditions: Node[] = []
  for (const item of items) {
    if (item['RangeVar']) relations.push(relationOf(item['RangeVar'] as Node))
    // what a sub-select reads is checked as a select of its own
    if (item['RangeSubselect']) relations.push({ table: '', alias: '' })
    const join = item['JoinExpr'] as Node | undefined
    if (!join) continue
    const inner = fromClause([join['larg'] as Node, join['rarg'] as Node])
    relations.push(...inner.relations)
    conditions.push(...inner.conditions, ...conjuncts(join['quals']))
  }
  return { relations, conditions }
}

function relationOf(range: Node): Relation {
  const schema = range['schemaname'] as string | undefined
  const name = String(range['relname'])
  const alias = (range['alias'] as Node | undefined)?.['aliasname'] as string | undefined
  return { table: schema && schema !== 'public' ? '' : name, alias: alias ?? name }
}

const isOfOrganisation = (table: string) =>
  table !== '' && !Object.hasOwn(smallTables, table) && !/^(pg_|schema_migrations$)/.test(table)

function conjuncts(node: unknown): readonly Node[] {
  if (!node) return []
  const bool = (node as Node)['BoolExpr'] as Node | undefined
  if (bool?.['boolop'] === 'AND_EXPR') return list(bool['args']).flatMap(conjuncts)
  return [node as Node]
}

function list(node: unknown): readonly Node[] {
  return Array.isArray(node) ? (node as Node[]) : []
}

/** Every node of a kind below, the statement itself included. Runs for every statement of every test file. */
function found(node: unknown, kind: string, into: Node[] = []): Node[] {
  if (Array.isArray(node)) {
    for (const each of node) found(each, kind, into)
  } else if (typeof node === 'object' && node !== null) {
    // no Object.entries: copies of so many nodes would take most of the time
    for (const name in node) {
      const value = (node as Node)[name]
      if (typeof value !== 'object') continue
      if (name === kind) into.push(value as Node)
      found(value, kind, into)
    }
  }
  return into
}
