import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Catalogue } from '../../platform/lists/list-query.ts'
import { filterFromV1, sortFromV1 } from './filtering.ts'

const catalogue: Catalogue = {
  name: { kind: 'text', nullable: false, sql: sql`name` },
  teamId: { kind: 'integer', nullable: true, sql: sql`team_id` },
  createdAt: { kind: 'moment', nullable: false, sql: sql`created_at` },
}
const wire: Record<string, string> = { name: 'name', teamid: 'teamId', createddateutc: 'createdAt' }
const names = {
  catalogue,
  find: (name: string) => wire[name.toLowerCase()],
  offered: ['name', 'teamId', 'createdDateUtc'],
}
const filter = (query: Record<string, unknown>) => filterFromV1(query, names)

const nameIsNda = { kind: 'compare', name: 'name', comparison: 'eq', value: 'NDA' }
const teamIsSeven = { kind: 'compare', name: 'teamId', comparison: 'eq', value: '7' }

describe('filtering by one field', () => {
  test('reads field, operator and value [G-72]', () => {
    const query = { 'filtering.field': 'Name', 'filtering.operator': 'eq', 'filtering.value': 'NDA' }
    expect(filter(query)).toEqual(nameIsNda)
  })

  test.each(['field', 'operator', 'value'])('names the missing %s [G-72]', (missing) => {
    const query = { 'filtering.field': 'name', 'filtering.operator': 'eq', 'filtering.value': 'x' }
    const { [`filtering.${missing}` as keyof typeof query]: _, ...rest } = query
    expect(() => filter(rest)).toThrow(`filtering.${missing} is missing`)
  })

  test('an empty value is a value', () => {
    expect(
      filter({ 'filtering.field': 'name', 'filtering.operator': 'eq', 'filtering.value': '' }),
    ).toMatchObject({ value: '' })
  })

  test('isnull accepts only true and false [G-76]', () => {
    const isnull = (value: string) =>
      filter({ 'filtering.field': 'teamId', 'filtering.operator': 'isnull', 'filtering.value': value })
    expect(isnull('true')).toEqual({ kind: 'compare', name: 'teamId', comparison: 'eq', value: null })
    expect(isnull('False')).toEqual({ kind: 'compare', name: 'teamId', comparison: 'ne', value: null })
    expect(() => isnull('yes')).toThrow('true or false')
  })

  test.each(['doesnotcon', 'doesnotcontain', 'DoesNotCon'])('%s differs from contains [G-76]', (operator) => {
    expect(
      filter({ 'filtering.field': 'name', 'filtering.operator': operator, 'filtering.value': 'x' }),
    ).toEqual({
      kind: 'untrue',
      part: { kind: 'compare', name: 'name', comparison: 'contains', value: 'x' },
    })
  })

  test.each([
    ['name', 'like', 'x', 'filtering.operator'],
    ['secret', 'eq', 'x', 'cannot be filtered by "secret"'],
    ['__proto__', 'eq', 'x', 'cannot be filtered by'],
    ['teamId', 'contains', '1', 'cannot be compared'],
    ['teamId', 'eq', 'seven', 'whole number'],
    ['createdDateUtc', 'gt', '2026-02-30', 'a date'],
    ['createdDateUtc', 'gt', '0000-01-01', 'a date'],
  ])('refuses %s %s %s [G-77]', (field, operator, value, message) => {
    const query = { 'filtering.field': field, 'filtering.operator': operator, 'filtering.value': value }
    expect(() => filter(query)).toThrow(message)
  })
})

describe('filtering by several fields', () => {
  const both = { kind: 'or', parts: [nameIsNda, teamIsSeven] }
  const first = { field: 'name', operator: 'eq', value: 'NDA' }
  const second = { field: 'teamId', operator: 'eq', value: '7' }

  test.each([
    [
      'indexed parameters',
      {
        'filtering.filters[0].field': 'name',
        'filtering.filters[0].operator': 'eq',
        'filtering.filters[0].value': 'NDA',
        'filtering.filters[1].field': 'teamId',
        'filtering.filters[1].operator': 'eq',
        'filtering.filters[1].value': '7',
      },
    ],
    ['repeated JSON objects', { 'filtering.filters': [JSON.stringify(first), JSON.stringify(second)] }],
    ['one JSON array', { 'filtering.filters': JSON.stringify([first, second]) }],
  ])('as %s [G-74]', (_, filters) => {
    expect(filter({ 'filtering.logic': 'or', ...filters })).toEqual(both)
  })

  test('needs both logic and filters, without the single form [G-73]', () => {
    const filters = { 'filtering.filters': JSON.stringify([first]) }
    expect(() => filter(filters)).toThrow('filtering.logic is missing')
    expect(() => filter({ 'filtering.filters': '[]' })).toThrow('filtering.logic is missing')
    expect(() => filter({ 'filtering.logic': 'and' })).toThrow('filtering.filters is missing')
    expect(() => filter({ 'filtering.logic': 'and', ...filters, 'filtering.field': 'name' })).toThrow(
      'not both',
    )
    expect(() => filter({ 'filtering.logic': 'and', 'filtering.filters': 'name eq 7' })).toThrow(
      'must be JSON',
    )
    expect(() =>
      filter({ 'filtering.logic': 'and', 'filtering.filters': '{"field":"name","operator":"eq"}' }),
    ).toThrow('value is missing')
  })
})

test('sorting uses a field of the list, in either direction [G-79]', () => {
  expect(sortFromV1({ 'sorting.field': 'Name', 'sorting.direction': 'desc' }, names, [])).toEqual([
    { name: 'name', descending: true },
  ])
  expect(sortFromV1({ 'sorting.field': 'Name' }, names, [])).toEqual([{ name: 'name', descending: false }])
  expect(() => sortFromV1({ 'sorting.field': 'secret' }, names, [])).toThrow('cannot be sorted by "secret"')
  expect(() => sortFromV1({ 'sorting.direction': 'asc' }, names, [])).toThrow('sorting.field is missing')
})
