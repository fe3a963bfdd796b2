// Bodies of v2: the content of a JSON Merge Patch (RFC 7396) or of a new object. A property that is read-only in the
// reference is ignored, so that a response can be sent back; an unknown one is rejected.
import { AppError, badInput, InputError, sentence } from '../../platform/errors.ts'
import { nearestNames } from '../../platform/nearest-names.ts'
import { readLocalTime, zoneAtEnd } from '../../platform/time/local-time.ts'

type Properties = Readonly<Record<string, unknown>>

/** A new record begins in the first state of its path: another one is refused rather than left out unsaid. */
export function refuseStatus(body: unknown, one: string): void {
  if (typeof body === 'object' && body !== null && 'status' in body) {
    throw badInput(
      'status',
      sentence(
        `A new ${one} is a draft: create it without a status, and set the status with PATCH afterwards.`,
      ),
    )
  }
}

/** The properties of a body; 400 naming those that are neither `known` nor read-only. */
export function propertiesOf(
  body: unknown,
  known: readonly string[],
  readOnly: readonly string[] = [],
): Properties {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new AppError('bad_request', 'Send a JSON object.')
  }
  const given: [string, unknown][] = Object.entries(body)
  const unknown = given.filter(([name]) => !known.includes(name) && !readOnly.includes(name))
  if (unknown.length > 0) {
    throw new InputError(
      unknown.map(([name]) => ({ path: name.slice(0, 100), reason: noProperty(name, known), asSent: true })),
    )
  }
  return Object.fromEntries(given.filter(([name]) => known.includes(name)))
}

function noProperty(name: string, known: readonly string[]) {
  const near = nearestNames(name, known, 3)
  const meant = near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : ''
  return sentence(
    `There is no property ${JSON.stringify(name.slice(0, 100))} here; these are: ${known.join(', ')}.${meant}`,
  )
}

const largestId = 2_147_483_647

/**
 * The id in a reference such as `{"id": 5}`: null if the reference is null. Other properties of a reference are
 * read-only.
 */
export function idIn(properties: Properties, name: string): number | null | undefined {
  const value = properties[name]
  if (value === undefined || value === null) return value
  const id = idOfReference(value)
  const number = typeof id === 'string' && /^\d{1,10}$/.test(id) ? Number(id) : id
  if (typeof number === 'number' && Number.isInteger(number) && number > 0 && number <= largestId)
    return number
  throw badInput(name, 'must be a reference such as {"id": 5}.')
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The id in a reference to a user. */
export function userIdIn(properties: Properties, name: string): string | null | undefined {
  const value = properties[name]
  if (value === undefined || value === null) return value
  const id = idOfReference(value)
  if (typeof id === 'string' && uuid.test(id)) return id.toLowerCase()
  throw badInput(name, 'must be a reference such as {"id": "5d7c1b1e-0f53-4c0e-9f38-8f9d2c1b7a10"}.')
}

const idOfReference = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined

interface TextRules {
  readonly longest?: number
}

/** A list of references to people. */
export function peopleIn(properties: Properties, name: string): readonly string[] {
  const list = properties[name]
  if (list === undefined || list === null) return []
  if (!Array.isArray(list)) throw badInput(name, 'must be a list of references to people.')
  return list.map((user: unknown, index) => {
    const path = `${name}[${index}]`
    return needed(path, neverNull(path, userIdIn({ [path]: user }, path)))
  })
}

/** The ids in a list of references such as `[{"id": 5}]`; empty without one. */
export function idsIn(properties: Properties, name: string): readonly number[] {
  const list = properties[name]
  if (list === undefined || list === null) return []
  if (!Array.isArray(list)) throw badInput(name, 'must be a list of references such as [{"id": 5}].')
  return list.map((each: unknown, index) => {
    const path = `${name}[${index}]`
    return needed(path, neverNull(path, idIn({ [path]: each }, path)))
  })
}

/** A text, trimmed; null if it is null or empty. */
export function textIn(
  properties: Properties,
  name: string,
  { longest = 255 }: TextRules = {},
): string | null | undefined {
  const value = properties[name]
  if (value === undefined || value === null) return value
  if (typeof value !== 'string' || !value.isWellFormed() || value.includes('\0')) {
    throw badInput(name, 'must be a text.')
  }
  const text = value.trim()
  // a text is never shorter in UTF-16 than in characters
  if (text.length > longest && Array.from(text).length > longest)
    throw badInput(name, `must have at most ${longest} characters.`)
  return text === '' ? null : text
}

/** A decimal number as text, from a number or from a text such as "1250.50", which is exact at any length. */
export function decimalIn(properties: Properties, name: string): string | null | undefined {
  const value = properties[name]
  if (value === undefined || value === null) return value
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text === 'string' && /^-?\d{1,30}(\.\d{1,10})?$/.test(text)) return text
  throw badInput(name, 'must be a decimal number, as a number or as a text such as "1250.50".')
}

