// The grammar of $filter: text to a tree of nodes, by recursive descent. What the names mean is not known here.
//
//   or      = and *("or" and)
//   and     = unary *("and" unary)
//   unary   = "not" unary | operand [("eq" | "ne" | "gt" | "ge" | "lt" | "le") operand | "in" "(" [operand *(","
// operand)] ")"]
//   operand = "me" "(" ")" | "today" "(" [number] ")" | "(" or ")" | literal | function "(" operand ["," operand] ")" |
// path ["/" ("any" | "all") "(" [name ":" or] ")"]
import { invalidQuery, tooMuch } from './odata-problems.ts'
import { type Token, tokensOf } from './odata-tokens.ts'

export type Operator = 'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le'
type TextFunction = 'contains' | 'startswith' | 'endswith'

export interface Literal {
  readonly kind: 'literal'
  /** `me` is the caller; `today` the day in their organisation, so many days from now. */
  readonly type: 'string' | 'number' | 'boolean' | 'date' | 'moment' | 'guid' | 'null' | 'me' | 'today'
  readonly text: string
  readonly at: number
}

export interface Path {
  readonly kind: 'path'
  readonly segments: readonly string[]
  readonly at: number
}

export type Node =
  | Literal
  | Path
  | { readonly kind: 'tolower'; readonly of: Node; readonly at: number }
  | {
      readonly kind: 'test'
      readonly name: TextFunction
      readonly of: Node
      readonly text: Node
      readonly at: number
    }
  | {
      readonly kind: 'compare'
      readonly operator: Operator
      readonly left: Node
      readonly right: Node
      readonly at: number
    }
  | { readonly kind: 'in'; readonly of: Node; readonly values: readonly Node[]; readonly at: number }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Node[]; readonly at: number }
  | { readonly kind: 'not'; readonly part: Node; readonly at: number }
  | {
      readonly kind: 'any' | 'all'
      readonly path: Path
      /** The name of an item of the collection inside `part`. */
      readonly variable: string
      readonly part: Node | null
      readonly at: number
    }

const longest = 4_096
const deepest = 20
const mostClauses = 100
const mostValues = 100

const option = '$filter'
const operators: readonly string[] = ['eq', 'ne', 'gt', 'ge', 'lt', 'le']
const functions: readonly string[] = ['contains', 'startswith', 'endswith', 'tolower', 'me', 'today']

/** Rejects a parameter that is longer than allowed. */
export function checkLength(source: string, name: string): void {
  if (source.length > longest) throw tooMuch(name, `${longest.toLocaleString('en-US')} characters`)
}

/** Reads tokens and counts what is limited. */
interface Reader {
  /** The next token, without consuming it. */
  readonly peek: (ahead?: number) => Token
  readonly next: () => Token
  /** Runs `read` one level deeper. */
  readonly deeper: <Result>(read: () => Result) => Result
  readonly countClause: () => void
}

/** The tree of a filter; 400 with the position of the error, or with the limit it exceeds. */
export function parseFilter(source: string): Node {
  checkLength(source, option)
  const reader = readerOf(tokensOf(source, option))
  const node = readOr(reader)
  const rest = reader.peek()
  if (rest.kind !== 'end') throw invalidQuery(option, rest.at, `${shown(rest)} was not expected here`)
  return node
}

function readerOf(tokens: readonly Token[]): Reader {
  const end: Token = tokens.at(-1) ?? { kind: 'end', text: '', at: 0 }
  let at = 0
  let depth = 0
  let clauses = 0
  return {
    peek: (ahead = 0) => tokens[at + ahead] ?? end,
    next: () => tokens[at++] ?? end,
    deeper(read) {
      if (++depth > deepest) throw tooMuch(option, `${deepest} levels of nesting`)
      const result = read()
      depth--
      return result
    },
    countClause() {
      if (++clauses > mostClauses) throw tooMuch(option, `${mostClauses} clauses`)
    },
  }
}

const shown = ({ kind, text }: Token) =>
  kind === 'end' ? 'the end' : JSON.stringify(text.length > 50 ? `${text.slice(0, 50)}…` : text)
const isWord = ({ kind, text }: Token, word: string) => kind === 'word' && text.toLowerCase() === word

function expect(reader: Reader, kind: Token['kind'], what: string): Token {
  const token = reader.next()
  if (token.kind !== kind)
    throw invalidQuery(option, token.at, `${what} was expected instead of ${shown(token)}`)
  return token
}

const readOr = (reader: Reader): Node => readSeries(reader, 'or', () => readSeries(reader, 'and', readUnary))

function readSeries(reader: Reader, word: 'and' | 'or', readPart: (reader: Reader) => Node): Node {
  const first = readPart(reader)
  const parts = [first]
  while (isWord(reader.peek(), word)) {
    reader.next()
    parts.push(readPart(reader))
  }
  return parts.length === 1 ? first : { kind: word, parts, at: first.at }
}

