// What a version of a form changed, as a reader of its history wants to know it.
import { designerTexts as texts } from './texts.ts'

export interface KeptField {
  /** Null for a field that was deleted. */
  readonly field: string | null
  readonly name: string
  readonly label: string
  readonly required: boolean
  readonly requiredBefore: unknown
  readonly readOnly: boolean
  readonly help: unknown
  readonly when: unknown
}

type Json = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Every field of a version, from top to bottom. */
export const keptFields = (parts: readonly unknown[]): readonly KeptField[] =>
  parts.filter(isObject).flatMap((part): readonly KeptField[] => {
    if (isObject(part['group'])) return keptFields(Array.isArray(part['parts']) ? part['parts'] : [])
    const { field, name, label, required, requiredBefore = null, readOnly, help = null, when = null } = part
    return [
      {
        field: typeof field === 'string' ? field : null,
        name: String(name),
        label: typeof label === 'string' ? label : String(name),
        required: required === true,
        requiredBefore,
        readOnly: readOnly === true,
        help,
        when,
      },
    ]
  })

const words = texts.changes

/** What changed from one version to the next, in sentences; of the first one, how much there is. */
export function changesBetween(
  before: readonly unknown[] | undefined,
  after: readonly unknown[],
): readonly string[] {
  const now = keptFields(after)
  if (before === undefined) return [words.first(now.length)]
  const then = keptFields(before)
  const nameOf = ({ field, name }: KeptField) => field ?? name
  const old = new Map(then.map((field) => [nameOf(field), field]))
  const added = now.filter((field) => !old.has(nameOf(field)))
  const kept = now.filter((field) => old.has(nameOf(field)))
  const names = new Set(now.map(nameOf))
  const removed = then.filter((field) => !names.has(nameOf(field)))
  const changed = kept.filter((field) => JSON.stringify(field) !== JSON.stringify(old.get(nameOf(field))))
  const order = (fields: readonly KeptField[]) => fields.map(nameOf).join(' ')
  const isMoved = order(kept) !== order(then.filter((field) => names.has(nameOf(field))))
  const all = [
    ...added.map(({ label }) => words.added(label)),
    ...removed.map(({ label }) => words.removed(label)),
    ...changed.map(({ label }) => words.changed(label)),
    ...(isMoved ? [words.moved] : []),
  ]
  return all.length === 0 ? [words.nothing] : all
}
