// Which parts of a form are shown with the answers so far. The server checks the same again.
import { isEmpty, optionsIn } from './field-kind.ts'
import { type FormCondition, type FormField, type FormPart, optionOf } from './form-parts.ts'

/** The parts that are shown; what is not shown counts as empty for what depends on it. */
export function shownParts(
  parts: readonly FormPart[],
  valueOf: (field: FormField) => unknown,
): readonly FormPart[] {
  const texts = new Map<string, readonly string[]>()
  const isShown = ({ when }: FormPart) =>
    when === null || isMet(when, texts.get(when.field.toLowerCase()) ?? [])
  const walk = (some: readonly FormPart[]): readonly FormPart[] =>
    some.flatMap((part): readonly FormPart[] => {
      if (!isShown(part)) return []
      if (part.kind === 'group') return [{ ...part, parts: walk(part.parts) }]
      if (part.kind === 'field') texts.set(part.field.id.toLowerCase(), comparedTexts(valueOf(part.field)))
      return [part]
    })
  return walk(parts)
}

/** Without an answer, only what is shown when it is not a value. */
function isMet({ operator, value }: FormCondition, texts: readonly string[]): boolean {
  if (texts.length === 0) return operator === 'ne'
  const isEqual = texts.some((text) => text === value || (isNumber(text) && Number(text) === Number(value)))
  const some = (compare: (text: number, limit: number) => boolean) =>
    texts.some((text) => compare(Number(text), Number(value)))
  switch (operator) {
    case 'filled':
      return true
    case 'eq':
      return isEqual
    case 'ne':
      return !isEqual
    case 'ge':
      return some((one, other) => one >= other)
    case 'gt':
      return some((one, other) => one > other)
    case 'le':
      return some((one, other) => one <= other)
    case 'lt':
      return some((one, other) => one < other)
    default:
      // what a later version of the server knows is shown
      return true
  }
}

const isNumber = (text: string) => /^-?\d+(\.\d+)?$/.test(text)

function comparedTexts(value: unknown): readonly string[] {
  if (isEmpty(value)) return []
  if (Array.isArray(value)) return optionsIn(value).map((option) => option.value)
  const option = optionOf(value)
  if (option) return [option.value]
  // people and other things are only there or not
  return [typeof value === 'object' ? 'there' : JSON.stringify(value).replaceAll(/^"|"$/g, '')]
}