/** A time with its zone, `2026-05-06T10:00:00Z`. */
export function momentIn(properties: Properties, name: string): Date | null | undefined {
  const value = properties[name]
  if (value === undefined || value === null) return value
  const isMoment =
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-].{5})$/i.test(value) &&
    zoneAtEnd.test(value) &&
    // Date would parse 30 February as 2 March
    readLocalTime(value.slice(0, 16)) !== undefined
  // real time: the time in the input, not now
  const moment = isMoment ? new Date(value) : undefined
  if (moment && !Number.isNaN(moment.getTime())) return moment
  throw badInput(name, 'must be a time with its zone such as 2026-05-06T10:00:00Z.')
}

/** A day of a calendar, `2026-05-06`. */
export function dayIn(properties: Properties, name: string): string | null | undefined {
  const value = properties[name]
  if (value === undefined || value === null) return value
  const isDay =
    typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && readLocalTime(value) !== undefined
  if (isDay) return value
  throw badInput(name, 'must be a day such as 2026-05-06.')
}

/** The same from a text with spaces around it; empty is null. */
export const trimmedDayIn = (properties: Properties, name: string): string | null | undefined =>
  dayIn({ [name]: textIn(properties, name) }, name)

/** True or false; null is false. */
export function truthIn(properties: Properties, name: string): boolean | undefined {
  const value = properties[name]
  if (value === undefined || typeof value === 'boolean') return value
  if (value === null) return false
  throw badInput(name, 'must be true or false.')
}

/** One of several words, in any case. */
export function choiceIn<const Word extends string>(
  properties: Properties,
  name: string,
  words: readonly Word[],
): Word | undefined {
  const value = properties[name]
  if (value === undefined) return undefined
  const word = words.find((each) => typeof value === 'string' && each.toLowerCase() === value.toLowerCase())
  if (word === undefined) throw badInput(name, `must be one of ${words.join(', ')}.`)
  return word
}

/** A list of values from several words, in any case, without duplicates. */
export function choicesIn<const Word extends string>(
  properties: Properties,
  name: string,
  words: readonly Word[],
): readonly Word[] | undefined {
  const value = properties[name]
  if (value === undefined) return undefined
  if (!Array.isArray(value)) throw badInput(name, `must be a list of ${words.join(', ')}.`)
  return [...new Set(value.map((each) => needed(name, choiceIn({ [name]: each }, name, words))))]
}

/** For values that cannot be cleared: rejects null. */
export function neverNull<Value>(name: string, value: Value | null | undefined): Value | undefined {
  if (value === null) throw badInput(name, 'must not be empty.')
  return value
}

/** For values required in a new object. */
export function needed<Value>(name: string, value: Value | undefined): Value {
  if (value === undefined) throw badInput(name, 'is missing.')
  return value
}

/** Removes undefined properties: an absent property stays unchanged. */
export function given<Some extends object>(some: Some) {
  const left = { ...some } as Record<string, unknown>
  for (const name in left) if (left[name] === undefined) delete left[name]
  return left as { [Name in keyof Some]?: Exclude<Some[Name], undefined> }
}

/** Reads the content of a property; problems in it are reported with their full path, such as `lines[0].unitPrice`. */
export function inside<Read>(path: string, read: () => Read): Read {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    throw new InputError(
      error.problems.map((problem) =>
        typeof problem.path === 'string' ? { ...problem, path: `${path}.${problem.path}` } : problem,
      ),
    )
  }
}
