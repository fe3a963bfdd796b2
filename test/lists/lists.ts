// Lists as a caller asks for them.
import { expect } from 'vitest'
import type { Caller } from '../http.ts'

export interface Row {
  readonly id: number
  readonly [name: string]: unknown
}

/** A page of a list with its total, as most of v1's lists answer. */
export interface Page {
  readonly data: Row[]
  readonly total: number
}

/** What a list answers to a query; it must be 200. */
export async function askList<Answer = Page>(
  caller: Caller,
  path: string,
  query: Readonly<Record<string, string | number>> = {},
): Promise<Answer> {
  const text = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
  const answer = await caller.get(`${path}?${text}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Answer>()
}

/** The properties that are null in every row: what a list can show and never does. */
export const neverShown = (rows: readonly Readonly<Record<string, unknown>>[]): string[] =>
  Object.keys(rows[0] ?? { 'no rows': null }).filter((name) => rows.every((row) => row[name] === null))
