// What the server says about one field of a record, without the names that only integrations use.
import { Refusal } from './refusal.ts'

/**
 * The sentence for the field: the server's own where it names the field, otherwise what it says of the whole. The
 * server writes "fields.budget (Budget) must be a number from 0, or null."; a person reads "Budget must be a number
 * from 0."
 */
export function fieldProblem(error: unknown, field: { readonly id: string; readonly label: string }): string {
  if (!(error instanceof Refusal)) return 'This could not be saved. Reload the page and try again.'
  const about = Object.entries(error.errors).find(([name]) => lastName(name) === field.id.toLowerCase())
  return plainly(about?.[1].join(' ') ?? error.message, field.label)
}

/** Every problem that the server names of these fields, by the ids of the fields. */
export function fieldProblems(
  error: unknown,
  fields: readonly { readonly id: string; readonly label: string }[],
): Readonly<Record<string, string>> {
  if (!(error instanceof Refusal)) return {}
  const byName = new Map(fields.map((field) => [field.id.toLowerCase(), field]))
  const found = Object.entries(error.errors).flatMap(([name, messages]): [string, string][] => {
    const field = byName.get(lastName(name))
    return field === undefined ? [] : [[field.id, plainly(messages.join(' '), field.label)]]
  })
  return Object.fromEntries(found)
}

const lastName = (name: string) => name.replace(/^\//, '').split('.').at(-1)?.toLowerCase() ?? name

function plainly(message: string, label: string): string {
  return message
    .replace(/^[\w.[\]]+(?: \([^)]*\))? (must|is|cannot|has|may)/, `${label} $1`)
    .replace(/, or null\.$/, '.')
    .replace(' is missing: it is required.', ' is needed.')
}