function readUnary(reader: Reader): Node {
  const token = reader.peek()
  if (isWord(token, 'not') && reader.peek(1).kind !== '/') {
    reader.next()
    return { kind: 'not', part: reader.deeper(() => readUnary(reader)), at: token.at }
  }
  return readComparison(reader)
}

function readComparison(reader: Reader): Node {
  const left = readOperand(reader)
  const { kind, text, at } = reader.peek()
  const word = kind === 'word' ? text.toLowerCase() : ''
  if (operators.includes(word)) {
    reader.next()
    reader.countClause()
    return { kind: 'compare', operator: word as Operator, left, right: readOperand(reader), at }
  }
  if (word === 'in') {
    reader.next()
    reader.countClause()
    return { kind: 'in', of: left, values: readValues(reader), at }
  }
  if (left.kind === 'path') reader.countClause()
  return left
}

function readValues(reader: Reader): readonly Node[] {
  expect(reader, '(', '(')
  const values: Node[] = []
  if (reader.peek().kind !== ')') {
    do {
      if (values.length === mostValues) throw tooMuch(option, `${mostValues} values of in`)
      values.push(readOperand(reader))
    } while (reader.peek().kind === ',' && reader.next())
  }
  expect(reader, ')', ', or )')
  return values
}

function readOperand(reader: Reader): Node {
  const token = reader.next()
  const { kind, text, at } = token
  switch (kind) {
    case '(': {
      const inner = reader.deeper(() => readOr(reader))
      expect(reader, ')', ')')
      return inner
    }
    case 'string':
    case 'number':
    case 'date':
    case 'moment':
    case 'guid':
      return { kind: 'literal', type: kind, text, at }
    case 'word':
      return readWord(reader, token)
    default:
      throw invalidQuery(option, at, `a property or a value was expected instead of ${shown(token)}`)
  }
}

function readWord(reader: Reader, token: Token): Node {
  const word = token.text.toLowerCase()
  const { kind: following } = reader.peek()
  if (following === '(') return readFunction(reader, token)
  if (following === '/') return readPath(reader, token)
  if (word === 'true' || word === 'false')
    return { kind: 'literal', type: 'boolean', text: word, at: token.at }
  if (word === 'null') return { kind: 'literal', type: 'null', text: word, at: token.at }
  return { kind: 'path', segments: [token.text], at: token.at }
}

function readFunction(reader: Reader, { text, at }: Token): Node {
  const name = text.toLowerCase()
  if (!functions.includes(name)) {
    throw invalidQuery(
      option,
      at,
      `there is no function ${JSON.stringify(text)}: ${functions.join(', ')} are known`,
    )
  }
  reader.next()
  if (name === 'me' || name === 'today') return readMoving(reader, name, at)
  return reader.deeper(() => {
    const of = readOperand(reader)
    if (name === 'tolower') {
      expect(reader, ')', ')')
      return { kind: 'tolower', of, at }
    }
    reader.countClause()
    expect(reader, ',', 'a comma')
    const given = readOperand(reader)
    expect(reader, ')', ')')
    return { kind: 'test', name: name as TextFunction, of, text: given, at }
  })
}

const mostDays = 36_500

/** A value that depends on who asks and when. */
function readMoving(reader: Reader, type: 'me' | 'today', at: number): Literal {
  const { kind, text, at: place } = reader.peek()
  if (type === 'me' || kind !== 'number') {
    expect(reader, ')', type === 'me' ? ')' : 'a number of days or )')
    return { kind: 'literal', type, text: type === 'me' ? '' : '0', at }
  }
  reader.next()
  if (!/^[+-]?\d{1,5}$/.test(text) || Math.abs(Number(text)) > mostDays)
    throw invalidQuery(option, place, `a whole number of days from -${mostDays} to ${mostDays} was expected`)
  expect(reader, ')', ')')
  return { kind: 'literal', type, text, at }
}

function readPath(reader: Reader, first: Token): Node {
  const segments = [first.text]
  while (reader.peek().kind === '/') {
    reader.next()
    const segment = expect(reader, 'word', 'a name')
    const word = segment.text.toLowerCase()
    if ((word === 'any' || word === 'all') && reader.peek().kind === '(') {
      const path: Path = { kind: 'path', segments, at: first.at }
      return readLambda(reader, { kind: word, path, at: segment.at })
    }
    segments.push(segment.text)
  }
  return { kind: 'path', segments, at: first.at }
}

function readLambda(
  reader: Reader,
  { kind, path, at }: { readonly kind: 'any' | 'all'; readonly path: Path; readonly at: number },
): Node {
  reader.next()
  reader.countClause()
  if (reader.peek().kind === ')') {
    if (kind === 'all')
      throw invalidQuery(option, reader.peek().at, 'all needs a condition, such as t: t/id eq 1')
    reader.next()
    return { kind, path, variable: '', part: null, at }
  }
  const variable = expect(reader, 'word', 'a name').text
  expect(reader, ':', 'a colon')
  const part = reader.deeper(() => readOr(reader))
  expect(reader, ')', ')')
  return { kind, path, variable, part, at }
}
