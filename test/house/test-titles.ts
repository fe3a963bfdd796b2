// The tests that a file holds, read from its source: their titles, and the texts of the tables they are repeated for.
import { parseSync } from 'vite'

export interface WrittenTest {
  /** With the groups around it: `a notification › names no client state when there is none`. */
  readonly title: string
  /** The texts in the rows that it, or a group or loop around it, is repeated for. */
  readonly rows: ReadonlySet<string>
}

interface Node {
  readonly type: string
  readonly [property: string]: unknown
}

interface Surroundings {
  readonly titles: readonly string[]
  readonly rows: readonly string[]
}

/** The tests of a source that run, in their order; those that are skipped or still to be written are left out. */
export function testsIn(path: string, source: string): readonly WrittenTest[] {
  const program = parseSync(path, source).program as unknown as Node
  const tests: WrittenTest[] = []

  const visit = (node: Node, around: Surroundings): void => {
    if (node.type === 'ForOfStatement') {
      const rows = [...around.rows, ...textsBelow(node['right'], program)]
      return children(node).forEach((child) => visit(child, { ...around, rows }))
    }
    const written = node.type === 'CallExpression' ? readCall(node, source) : undefined
    if (!written) return children(node).forEach((child) => visit(child, around))
    if (written.left) return
    const within = {
      titles: [...around.titles, written.title],
      rows: [...around.rows, ...written.tables.flatMap((table) => textsBelow(table, program))],
    }
    if (written.word === 'test') tests.push({ title: within.titles.join(' › '), rows: new Set(within.rows) })
    else children(node).forEach((child) => visit(child, within))
  }

  visit(program, { titles: [], rows: [] })
  return tests
}

/** A call like `test('…', …)`, `describe.each([…])('…', …)`: its word, its title, its tables, and whether it is left out. */
function readCall(call: Node, source: string) {
  const words: string[] = []
  const tables: Node[] = []
  let callee = call['callee'] as Node
  while (callee.type !== 'Identifier') {
    if (callee.type === 'MemberExpression') {
      words.push((callee['property'] as { name: string }).name)
      callee = callee['object'] as Node
    } else if (callee.type === 'CallExpression') {
      tables.push(...(callee['arguments'] as Node[]))
      callee = callee['callee'] as Node
    } else return undefined
  }
  const word = callee['name'] as string
  const title = titleOf((call['arguments'] as Node[])[0], source)
  if ((word !== 'test' && word !== 'describe') || title === undefined) return undefined
  return { word, title, tables, left: words.includes('skip') || words.includes('todo') }
}

function titleOf(node: Node | undefined, source: string): string | undefined {
  if (node?.type === 'Literal' && typeof node['value'] === 'string') return node['value']
  // as it is written, with its ${…}
  if (node?.type === 'TemplateLiteral')
    return source.slice(Number(node['start']) + 1, Number(node['end']) - 1).replaceAll('\\`', '`')
  return undefined
}

/** The strings in a table of cases; a table that stands in a constant of the file is looked up there. */
function textsBelow(table: unknown, program: Node): readonly string[] {
  const node = table as Node
  if (node.type === 'Literal' && typeof node['value'] === 'string') return [node['value']]
  if (node.type === 'TemplateElement') return [(node['value'] as { cooked: string }).cooked]
  if (node.type !== 'Identifier') return children(node).flatMap((child) => textsBelow(child, program))
  const declared = children(program)
    .flatMap((statement) => (statement.type === 'VariableDeclaration' ? children(statement) : []))
    .find((each) => (each['id'] as Node | undefined)?.['name'] === node['name'])
  return declared?.['init'] ? textsBelow(declared['init'], program) : []
}

const children = (node: Node): readonly Node[] =>
  Object.values(node)
    .flat()
    .filter((value): value is Node => typeof (value as Node | null)?.type === 'string')
