// The words, texts and signs of a `$filter`, with the places where they stand.

export interface Token {
  readonly kind: 'word' | 'text' | 'sign' | 'broken'
  /** Of texts what they say, without quotes. */
  readonly text: string
  readonly start: number
  readonly end: number
}

const pattern = /'(?:[^']|'')*'|[(),:]|[^\s(),:']+(?::\d\d(?::[^\s(),']+)?)?|'/g

/** The tokens of a filter. A quote that nobody closes is a broken one. */
export function tokensOf(source: string): readonly Token[] {
  return [...source.matchAll(pattern)].map(({ 0: text, index: start }) => {
    const place = { start, end: start + text.length }
    if (text === "'") return { kind: 'broken', text, ...place }
    if (text.startsWith("'")) return { kind: 'text', text: text.slice(1, -1).replaceAll("''", "'"), ...place }
    return { kind: /^[(),:]$/.test(text) ? 'sign' : 'word', text, ...place }
  })
}

/** The parts between the `and`s that stand in no parentheses; one part if there is an `or` among them. */
export function partsOf(source: string): readonly string[] {
  const tokens = tokensOf(source)
  let depth = 0
  let from = 0
  const parts: string[] = []
  for (const { kind, text, start, end } of tokens) {
    if (kind === 'broken') return [source.trim()]
    if (text === '(' && kind === 'sign') depth++
    if (text === ')' && kind === 'sign') depth--
    if (depth !== 0 || kind !== 'word') continue
    if (text.toLowerCase() === 'or') return [source.trim()]
    if (text.toLowerCase() !== 'and') continue
    parts.push(source.slice(from, start).trim())
    from = end
  }
  return [...parts, source.slice(from).trim()].filter((part) => part !== '')
}

/** Whether a part has to stand in parentheses beside others. */
export const isLoose = (part: string): boolean => {
  let depth = 0
  return tokensOf(part).some(({ kind, text }) => {
    if (kind === 'sign' && text === '(') depth++
    if (kind === 'sign' && text === ')') depth--
    return kind === 'word' && depth === 0 && text.toLowerCase() === 'or'
  })
}
