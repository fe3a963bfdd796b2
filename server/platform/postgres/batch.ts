// Statements that go to the database in one packet and are answered in one: PostgreSQL carries them out in order and,
// after the first that fails, ignores the rest. (The extended query protocol, with one Sync at the end.)
import type pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'
import { isDropped } from './kept-names.ts'

/** A statement with its values. With a name it is parsed once per connection; a name belongs to one text for ever. */
export interface Query {
  readonly text: string
  readonly values: readonly unknown[]
  readonly name?: string | undefined
  /** Its rows are lists of the texts that the database sends. */
  readonly asTexts?: boolean | undefined
}

/** What PostgreSQL answered: the command it carried out, the number of rows concerned and the rows returned. */
export interface Answer<Row = Readonly<Record<string, unknown>>> {
  readonly command: string
  readonly count: number
  readonly rows: Row[]
}

/** A query in a batch, and who waits for its answer. */
export interface Statement {
  query: Query
  succeeded(answer: Answer): void
  /** `skipped`: the statement was not carried out, because of the failure of an earlier one. */
  failed(error: unknown, skipped: boolean): void
}

/** The query with its values as they are sent; throws if one cannot be. */
export const sendable = ({ text, name, values, asTexts }: Query): Query => ({
  text,
  name,
  asTexts,
  values: values.map((value) => prepareValue(value)),
})

/** What the driver's connection offers to queries of other kinds. */
interface Wire {
  readonly stream: { readonly writable: boolean; write(bytes: Buffer): void }
  readonly parsedStatements: Record<string, string | undefined>
  readonly submittedNamedStatements: Record<string, string | undefined>
  parse(statement: { readonly text: string; readonly name: string | undefined }): void
  bind(portal: { readonly statement: string | undefined; readonly values: readonly unknown[] }): void
  describe(what: { readonly type: 'P'; readonly name: string }): void
  execute(portal: { readonly portal: string }): void
  close(what: { readonly type: 'S'; readonly name: string }): void
  sync(): void
  sendCopyFail(message: string): void
}

interface Field {
  readonly name: string
  readonly dataTypeID: number
}

// its names are the columns of our own statements
type Row = Record<string, unknown>

/** The columns of a result, and how each is read. */
interface Shape {
  readonly empty: Readonly<Record<string, unknown>>
  readonly names: readonly string[]
  readonly parsers: readonly ((text: string) => unknown)[]
}

const noColumns: Shape = { empty: {}, names: [], parsers: [] }

// The columns of a named statement never change on a connection (PostgreSQL refuses its plan otherwise), so they are
// asked for once.
const shapesOf = new WeakMap<Wire, Map<string, Shape>>()

/** The client, as far as a batch needs it. */
interface Types {
  getTypeParser(type: number, format: 'text'): (text: string) => unknown
}

/** One batch on its way. Hand it to `client.query`, which calls its methods as the answers arrive. */
export class Batch {
  readonly statements: readonly Statement[]
  readonly #types: Types
  readonly #ended: () => void
  readonly #answers: Answer[] = []
  readonly #unreadable = new Map<Statement, unknown>()
  #shapes = new Map<string, Shape>()
  #shape = noColumns
  #rows: Row[] = []
  #over = false

  /** `ended` is called once, after all were notified. */
  constructor(
    statements: readonly Statement[],
    client: Pick<pg.ClientBase, 'getTypeParser'>,
    ended: () => void,
  ) {
    this.statements = statements
    this.#types = client
    this.#ended = ended
  }

  get #current(): Statement | undefined {
    return this.statements[this.#answers.length]
  }

  // the client notes by name and text which statements were parsed
  get name(): string | undefined {
    return this.#current?.query.name
  }

  get text(): string | undefined {
    return this.#current?.query.text
  }

  submit(connection: pg.Connection): Error | null {
    const wire = connection as unknown as Wire
    const mistaken = this.statements.find(({ query }) => differs(wire, query))
    if (mistaken) return new Error(`The statement name '${mistaken.query.name}' belongs to another text`)
    const shapes = shapesOf.get(wire)
    if (shapes) this.#shapes = shapes
    else shapesOf.set(wire, this.#shapes)
    const messages: Buffer[] = []
    const collector = collecting(wire, messages)
    this.#closeDropped(wire, collector)
    for (const { query } of this.statements) this.#write(wire, collector, query)
    collector.sync()
    // in one piece: many small ones cost the system more than the copy
    if (wire.stream.writable) wire.stream.write(Buffer.concat(messages))
    return null
  }

  /**
   * Before everything else, so that no failure keeps it from happening; only where a statement is prepared, which takes
   * far longer.
   */
  #closeDropped(wire: Wire, collector: Wire): void {
    if (this.statements.every(({ query: { name } }) => name === undefined || isParsed(wire, name))) return
    const names = new Set(this.statements.map(({ query }) => query.name))
    for (const name of Object.keys(wire.parsedStatements)) {
      if (names.has(name) || !isDropped(name)) continue
      collector.close({ type: 'S', name })
      delete wire.parsedStatements[name]
      this.#shapes.delete(name)
    }
  }

