// The operators of a content stream, with where each stands: enough to take some of them out, and no interpreter.

/** An operator with its operands. */
export interface Operation {
  readonly operator: string
  /** Where its first operand begins, and where it ends. */
  readonly from: number
  readonly to: number
  /** The operands that are names, without their slash. */
  readonly names: readonly string[]
  /** The operands that are strings, those in arrays too. */
  readonly strings: readonly Uint8Array[]
}

const [tab, lineFeed, return_, space] = [9, 10, 13, 32]
const isSpace = (byte: number | undefined) =>
  byte === space || byte === lineFeed || byte === return_ || byte === tab || byte === 0 || byte === 12
const delimiters = new Set(Buffer.from('()<>[]{}/%'))
const isRegular = (byte: number | undefined) => byte !== undefined && !isSpace(byte) && !delimiters.has(byte)
const code = (letter: string) => letter.charCodeAt(0)
const isNumber = /^[0-9+.-]/
const values: ReadonlySet<string> = new Set(['true', 'false', 'null'])

/** The operators in their order. What is no content ends the list. */
export function* operationsIn(bytes: Uint8Array): Generator<Operation> {
  const reader = new Reader(bytes)
  for (;;) {
    const operation = reader.next()
    if (!operation) return
    yield operation
  }
}

class Reader {
  readonly #bytes: Uint8Array
  #at = 0
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  next(): Operation | undefined {
    const names: string[] = []
    const strings: Uint8Array[] = []
    let from: number | undefined
    for (;;) {
      this.#skip()
      const start = this.#at
      const byte = this.#bytes[start]
      if (byte === undefined) return undefined
      from ??= start
      if (byte === code('/')) names.push(this.#name())
      else if (byte === code('(')) strings.push(this.#literal())
      else if (byte === code('<') && this.#bytes[start + 1] !== code('<')) strings.push(this.#hexadecimal())
      else if (delimiters.has(byte)) this.#at++
      else {
        const word = this.#word()
        if (isNumber.test(word) || values.has(word)) continue
        if (word === 'BI') this.#picture()
        return { operator: word, from, to: this.#at, names, strings }
      }
    }
  }

  #skip(): void {
    for (;;) {
      while (isSpace(this.#bytes[this.#at])) this.#at++
      if (this.#bytes[this.#at] !== code('%')) return
      while (this.#at < this.#bytes.length && !isEnd(this.#bytes[this.#at])) this.#at++
    }
  }

  #word(): string {
    const start = this.#at
    while (isRegular(this.#bytes[this.#at])) this.#at++
    return latin(this.#bytes.subarray(start, this.#at))
  }

  #name(): string {
    this.#at++
    return this.#word().replaceAll(/#([0-9a-fA-F]{2})/g, (_, digits: string) =>
      String.fromCharCode(Number.parseInt(digits, 16)),
    )
  }

  #literal(): Uint8Array {
    const start = ++this.#at
    let depth = 1
    for (; this.#at < this.#bytes.length; this.#at++) {
      const byte = this.#bytes[this.#at]
      if (byte === code('\\')) this.#at++
      else if (byte === code('(')) depth++
      else if (byte === code(')') && --depth === 0) break
    }
    return unescaped(this.#bytes.subarray(start, this.#at++))
  }

  #hexadecimal(): Uint8Array {
    const start = ++this.#at
    const end = this.#bytes.indexOf(code('>'), start)
    this.#at = end < 0 ? this.#bytes.length : end + 1
    const digits = latin(this.#bytes.subarray(start, this.#at)).replaceAll(/[^0-9a-fA-F]/g, '')
    return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex')
  }

  /** A picture in the stream itself, to its end. */
  #picture(): void {
    while (this.#at < this.#bytes.length) {
      const isMark = this.#bytes[this.#at] === code('E') && this.#bytes[this.#at + 1] === code('I')
      if (isMark && isSpace(this.#bytes[this.#at - 1]) && !isRegular(this.#bytes[this.#at + 2])) {
        this.#at += 2
        return
      }
      this.#at++
    }
  }
}

const isEnd = (byte: number | undefined) => byte === lineFeed || byte === return_

const latin = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')

const escapes: ReadonlyMap<string, string> = new Map(
  Object.entries({ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }),
)

const unescaped = (bytes: Uint8Array): Uint8Array =>
  Buffer.from(
    latin(bytes).replaceAll(/\\(?:([0-7]{1,3})|(\r\n|[^]))/g, (_, octal?: string, letter = '') =>
      octal === undefined
        ? isEnd((letter as string).charCodeAt(0))
          ? ''
          : (escapes.get(letter as string) ?? (letter as string))
        : String.fromCharCode(Number.parseInt(octal, 8) & 0xff),
    ),
    'latin1',
  )
