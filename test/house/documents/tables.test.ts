// The tables of the documentation: each is one, and those of names have the names that are declared.
import { describe, expect, test } from 'vitest'
import { readDocuments } from '../documents.ts'
import { tablesOf } from './markdown.ts'
import { namedTables, wrongNames } from './named-tables.ts'
import { wrongTables } from './tables.ts'

const pages = new Map(readDocuments().map(({ path, text }) => [path, text]))

test('every table has as many cells in each row as heads, and a word in each head', () => {
  expect([...pages.values()].flatMap((text) => tablesOf(text)).length).toBeGreaterThan(200)
  const wrong = [...pages].flatMap(([path, text]) =>
    wrongTables(text).map((sentence) => `${path}: ${sentence}`),
  )
  expect(wrong).toEqual([])
})

test('the tables of names have those that the product declares, each once', () => {
  const wrong = namedTables.flatMap((table) =>
    wrongNames(table, pages.get(table.page) ?? '').map((sentence) => `${table.page}: ${sentence}`),
  )
  expect(wrong).toEqual([])
})

const head = '| kind | of what |\n| --- | --- |\n'

describe('wrong tables are noticed', () => {
  test.each([
    ['| kind | |\n| --- | --- |\n| a | b |', 'line 1: a column of the table has no head'],
    ['| kind | what |\n| --- |\n| a | b |', 'line 2: 1 columns under 2 heads'],
    [`${head}| a |`, 'line 3: 1 cells under 2 heads'],
    [`${head}| a | b | c |`, 'line 3: 3 cells under 2 heads'],
    [`${head}| a | \`b|c\` |`, 'line 3: 3 cells under 2 heads'],
    [`${head}| a | goes\non |`, 'line 4: 1 cells under 2 heads'],
    [`${head}| | |`, 'line 3: the row is empty'],
    [head, 'line 1: the table has no rows'],
    [`words\n${head}| a | b |`, 'line 2: no empty line before the table'],
    [`${head}| a | b |\n\n| c | d |`, 'line 5: a row that belongs to no table'],
  ])('%s', (text, complaint) => {
    expect(wrongTables(text)).toContain(complaint)
  })

  test.each([
    `## Head\n${head}| a | \`b\\|c\` |\n\nwords`,
    `1. an item\n\n   | a | b |\n   | --- | --- |\n   | c | d |\n2. another`,
    '```\n| no | table |\n```',
  ])('%s is none of them', (text) => {
    expect(wrongTables(text)).toEqual([])
  })
})

describe('a wrong table of names is noticed', () => {
  const table = {
    page: 'page.md',
    head: 'kind | of',
    names: ['one', 'two'],
    says: { head: 'of what', of: (name: string) => `of ${name}` },
  }
  test.each([
    ['| `one` | of one |', 'two is missing'],
    ['| `one`, `two`, `three` | of one |', 'there is no three'],
    ['| `one` | of one |\n| one, two | of two |', 'one is there twice'],
    ['| one | of one |\n| two | of three |', 'of two "of what" is of two, not of three'],
  ])('%s', (rows, complaint) => {
    expect(wrongNames(table, head + rows)).toContain(`the table "kind | of": ${complaint}`)
  })

  test('also where the table is gone', () => {
    expect(wrongNames(table, 'words')).toEqual(['there are 0 tables with the head "kind | of"'])
  })
})