  #write(wire: Wire, collector: Wire, { text, name, values }: Query): void {
    if (name === undefined || !isParsed(wire, name)) {
      collector.parse({ text, name })
      if (name !== undefined) wire.submittedNamedStatements[name] = text
    }
    collector.bind({ statement: name, values })
    if (name === undefined || !this.#shapes.has(name)) collector.describe({ type: 'P', name: '' })
    collector.execute({ portal: '' })
  }

  handleRowDescription({ fields }: { readonly fields: readonly Field[] }): void {
    const names = fields.map((field) => field.name)
    const empty: Row = {}
    for (const name of names) empty[name] = null
    this.#shape = {
      empty,
      names,
      parsers: fields.map((field) => this.#types.getTypeParser(field.dataTypeID, 'text')),
    }
    const { name } = this
    if (name !== undefined) this.#shapes.set(name, this.#shape)
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    if (this.#rows.length === 0) this.#shape = this.#shapes.get(this.name ?? '') ?? this.#shape
    const { empty, names, parsers } = this.#shape
    const statement = this.#current
    if (!statement || this.#unreadable.has(statement)) return
    if (statement.query.asTexts) return void this.#rows.push(fields as unknown as Row)
    const row: Row = { ...empty }
    try {
      if (fields.length !== names.length) throw new Error('A row has other columns than its statement')
      for (let index = 0; index < names.length; index++) {
        const text = fields[index]
        if (typeof text === 'string') row[names[index] ?? ''] = parsers[index]?.(text)
      }
    } catch (error) {
      this.#unreadable.set(statement, error)
    }
    this.#rows.push(row)
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const { name } = this
    if (name !== undefined && !this.#shapes.has(name)) this.#shapes.set(name, noColumns)
    const [command = '', ...counts] = text.split(' ')
    this.#answers.push({ command, count: Number(counts.at(-1) ?? 0) || 0, rows: this.#rows })
    this.#rows = []
    this.#shape = noColumns
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' })
  }

  handleCopyInResponse(connection: pg.Connection): void {
    ;(connection as unknown as Wire).sendCopyFail('COPY has functions of its own')
  }

  handleCopyData(): void {
    // nothing to do: the failure follows
  }

  handlePortalSuspended(): void {
    // not asked for
  }

  handleError(error: unknown, connection: pg.Connection): void {
    if (this.#over) return
    this.#over = true
    const { submittedNamedStatements } = connection as unknown as Wire
    // what follows a failure was not parsed either
    for (const { query } of this.statements.slice(this.#answers.length)) {
      if (query.name !== undefined) delete submittedNamedStatements[query.name]
    }
    // with all of them answered, it was the end of an implicit transaction that failed
    if (this.#answers.length === this.statements.length && !this.#commits) this.#answers.pop()
    const failed = this.#answers.length
    this.#notifySuccesses()
    for (const [index, statement] of this.statements.slice(failed).entries())
      statement.failed(error, index > 0)
    this.#ended()
  }

  /** A COMMIT that was answered has happened, whatever becomes of the connection. */
  get #commits(): boolean {
    return this.#answers.at(-1)?.command === 'COMMIT'
  }

  handleReadyForQuery(): void {
    if (this.#over) return
    this.#over = true
    this.#notifySuccesses()
    this.#ended()
  }

  #notifySuccesses(): void {
    for (const [index, answer] of this.#answers.entries()) {
      const statement = this.statements[index]
      if (!statement) continue
      if (this.#unreadable.has(statement)) statement.failed(this.#unreadable.get(statement), false)
      else statement.succeeded(answer)
    }
  }
}

/** Writes messages as the connection does, but collects them instead of sending them one by one. */
function collecting(wire: Wire, messages: Buffer[]): Wire {
  const send = (message: Buffer) => void messages.push(message)
  return Object.create(Object.getPrototypeOf(wire) as object, { _send: { value: send } }) as Wire
}

const isParsed = (wire: Wire, name: string): boolean =>
  wire.parsedStatements[name] !== undefined || wire.submittedNamedStatements[name] !== undefined

function differs(wire: Wire, { name, text }: Query): boolean {
  if (name === undefined) return false
  const known = wire.parsedStatements[name] ?? wire.submittedNamedStatements[name]
  return known !== undefined && known !== text
}
