// The titles of the tests in a file, read from its source.
import { parseSync } from 'vite'

interface Node {
  readonly type: string
  readonly [property: string]: unknown
}

/** The titles of the tests that run, in order, each after the titles of its groups: `a notification › has an id`. */
export function titlesIn(path: string, source: string): readonly string[] {
  const found: string[] = []

  const visit = (node: Node, groups: readonly string[]): void => {
    const written = node.type === 'CallExpression' ? readCall(node, source) : undefined
    if (!written) return children(node).forEach((child) => visit(child, groups))
    if (written.skipped) return
    const titles = [...groups, written.title]
    if (written.isTest) found.push(titles.join(' › '))
    else children(node).forEach((child) => visit(child, titles))
  }

  visit(parseSync(path, source).program as unknown as Node, [])
  return found
}

/** A call like `test('…', …)` or `describe.each([…])('…', …)`. */
function readCall(call: Node, source: string) {
  const words: string[] = []
  let callee = call['callee'] as Node
  while (callee.type !== 'Identifier') {
    if (callee.type === 'MemberExpression') {
      words.push((callee['property'] as { name: string }).name)
      callee = callee['object'] as Node
    } else if (callee.type === 'CallExpression') callee = callee['callee'] as Node
    else return undefined
  }
  const name = callee['name'] as string
  const title = titleOf((call['arguments'] as Node[])[0], source)
  if ((name !== 'test' && name !== 'describe') || title === undefined) return undefined
  return { isTest: name === 'test', title, skipped: words.includes('skip') || words.includes('todo') }
}

function titleOf(node: Node | undefined, source: string): string | undefined {
  if (node?.type === 'Literal' && typeof node['value'] === 'string') return node['value']
  // as it is written, with its ${…}
  if (node?.type === 'TemplateLiteral')
    return source.slice(Number(node['start']) + 1, Number(node['end']) - 1).replaceAll('\\`', '`')
  return undefined
}

const children = (node: Node): readonly Node[] =>
  Object.values(node)
    .flat()
    .filter((value): value is Node => typeof (value as Node | null)?.type === 'string')
