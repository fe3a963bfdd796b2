// Lists of v1 with filters and orders, against a plain evaluation of their rows.
import fc from 'fast-check'
import { expect } from 'vitest'
import type { Page, Row } from './lists.ts'
import { type FilterCase, type FilteredColumns, filterCases, holds } from './naive-filter.ts'

interface Listed {
  /** All rows that the list finds, and their total. */
  readonly ask: (query: Readonly<Record<string, string>>) => Promise<Page>
  /** The rows as answers show them. */
  readonly rows: readonly Row[]
  readonly columns: FilteredColumns
}

/** A condition as v1 takes it. */
export const filterOf = ({ field, operator, value }: FilterCase) => ({
  'filtering.field': field,
  'filtering.operator': operator,
  'filtering.value': value,
})

/** The ids of rows, the least first. */
export const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id).sort((a, b) => a - b)

/** One condition on one column finds what it should. */
export const expectFilters = ({ ask, rows, columns }: Listed, numRuns: number) =>
  fc.assert(
    fc.asyncProperty(filterCases(columns), async (each) => {
      const page = await ask(filterOf(each))
      const expected = rows.filter((row) => holds(row, each, columns))
      expect(idsOf(page.data)).toEqual(idsOf(expected))
      expect(page.total).toBe(expected.length)
    }),
    { numRuns },
  )

/** And so do several, all or any of them. */
export const expectCombinedFilters = ({ ask, rows, columns }: Listed, numRuns: number) =>
  fc.assert(
    fc.asyncProperty(
      fc.constantFrom('and', 'or'),
      fc.array(filterCases(columns), { minLength: 1, maxLength: 4 }),
      async (logic, filters) => {
        const query = { 'filtering.logic': logic, 'filtering.filters': JSON.stringify(filters) }
        const one = (row: Row) => (each: FilterCase) => holds(row, each, columns)
        const expected = rows.filter((row) =>
          logic === 'and' ? filters.every(one(row)) : filters.some(one(row)),
        )
        expect(idsOf((await ask(query)).data)).toEqual(idsOf(expected))
      },
    ),
    { numRuns },
  )
