// Which requests read a list that may keep the database busy for long: by the words of what is asked for, before it is
// parsed. Of these an organisation has few at the same time (organisation-queue.ts).
import type { FastifyRequest } from 'fastify'

// about as they weigh when they are parsed (platform/lists/filter-weight.ts)
const weights: readonly (readonly [words: RegExp, weight: number])[] = [
  [/\b(?:contains|endswith)\b/gi, 8],
  [/\bfields\//gi, 4],
  [/\/any\b/gi, 5],
  [/\/all\b/gi, 20],
]
// two or three texts that are searched in: what a page of the web app asks for is less
const costlyFrom = 20

const filtering = /^(?:\$?filter|filtering\..*)$/i
const ordering = /^(?:\$?orderby|sorting\..*)$/i
// these read everything that is found
const summarising = /\/(?:summary|stageTimes)$/

/** Whether the request reads a list whose filter or order weighs much, or a summary. */
export function isCostly({ method, query, routeOptions }: CostlyRequest): boolean {
  if (method !== 'GET') return false
  if (routeOptions.url !== undefined && summarising.test(routeOptions.url)) return true
  let weight = 0
  for (const [name, value] of Object.entries((query ?? {}) as Readonly<Record<string, unknown>>)) {
    // an order by something that lies elsewhere has to look it up for everything that is found
    if (ordering.test(name) && /\bfields\//i.test(textOf(value))) weight += costlyFrom
    else if (filtering.test(name)) weight += weightOf(textOf(value))
    if (weight >= costlyFrom) return true
  }
  return false
}

type CostlyRequest = Pick<FastifyRequest, 'method' | 'query'> & {
  readonly routeOptions: { readonly url?: string | undefined }
}

const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : Array.isArray(value)
      ? value.filter((each) => typeof each === 'string').join(' ')
      : ''

const weightOf = (text: string): number =>
  weights.reduce((sum, [words, weight]) => sum + weight * (text.match(words)?.length ?? 0), 0)
